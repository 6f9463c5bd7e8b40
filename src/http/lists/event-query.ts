// The query of the lists of events: filters that may be repeated, a range of time, a page.
import Type, { type Static, type TSchema } from 'typebox';
import { type EventListFilter, FILTER_SIGNALS } from '../../flows/events/list-events.ts';
import type { IdPage } from '../../records/id-page.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { DECISIONS, EVALUATIONS, LABELS, LEVELS } from '../../vocabulary/words.ts';
import { parseTime } from '../input/time.ts';
import { closed, oneOf } from '../schemas/schema.ts';
import { PAGE_PARAMETERS, type Position } from './paging.ts';

/** Values of one filter at most: each is read on its own. */
const MOST_VALUES = 20;

const several = <T extends TSchema>(item: T, description: string) =>
  Type.Optional(
    Type.Array(item, { minItems: 1, maxItems: MOST_VALUES, description: `${description} Repeat for several.` }),
  );
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const moment = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));

const FILTERS = {
  event_type: several(text(64), 'Event type.'),
  device_id: several(text(64), 'Device id.'),
  account_id: several(text(255), "The customer's own account id."),
  decision: several(oneOf(DECISIONS), 'Decision.'),
  level: several(oneOf(LEVELS), 'Risk level.'),
  evaluation: several(oneOf(EVALUATIONS), 'Evaluation of the current outcome.'),
  label: several(oneOf(LABELS), 'Label of the current outcome.'),
  signal: several(oneOf(FILTER_SIGNALS), 'Code of a signal that fired.'),
  from: moment('ISO 8601 with a zone, inclusive.'),
  to: moment('ISO 8601 with a zone, exclusive.'),
};

export const EventQuery = closed({ ...FILTERS, ...PAGE_PARAMETERS });
export const AssessmentQuery = closed({
  ...FILTERS,
  policy_version: several(Type.Integer({ minimum: 1 }), 'Version of the policy that decided.'),
  rule_id: several(text(64), 'The rule that decided.'),
  ...PAGE_PARAMETERS,
});

/** The filter of either list. @throws Failure `invalid` for a time that is none. */
export function eventListFilter(
  query: Static<typeof EventQuery> & Partial<Static<typeof AssessmentQuery>>,
): EventListFilter {
  return {
    types: query.event_type ?? [],
    deviceIds: query.device_id ?? [],
    accountIds: query.account_id ?? [],
    decisions: query.decision ?? [],
    levels: query.level ?? [],
    evaluations: query.evaluation ?? [],
    labels: query.label ?? [],
    signals: query.signal ?? [],
    policyVersions: query.policy_version ?? [],
    ruleIds: query.rule_id ?? [],
    from: parseTimeParameter('from', query.from),
    to: parseTimeParameter('to', query.to),
  };
}

/** A time of a query, or null when it is not given. @throws Failure `invalid` naming the parameter. */
export function parseTimeParameter(name: string, given: string | undefined): number | null {
  if (given === undefined) return null;
  const at = parseTime(given);
  if (at === null) {
    throw invalid({
      pointer: name,
      code: 'bad_time',
      detail: 'Must be an ISO 8601 time with a zone, such as 2026-03-01T12:00:00Z.',
    });
  }
  return at;
}

/** One row more than the page shows says whether there is another page. */
export function idPage(position: Position | null, limit: number): IdPage {
  if (position === null) return { limit: limit + 1, from: null };
  const direction = position.direction === 'next' ? 'older' : 'newer';
  return { limit: limit + 1, from: { id: String(position.key[0]), direction } };
}
