// The query of the event lists: repeatable filters, a time range, a page.
import Type, { type Static, type TSchema } from 'typebox';
import type { Caller } from '../../flows/auth/authenticate.ts';
import { type EventListFilter, FILTER_SIGNALS } from '../../flows/events/list-events.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { EventPage } from '../../records/lists.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { DECISIONS, EVALUATIONS, LABELS, LEVELS } from '../../vocabulary/words.ts';
import { parseTimeParameter } from '../input/time.ts';
import { closed, MAX_ACCOUNT_ID_LENGTH, MAX_ID_LENGTH, oneOf, timeInput } from '../schemas/schema.ts';
import { FORMAT_PARAMETER } from './export.ts';
import { PAGE_PARAMETERS, type Position } from './paging.ts';

/** Values of one filter. Storage reads each value separately, so the limit bounds the cost of a page. */
export const MAX_FILTER_VALUES = 20;
/** The maximum INTEGER of PostgreSQL, which fails on a comparison with more. */
const MAX_POLICY_VERSION = 2 ** 31 - 1;

const anyOf = <T extends TSchema>(item: T, description: string) =>
  Type.Optional(
    Type.Array(item, { minItems: 1, maxItems: MAX_FILTER_VALUES, description: `${description} Repeat for several.` }),
  );
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** The half-open time range of a list. */
export const TIME_FILTERS = {
  from: Type.Optional(timeInput('ISO 8601 with a time zone, inclusive.')),
  to: Type.Optional(timeInput('ISO 8601 with a time zone, exclusive.')),
};

/** The order of a list of events. */
export const EVENT_SORT = {
  sort: Type.Optional(
    oneOf(['time', 'score'], { description: 'Newest first, or highest score first.', default: 'time' }),
  ),
};

export const EVENT_TYPE_FILTER = anyOf(text(MAX_ID_LENGTH), 'Event type.');

const FILTERS = {
  event_type: EVENT_TYPE_FILTER,
  event_id: anyOf(text(MAX_ID_LENGTH), 'Event id.'),
  device_id: anyOf(text(MAX_ID_LENGTH), 'Device id.'),
  session_id: anyOf(text(MAX_ID_LENGTH), 'Session id.'),
  network: anyOf(text(MAX_ID_LENGTH), 'Network id, prefix net_.'),
  same_fingerprint_as: anyOf(text(MAX_ID_LENGTH), 'Event id. Selects the events with the same fingerprint.'),
  account_id: anyOf(text(MAX_ACCOUNT_ID_LENGTH), "The customer's own account id."),
  decision: anyOf(oneOf(DECISIONS), 'Decision.'),
  level: anyOf(oneOf(LEVELS), 'Risk level.'),
  evaluation: anyOf(oneOf(EVALUATIONS), 'Evaluation of the current outcome.'),
  label: anyOf(oneOf(LABELS), 'Label of the current outcome.'),
  signal: anyOf(oneOf(FILTER_SIGNALS), 'Code of a signal that fired.'),
  policy_version: anyOf(
    Type.Integer({ minimum: 1, maximum: MAX_POLICY_VERSION }),
    'Version of the policy that decided.',
  ),
  rule_id: anyOf(text(MAX_ID_LENGTH), 'The rule that decided.'),
  assigned_to: anyOf(text(MAX_ID_LENGTH), 'Member id, `me` (with a session), or `nobody`.'),
  ...TIME_FILTERS,
};

export const EventQuery = closed({ ...FILTERS, ...EVENT_SORT, ...FORMAT_PARAMETER, ...PAGE_PARAMETERS });

/** A count of events takes the same filters as their list. */
export const EventCountQuery = closed(FILTERS);

/** @throws Failure `invalid` for a malformed time, or for `me` without a member. */
export function eventListFilter(query: Static<typeof EventCountQuery>, caller: Caller): EventListFilter {
  return {
    types: query.event_type ?? [],
    ids: query.event_id ?? [],
    deviceIds: query.device_id ?? [],
    sessionIds: query.session_id ?? [],
    networkIds: query.network ?? [],
    sameFingerprintAs: query.same_fingerprint_as ?? [],
    accountIds: query.account_id ?? [],
    decisions: query.decision ?? [],
    levels: query.level ?? [],
    evaluations: query.evaluation ?? [],
    labels: query.label ?? [],
    signals: query.signal ?? [],
    policyVersions: query.policy_version ?? [],
    ruleIds: query.rule_id ?? [],
    assignees: (query.assigned_to ?? []).map((word) => assignee(word, caller)),
    from: parseTimeParameter('from', query.from),
    to: parseTimeParameter('to', query.to),
  };
}

function assignee(word: string, caller: Caller): string | null {
  if (word === 'nobody') return null;
  if (word !== 'me') return word;
  if (caller.kind === 'session') return caller.member.id;
  const detail = 'A key belongs to no member: send the id of a member instead of "me".';
  throw invalid({ pointer: 'assigned_to', code: 'no_member', detail });
}

/** Reads one row more than the page contains: the extra row shows that another page follows. */
export function idPage(position: Position | null, limit: number): IdPage {
  if (position === null) return { limit: limit + 1, from: null };
  return { limit: limit + 1, from: { id: String(position.key[0]), direction: readingDirection(position) } };
}

/** Like `idPage`, in the order that the query requests. */
export function eventPage(sort: 'time' | 'score' | undefined, position: Position | null, limit: number): EventPage {
  if (sort !== 'score') return idPage(position, limit);
  if (position === null) return { sort, limit: limit + 1, from: null };
  const [score, id] = position.key;
  return {
    sort,
    limit: limit + 1,
    from: { score: Number(score), id: String(id), direction: readingDirection(position) },
  };
}

/** `next` continues towards older rows, `prev` towards newer ones. */
export function readingDirection({ direction }: Position): 'older' | 'newer' {
  return direction === 'next' ? 'older' : 'newer';
}
