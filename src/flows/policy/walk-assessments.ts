// Goes through the assessments of a time range in bounded memory, page by page, letting everybody else in between.
import { setImmediate as breathe } from 'node:timers/promises';
import type { AssessmentReader, IdRange, RecordedAssessment } from '../../records/assessments.ts';
import type { Environment } from '../../records/tenants.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import type { Context } from '../context.ts';

/** Rows read at once: a few ms of the event loop, which ingestion shares. */
const PAGE = 300;
/** Ids counted at once, from an index alone. */
const COUNTED = 10_000;

/** ms; `from` inclusive, `to` exclusive; by arrival. */
export interface TimeRange {
  from: number;
  to: number;
}

/** The ids of the range that exist by now: what arrives later is not waited for. @throws Failure `invalid`. */
export function idsOf(context: Context, { from, to }: TimeRange): IdRange {
  if (from > to) throw invalid({ pointer: '/to', code: 'inverted_range', detail: 'The range ends before it begins.' });
  return { after: idFloor('event', from), before: idFloor('event', Math.min(to, context.clock() + 1)) };
}

export async function countAssessments(context: Context, environment: Environment, range: IdRange): Promise<number> {
  let total = 0;
  for (let after = range.after; ; ) {
    const { count, last } = await context.store.assessments.count(environment.number, { ...range, after }, COUNTED);
    total += count;
    if (count < COUNTED || last === null) return total;
    after = last;
    await breathe();
  }
}

/** Every page of the range in order. Whoever stops asking stops the reading. */
export async function* walkAssessments(
  context: Context,
  environment: Environment,
  range: IdRange,
  which: keyof Pick<AssessmentReader, 'page' | 'labeledPage'>,
): AsyncGenerator<RecordedAssessment[]> {
  for (let after = range.after; ; ) {
    const rows = await context.store.assessments[which](environment.number, { ...range, after }, PAGE);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.eventId ?? after;
    await breathe();
  }
}
