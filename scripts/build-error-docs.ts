// Writes docs/errors.md from the error catalog in src/vocabulary/error-codes.ts. Run by `npm run docs:generate`.
import { ERROR_CODES } from '../src/vocabulary/error-codes.ts';
import { ISSUE_CODES } from '../src/vocabulary/issue-codes.ts';
import { markdownTable } from './markdown-table.ts';

/** The whole page, as Markdown. */
export function errorPage(): string {
  const errors = Object.entries(ERROR_CODES)
    .sort(([, one], [, other]) => one.status - other.status)
    .map(([code, { status, cause, cure }]) => [String(status), `\`${code}\``, cause, cure]);
  const issues = Object.entries(ISSUE_CODES).map(([code, { cause, cure }]) => [`\`${code}\``, cause, cure]);
  return `# Errors

<!-- Generated from src/vocabulary/error-codes.ts and issue-codes.ts by scripts/build-error-docs.ts. Edit the catalog, not this file. -->

Every error is a problem document (RFC 9457) with the media type \`application/problem+json\`:

\`\`\`json
{
  "type": "urn:assay:problem:invalid_input",
  "title": "Invalid input",
  "status": 422,
  "detail": "The event is invalid: A login event requires an account.",
  "code": "invalid_input",
  "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61",
  "errors": [{ "pointer": "/account", "code": "required", "detail": "A login event requires an account." }]
}
\`\`\`

- \`code\` is stable. Compare this code, never \`title\` or \`detail\`.
- \`request_id\` is also in the header \`X-Request-Id\` and in the log of the service. To find one of your requests there, send your own
  \`X-Request-Id\`.
- Errors of the SDK have the same codes in \`error\`; see [Browser SDK](sdk.md#reasons-to-fail-open).

## What a caller does

| Response | What it means | What to do |
|---|---|---|
| no response in time, connection refused, 408, 429, 5xx | the service is busy, restarting or unreachable | [fail open](recipes/fail-open.md): let the login continue, and send the event again with the same \`Idempotency-Key\` |
| 400, 413, 422 | the event is wrong, and sending it again does not help | log \`detail\` and \`errors\`, and correct the code. In a login, never fail open, because the visitor may have caused the error: [send it without \`signals\` and \`user_agent\`, or challenge](recipes/fail-open.md) |
| 415, 417, 431 | the request is not JSON, or its headers are wrong or too large | correct the code |
| 401, 403 | the key is wrong for this request | alert: no event is recorded until it is corrected |
| 404, 405 | the path or the id is wrong | correct the code |
| 409 | the state conflicts | see the code below |

## Codes

${markdownTable(['Status', 'Code', 'Cause', 'What to do'], errors)}

## Codes inside \`errors\`

\`pointer\` is an RFC 6901 pointer into the body (\`/account/id\`), or the name of a query parameter or header.

${markdownTable(['Code', 'Cause', 'What to do'], issues)}
`;
}
