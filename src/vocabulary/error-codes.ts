// Every stable `code` of an error, with its cause and its cure. The types of failures, docs/errors.md and the API derive from it.
import { ALERT_CODES } from './alert-codes.ts';
import { IMPORT_CODES } from './import-codes.ts';
import { TEAM_CODES } from './team-codes.ts';
import { UNAVAILABLE_CODES } from './unavailable-codes.ts';

/** What a caller reads about a code: its HTTP status, its cause, and its cure. */
interface ErrorText {
  status: number;
  cause: string;
  cure: string;
}

/** The `code` of a problem document. A caller may rely on these words; texts may change. */
export const ERROR_CODES = {
  malformed_request: {
    status: 400,
    cause: 'The message is not well-formed HTTP/1.1, or it does not have exactly one `Host`.',
    cure: 'Check proxies that rewrite requests.',
  },
  wrong_content_length: {
    status: 400,
    cause: '`Content-Length` differs from the size of the body.',
    cure: 'Let your HTTP library compute it, in bytes and not in characters.',
  },
  invalid_json: {
    status: 400,
    cause: 'The body is empty, is not JSON, or begins with a byte order mark.',
    cure: 'Serialize the body with a JSON library; `detail` gives the position in bodies of up to 32 KiB.',
  },
  invalid_utf8: {
    status: 400,
    cause: 'The body is not valid UTF-8.',
    cure: 'Encode the body as UTF-8.',
  },
  bad_request: { status: 400, cause: 'The request could not be read.', cure: 'Compare it with the API reference.' },
  credential_missing: {
    status: 401,
    cause: 'There is no `Authorization: Bearer …` header.',
    cure: 'Send a key or a session token.',
  },
  credential_malformed: {
    status: 401,
    cause: 'The credential has a wrong form or checksum: it was truncated, mistyped or wrapped in quotes.',
    cure: 'Copy the whole key again; keys begin with `pub_` or `sec_`.',
  },
  credential_unknown: {
    status: 401,
    cause: 'The credential is well-formed, but unknown here, revoked or expired.',
    cure: 'Check that it belongs to this installation; create a new key, or log in again.',
  },
  credential_not_accepted: {
    status: 401,
    cause:
      'The endpoint does not accept this kind of credential, for example a public key anywhere but on `POST /v1/events`.',
    cure: 'Use one of the kinds that the API reference lists for the endpoint.',
  },
  wrong_credentials: {
    status: 401,
    cause: 'Dashboard login: the email or the password is wrong.',
    cure: 'Try again, or ask an owner for a new link.',
  },
  second_factor_required: {
    status: 401,
    cause: 'Dashboard login: the member has a second factor, and no code was sent.',
    cure: 'Send `code` together with email and password.',
  },
  second_factor_wrong: {
    status: 401,
    cause: 'Dashboard login: the code is wrong, expired or was used before.',
    cure: 'Wait for the next code; check the clock of the device that shows it.',
  },
  metrics_token_needed: {
    status: 401,
    cause: '`/metrics` was requested from another machine without the metrics token.',
    cure: 'Send `ASSAY_METRICS_TOKEN` as the bearer token, or scrape from the same machine.',
  },
  foreign_resource: {
    status: 403,
    cause: 'The resource belongs to another environment or organization than the credential.',
    cure: 'Use the key of that environment. Test and live keys do not see each other’s data.',
  },
  role_not_allowed: {
    status: 403,
    cause: 'The member’s role does not allow the action.',
    cure: 'Ask an owner or admin of the organization.',
  },
  origin_not_allowed: {
    status: 403,
    cause: 'A browser sent the event from an origin that is not in the environment’s list.',
    cure: 'Add the origin, such as `https://shop.example.com`, to the environment’s allowed origins.',
  },
  not_found: { status: 404, cause: 'The path contains an id that no resource can have.', cure: 'Check the id.' },
  path_not_found: {
    status: 404,
    cause: 'The path does not exist.',
    cure: 'Check for a missing `/v1`, a trailing slash, and the case of letters.',
  },
  environment_not_found: {
    status: 404,
    cause: 'No environment has this id.',
    cure: 'Copy the id, `env_…`, from the dashboard.',
  },
  event_not_found: {
    status: 404,
    cause: 'No event has this id.',
    cure: 'Use the `id` of the response to `POST /v1/events`, `evt_…`.',
  },
  device_not_found: { status: 404, cause: 'No device has this id.', cure: 'Use the `device.id` of an event, `dev_…`.' },
  network_not_found: {
    status: 404,
    cause: 'No network has this id, `net_…`, or no event of the environment came from it.',
    cure: 'List the networks of the environment.',
  },
  campaign_not_found: {
    status: 404,
    cause: 'No challenged or blocked event has the number in this id, `cmp_…`.',
    cure: 'List the campaigns, or use `cmp_` and what follows `evt_` in the id of such an event.',
  },
  outcome_batch_not_found: {
    status: 404,
    cause: 'No batch of outcomes has this id.',
    cure: 'Use the `id` of the response that recorded the batch.',
  },
  link_start_not_found: {
    status: 404,
    cause: 'The account, device or network to start from was never seen in the environment.',
    cure: 'Check the parameter; account ids are compared exactly.',
  },
  rule_not_found: {
    status: 404,
    cause: 'The active policy has no rule with this id.',
    cure: 'Read the policy again: the rule may have been deleted.',
  },
  endpoint_not_found: {
    status: 404,
    cause: 'No webhook endpoint has this id.',
    cure: 'List the endpoints of the environment.',
  },
  delivery_not_found: {
    status: 404,
    cause: 'The endpoint has no delivery with this id, or it is no longer in the log.',
    cure: 'List the deliveries; finished ones are kept for `ASSAY_WEBHOOK_LOG_DAYS`.',
  },
  key_not_found: {
    status: 404,
    cause: 'No active key has this id.',
    cure: 'List the keys: it may be revoked already.',
  },
  member_not_found: { status: 404, cause: 'No member has this id.', cure: 'List the members.' },
  session_not_found: {
    status: 404,
    cause: 'No session has this id.',
    cure: 'List your sessions: it may have ended already.',
  },
  account_not_found: {
    status: 404,
    cause: 'No event of this environment names this account.',
    cure: 'Send your own account id, percent-encoded, exactly as in `account.id`.',
  },
  version_not_found: {
    status: 404,
    cause: 'The policy has no version with this number.',
    cure: 'List the versions; the first is 1.',
  },
  second_factor_off: { status: 404, cause: 'The member has no second factor.', cure: 'Nothing to do.' },
  method_not_allowed: {
    status: 405,
    cause: 'The path does not support this method.',
    cure: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    cause: 'The request did not arrive completely in time.',
    cure: 'Send it again; with an `Idempotency-Key` it is recorded once.',
  },
  cancelled: {
    status: 408,
    cause: 'The caller closed the connection during a backtest.',
    cure: 'Start the backtest again.',
  },
  idempotency_key_in_flight: {
    status: 409,
    cause: 'A request with the same `Idempotency-Key` is still being processed.',
    cure: 'Wait for `Retry-After` seconds and send it again.',
  },
  idempotency_key_reused: {
    status: 409,
    cause: 'The `Idempotency-Key` was used for a different body within the last 24 hours.',
    cure: 'Use one key for one event. A retry must send the same bytes.',
  },
  stale_version: {
    status: 409,
    cause: '`If-Match` names an older version of the policy: someone else has changed it.',
    cure: 'Read the policy, apply your change to it, and send it with the new version.',
  },
  priority_taken: {
    status: 409,
    cause: 'Another rule has this priority.',
    cure: 'Choose a priority that no rule has.',
  },
  rule_limit: { status: 409, cause: 'The policy has the maximum number of rules.', cure: 'Delete or merge rules.' },
  endpoint_limit: {
    status: 409,
    cause: 'The environment has the maximum number of webhook endpoints.',
    cure: 'Delete endpoints that you no longer use.',
  },
  endpoint_disabled: {
    status: 409,
    cause: 'The webhook endpoint is disabled, so nothing can be sent to it.',
    cure: 'Set its `status` to `active` first.',
  },
  environment_limit: {
    status: 409,
    cause: 'The organization has the maximum number of environments.',
    cure: 'Use an existing environment.',
  },
  email_taken: {
    status: 409,
    cause: 'A member of the organization has this email address.',
    cure: 'Invite with another address.',
  },
  last_owner: {
    status: 409,
    cause: 'The organization would have no owner left.',
    cure: 'Make another member an owner first.',
  },
  already_undone: { status: 409, cause: 'The batch of outcomes was undone before.', cure: 'Nothing to do.' },
  second_factor_on: { status: 409, cause: 'The member already has a second factor.', cure: 'Turn it off first.' },
  second_factor_not_begun: {
    status: 409,
    cause: 'A second factor was confirmed before it was set up, or more than an hour after.',
    cure: 'Begin the setup and confirm it with a code.',
  },
  body_too_large: {
    status: 413,
    cause:
      'The body is larger than the endpoint allows: 256 KiB for events, 512 KiB for batches of outcomes and assignments, 8 KiB without a credential, else 64 KiB.',
    cure: 'Send less; drawings and page contents are not signals.',
  },
  unsupported_media_type: {
    status: 415,
    cause: 'The body has no `Content-Type: application/json`, or a charset other than UTF-8.',
    cure: 'Set the header. `curl -d` needs `-H "Content-Type: application/json"`.',
  },
  unsupported_encoding: {
    status: 415,
    cause: 'The body is compressed.',
    cure: 'Send it without `Content-Encoding`.',
  },
  expectation_failed: {
    status: 417,
    cause: 'The request has an `Expect` other than `100-continue`.',
    cure: 'Remove the header.',
  },
  invalid_input: {
    status: 422,
    cause: 'A field, parameter or header is invalid.',
    cure: 'Read `errors`: each entry has the place (`pointer`), a code from the second table, and a sentence.',
  },
  bad_encoding: {
    status: 422,
    cause: 'The path or a query parameter is not valid percent-encoded UTF-8.',
    cure: 'Encode every id and value with the URL functions of your language, such as `encodeURIComponent`.',
  },
  rate_limited: {
    status: 429,
    cause: 'Too many events under a public key, logins, second-factor codes, or test messages of alerts.',
    cure: 'Wait for `Retry-After` seconds. Backends use a secret key, which has no limit.',
  },
  daily_bytes_used: {
    status: 429,
    cause: 'One address has sent more data with a public key than it may send in a day.',
    cure: 'Wait for `Retry-After` seconds, or send from a backend with a secret key. `ASSAY_RATE_PUBLIC_ADDRESS_MIB_PER_DAY` sets the limit.',
  },
  too_many_headers: { status: 431, cause: 'The request has more than 200 headers.', cure: 'Send fewer headers.' },
  headers_too_large: {
    status: 431,
    cause: 'The headers are larger than 16 KiB.',
    cure: 'Send fewer cookies and headers.',
  },
  internal_error: {
    status: 500,
    cause: 'A defect of Assay. The log of the service has the details under the `request_id`.',
    cure: 'Fail open, send the event again later, and report the defect.',
  },
  ...ALERT_CODES,
  ...IMPORT_CODES,
  ...TEAM_CODES,
  ...UNAVAILABLE_CODES,
} as const satisfies Record<string, ErrorText>;
export type ErrorCode = keyof typeof ERROR_CODES;
