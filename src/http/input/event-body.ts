// What may be sent as an event (contract 3 and 10): its schema, and the rules that no schema can say.
import Type, { type Static } from 'typebox';
import type { EventInput } from '../../flows/events/event-input.ts';
import { MINUTE } from '../../vocabulary/clock.ts';
import { EVENT_TYPE_PATTERN, eventClass } from '../../vocabulary/event-types.ts';
import { Failure, type ValidationIssue } from '../../vocabulary/failure.ts';
import type { KeyKind } from '../../vocabulary/words.ts';
import { canonicalAddress } from '../auth/client-address.ts';
import { closed } from '../schemas/schema.ts';
import { MAX_SIGNAL_KEYS, MAX_SIGNAL_TEXT_LENGTH, signalIssues } from './signal-limits.ts';
import { parseTime } from './time.ts';

/** How far a backend's clock may run ahead of ours. */
const MOST_AHEAD = 5 * MINUTE;

export const EventBody = closed(
  {
    event: Type.String({
      pattern: EVENT_TYPE_PATTERN,
      description: 'Event type. Types outside the catalog are scored by the signals that do not depend on the type.',
      examples: ['login'],
    }),
    account: Type.Optional(
      closed(
        {
          id: Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'Your own id of the account.',
            examples: ['u_1'],
          }),
        },
        { description: 'May be left out for types without an account, such as a page view.' },
      ),
    ),
    signals: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        maxProperties: MAX_SIGNAL_KEYS,
        description: `What the client collected. Unknown keys are kept. Texts up to ${MAX_SIGNAL_TEXT_LENGTH} characters.`,
      }),
    ),
    ip_address: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 45,
        description: 'Secret key only: the client’s address. Without it the address of the connection counts.',
      }),
    ),
    user_agent: Type.Optional(
      Type.String({ maxLength: MAX_SIGNAL_TEXT_LENGTH, description: 'Secret key only: the client’s User-Agent.' }),
    ),
    occurred_at: Type.Optional(
      Type.String({ maxLength: 40, description: 'Secret key only: when it happened, ISO 8601 with a zone.' }),
    ),
  },
  { description: 'A security event.' },
);
export type EventBody = Static<typeof EventBody>;

/** Fields that only a backend may say: a browser speaks for itself, and would lie. */
const SECRET_ONLY = ['ip_address', 'user_agent', 'occurred_at'] as const;

/** What is known of the client from the connection. */
export interface Connection {
  address: string | null;
  userAgent: string | null;
}

/**
 * The input of `recordEvent` from a body that fits `EventBody`; `now` in ms.
 * @throws Failure `invalid` with every wrong place.
 */
export function parseEventBody(
  body: EventBody,
  credential: KeyKind,
  connection: Connection,
  idempotency: EventInput['idempotency'],
  now: number,
): EventInput {
  const places: ValidationIssue[] = [];
  const backend = credential === 'secret';
  if (!backend) refuseSecretFields(body, places);
  if (body.account === undefined && eventClass(body.event) !== 'passive') {
    places.push(place('/account', 'required', `A ${body.event} event needs an account.`));
  }
  if (body.signals !== undefined) places.push(...signalIssues(body.signals));
  const occurredAt = !backend || body.occurred_at === undefined ? null : occurrence(body.occurred_at, now, places);
  const said = !backend || body.ip_address === undefined ? null : addressIn(body.ip_address, places);
  if (places.length > 0) {
    throw new Failure('invalid', 'invalid_input', `The event is invalid: ${places[0]?.detail}`, { places });
  }
  return {
    type: body.event,
    accountId: body.account?.id ?? null,
    signals: body.signals ?? null,
    address: said ?? connection.address,
    // A backend's own HTTP client is not the customer's browser.
    userAgent: backend ? (body.user_agent ?? null) : connection.userAgent,
    occurredAt,
    credential,
    idempotency,
    imported: null,
  };
}

function refuseSecretFields(body: EventBody, places: ValidationIssue[]): void {
  for (const field of SECRET_ONLY) {
    if (body[field] !== undefined) {
      places.push(place(`/${field}`, 'secret_key_only', `Only a secret key may say ${field}.`));
    }
  }
}

function occurrence(text: string, now: number, places: ValidationIssue[]): number | null {
  const at = parseTime(text);
  if (at === null) {
    places.push(
      place('/occurred_at', 'bad_format', 'Must be an ISO 8601 time with a zone, such as 2026-03-01T12:00:00Z.'),
    );
  } else if (at > now + MOST_AHEAD) {
    places.push(place('/occurred_at', 'out_of_range', 'May be at most 5 minutes in the future.'));
  }
  return at;
}

function addressIn(text: string, places: ValidationIssue[]): string | null {
  const address = canonicalAddress(text);
  if (address === null) places.push(place('/ip_address', 'bad_format', 'Must be an IPv4 or IPv6 address.'));
  return address;
}

function place(pointer: string, code: string, detail: string): ValidationIssue {
  return { pointer, code, detail };
}
