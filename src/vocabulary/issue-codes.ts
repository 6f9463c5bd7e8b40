// Every stable `code` of one issue in an invalid input, with its cause and cure. Types and docs/errors.md derive from it.

/** What a code inside `errors[]` means; its status is always 422. */
interface IssueText {
  cause: string;
  cure: string;
}

/** The `code` of one entry of `errors[]` in a problem document with the code `invalid_input`. */
export const ISSUE_CODES = {
  required: { cause: 'The field is missing.', cure: 'Add it. Every event type about an account needs `account.id`.' },
  wrong_type: { cause: 'The value has a different JSON type.', cure: 'Nothing is converted: `"1"` is not a number.' },
  unknown_field: {
    cause: 'The field does not exist here.',
    cure: 'Check its spelling; only `signals` takes any field.',
  },
  unknown_parameter: { cause: 'The query parameter does not exist here.', cure: 'Check its spelling.' },
  unknown_value: {
    cause: 'The word is not in the list.',
    cure: 'Use one of the words in `detail` or in the reference.',
  },
  not_allowed: { cause: 'The value is not one of the allowed ones.', cure: 'Use one of the values in `detail`.' },
  bad_format: { cause: 'The text does not have the required form.', cure: 'Use the form that `detail` shows.' },
  pattern: { cause: 'The value of a condition does not match its pattern.', cure: 'Use the form that `detail` shows.' },
  bad_date: { cause: 'The date is not a calendar day `YYYY-MM-DD`.', cure: 'Send a date in UTC.' },
  bad_origin: {
    cause: 'The text is not an origin.',
    cure: 'Send scheme, host and port, without a path: `https://shop.example.com`.',
  },
  bad_encoding: {
    cause: 'The path or a parameter is not valid percent-encoded UTF-8.',
    cure: 'Encode it with the URL functions of your language.',
  },
  bad_text: { cause: 'A parameter contains a NUL or half of a surrogate pair.', cure: 'Remove the character.' },
  malformed_text: {
    cause: 'A name contains the NUL character or half of a surrogate pair.',
    cure: 'Remove the character.',
  },
  exactly_one: {
    cause: 'A condition group has neither `all` nor `any`, or both.',
    cure: 'Send exactly one of the two.',
  },
  nul_character: { cause: 'A string contains the NUL character.', cure: 'Remove the character.' },
  lone_surrogate: { cause: 'A string contains half of a surrogate pair.', cure: 'Do not cut text inside a character.' },
  forbidden_key: { cause: 'An object has the key `__proto__`.', cure: 'Remove the key.' },
  number_out_of_range: { cause: 'A number is too large for a double.', cure: 'Send it as text.' },
  too_deep: { cause: 'Objects and lists are nested more than 16 levels deep.', cure: 'Send a flatter object.' },
  too_short: { cause: 'The text or list is shorter than allowed.', cure: 'See the limit in `detail`.' },
  too_long: {
    cause: 'The text is longer than allowed; characters are counted, not bytes.',
    cure: 'See the limit in `detail`.',
  },
  too_few: { cause: 'The list or object has too few entries.', cure: 'See the limit in `detail`.' },
  too_many: { cause: 'The list or object has too many entries.', cure: 'See the limit in `detail`.' },
  repeated: { cause: 'A list contains the same value twice.', cure: 'Remove the duplicate.' },
  out_of_range: { cause: 'The number or time is outside its range.', cure: 'See the range in `detail`.' },
  out_of_order: {
    cause: 'A threshold is lower than the one before it.',
    cure: 'Keep `allow_max` <= `monitor_max` <= `challenge_max`.',
  },
  inverted_range: { cause: '`to` is before `from`.', cure: 'Swap them; `to` is exclusive.' },
  range_too_long: { cause: 'The range has too many days.', cure: 'See the limit in `detail`.' },
  prefix_sorts_by_name: {
    cause: 'A list of accounts has `prefix` and a `sort` other than `name`.',
    cure: 'Drop one of the two.',
  },
  one_start: {
    cause: 'The request names no account, device or network to start from, or several.',
    cure: 'Send exactly one of the three parameters.',
  },
  wrong_cursor: {
    cause: 'The cursor belongs to another list, filter or environment, or was changed.',
    cure: 'Start again without `cursor`, and follow `links.next`.',
  },
  secret_key_only: {
    cause: 'Only a backend may send this field, because a browser could forge it.',
    cure: 'Send the event from your backend with a secret key, or drop the field.',
  },
  verdict_missing: {
    cause: 'An outcome has neither `label` nor `authentication_outcome`.',
    cure: 'Send at least one of the two.',
  },
  star_not_alone: { cause: '`"*"` stands next to other webhook types.', cure: 'Send `["*"]` or a list of types.' },
  forbidden_address: {
    cause: 'The URL leads to a private, loopback or other special address.',
    cure: 'Use a public address, or have the operator allow the range in `ASSAY_WEBHOOK_ALLOW_CIDRS`.',
  },
  malformed: { cause: 'The text is not an absolute URL.', cure: 'Send `https://host/path`.' },
  scheme: { cause: 'The URL is neither http nor https.', cure: 'Use https.' },
  credentials: { cause: 'The URL contains a user name or password.', cure: 'Verify the signature instead.' },
  port: { cause: 'The URL has port 0.', cure: 'Use a real port.' },
  wrong_password: { cause: 'The current password is wrong.', cure: 'Try again.' },
  common_password: {
    cause: 'The new password is one of the most common ones.',
    cure: 'Choose one that is hard to guess; a sentence works best.',
  },
  wrong_code: { cause: 'The code of the second factor is wrong.', cure: 'Wait for the next code.' },
  link_spent: { cause: 'The one-time link was used or replaced, or has expired.', cure: 'Ask for a new link.' },
  priority_taken: {
    cause: 'Two rules of a draft policy have the same priority.',
    cure: 'Give each rule its own priority.',
  },
  ambiguous_event: {
    cause: 'Several events match a line of an outcome file.',
    cure: 'Add `event_type`, or name the event by `event_id`.',
  },
  event_not_found: {
    cause: 'No event matches a line of an outcome file.',
    cure: 'Check account, time and `--within`.',
  },
  unknown_channel: {
    cause: 'An alert rule names an id that is not an alert channel of the environment.',
    cure: 'List the alert channels, or create one.',
  },
  unknown_endpoint: {
    cause: 'An alert channel names an id that is not a webhook endpoint of the environment.',
    cure: 'List the webhook endpoints, or create one.',
  },
  no_mail_server: {
    cause: 'The installation has no SMTP server, so alerts cannot be sent to email addresses.',
    cure: 'Have the operator set `ASSAY_SMTP_URL`, or use another kind of channel.',
  },
  wrong_target: {
    cause: 'An alert channel does not have exactly the target of its kind.',
    cure: 'Send `emails` for email, `url` for slack, and `endpoint_id` for webhook.',
  },
  unknown_time_zone: {
    cause: 'The text is not an IANA time zone.',
    cure: 'Send a name such as `Europe/Berlin` or `UTC`.',
  },
  unknown_event: {
    cause: 'A batch of outcomes names an id that is not an event of the environment; nothing was recorded.',
    cure: 'Remove the id and send the batch again.',
  },
  unknown_member: { cause: 'The organization has no member with this id.', cure: 'List the members.' },
  cannot_label: {
    cause: 'An event is assigned to a member who may not label events.',
    cure: 'Assign it to an analyst, an admin or an owner.',
  },
  no_member: {
    cause: '`me` was sent with a secret key, which belongs to no member.',
    cure: 'Send the id of a member.',
  },
  invalid: { cause: 'The value does not fit its schema.', cure: 'Compare it with the API reference.' },
} as const satisfies Record<string, IssueText>;
export type IssueCode = keyof typeof ISSUE_CODES;
