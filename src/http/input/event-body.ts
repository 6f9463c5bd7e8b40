// The body of an event: its schema, and the rules that a schema cannot express.
import Type, { type Static } from 'typebox';
import type { EventInput } from '../../flows/events/event-input.ts';
import { MINUTE } from '../../vocabulary/clock.ts';
import { EVENT_TYPE_PATTERN, EVENT_TYPES, eventClass } from '../../vocabulary/event-types.ts';
import { Failure, type ValidationIssue } from '../../vocabulary/failure.ts';
import { MAX_ADDRESS_LENGTH } from '../../vocabulary/ip-address.ts';
import type { KeyKind } from '../../vocabulary/words.ts';
import { canonicalAddress } from '../auth/client-address.ts';
import { NOT_A_STEP } from '../schemas/patterns.ts';
import { closed, MAX_ACCOUNT_ID_LENGTH, timeInput } from '../schemas/schema.ts';
import { MAX_SIGNAL_KEYS, MAX_SIGNAL_TEXT_LENGTH, signalIssues } from './signal-limits.ts';
import { parseTime, timeIssue } from './time.ts';

/** Bytes of an event. */
export const MAX_EVENT_BYTES = 256 * 1024;
/** Characters of a User-Agent. A header may have 16 KiB; whatever identifies a browser is far shorter. */
export const MAX_USER_AGENT_LENGTH = MAX_SIGNAL_TEXT_LENGTH;
/** How far the clock of a backend may run ahead. */
const MAX_CLOCK_SKEW = 5 * MINUTE;

export const EventBody = closed(
  {
    event: Type.String({
      pattern: EVENT_TYPE_PATTERN,
      description: 'Event type. For types outside the catalog, only the signals that do not depend on the type apply.',
      examples: ['login'],
    }),
    account: Type.Optional(
      closed(
        {
          id: Type.String({
            minLength: 1,
            maxLength: MAX_ACCOUNT_ID_LENGTH,
            pattern: NOT_A_STEP,
            description: 'Your own id of the account, not "." or "..".',
            examples: ['u_1'],
          }),
        },
        { description: 'Optional for types without an account, such as a page view.' },
      ),
    ),
    signals: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        maxProperties: MAX_SIGNAL_KEYS,
        description: `What the client collected. Unknown keys are stored. Strings have up to ${MAX_SIGNAL_TEXT_LENGTH} characters.`,
      }),
    ),
    ip_address: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: MAX_ADDRESS_LENGTH,
        description:
          'Secret key only: the client’s address. Always send it: the default is the address of the connection, which is that of your server.',
      }),
    ),
    user_agent: Type.Optional(
      Type.String({ maxLength: MAX_USER_AGENT_LENGTH, description: 'Secret key only: the client’s User-Agent.' }),
    ),
    occurred_at: Type.Optional(
      timeInput(
        'Secret key only: when the event happened by your own clock, ISO 8601 with a time zone. Never pass on a time that the client reports.',
      ),
    ),
  },
  { description: 'A security event.' },
);
export type EventBody = Static<typeof EventBody>;

/** Fields that only a backend may send: a browser could forge them. */
const SECRET_ONLY = ['ip_address', 'user_agent', 'occurred_at'] as const;

/** The client as its connection shows it. */
export interface Connection {
  address: string | null;
  userAgent: string | null;
}

/**
 * The input of `recordEvent` from a body that fits `EventBody`; `now` in ms.
 * @throws Failure `invalid` with every issue.
 */
export function parseEventBody(
  body: EventBody,
  credential: KeyKind,
  connection: Connection,
  idempotency: EventInput['idempotency'],
  now: number,
): EventInput {
  const issues: ValidationIssue[] = [];
  const isBackend = credential === 'secret';
  if (!isBackend) rejectSecretFields(body, issues);
  // Only for words of the catalog: a customer's own event type is never rejected for being close to one.
  const inCatalog = Object.hasOwn(EVENT_TYPES, body.event);
  if (body.account === undefined && inCatalog && eventClass(body.event) !== 'passive') {
    issues.push({ pointer: '/account', code: 'required', detail: `A ${body.event} event requires an account.` });
  }
  if (body.signals !== undefined) issues.push(...signalIssues(body.signals));
  const occurredAt =
    !isBackend || body.occurred_at === undefined ? null : parseOccurredAt(body.occurred_at, now, issues);
  const address = !isBackend || body.ip_address === undefined ? null : parseAddress(body.ip_address, issues);
  if (issues.length > 0) {
    throw new Failure('invalid', 'invalid_input', `The event is invalid: ${issues[0]?.detail}`, { issues });
  }
  return {
    type: body.event,
    accountId: body.account?.id ?? null,
    signals: body.signals ?? null,
    address: address ?? connection.address,
    // The user agent of a backend's HTTP client is not that of the customer's browser.
    userAgent: isBackend ? (body.user_agent ?? null) : connection.userAgent,
    occurredAt,
    credential,
    idempotency,
    imported: null,
  };
}

function rejectSecretFields(body: EventBody, issues: ValidationIssue[]): void {
  for (const field of SECRET_ONLY) {
    if (body[field] === undefined) continue;
    issues.push({ pointer: `/${field}`, code: 'secret_key_only', detail: `${field} requires a secret key.` });
  }
}

function parseOccurredAt(text: string, now: number, issues: ValidationIssue[]): number | null {
  const pointer = '/occurred_at';
  const at = parseTime(text);
  if (at === null) {
    issues.push(timeIssue(pointer));
  } else if (at > now + MAX_CLOCK_SKEW) {
    const detail = `Must be at most ${MAX_CLOCK_SKEW / MINUTE} minutes in the future.`;
    issues.push({ pointer, code: 'out_of_range', detail });
  }
  return at;
}

function parseAddress(text: string, issues: ValidationIssue[]): string | null {
  const address = canonicalAddress(text);
  if (address === null) {
    issues.push({ pointer: '/ip_address', code: 'bad_format', detail: 'Must be an IPv4 or IPv6 address.' });
  }
  return address;
}
