// Deletes client signals that no event refers to, and none that an event in progress relies on. Events wait for none of this.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Engine, Querier } from '../engine.ts';
import { first } from '../reads.ts';
import { deleteFrom, insertInto, select, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';

/** Rows that one statement reads: SQLite, and with it every event, waits for about two milliseconds. */
const ROWS_OF_READ = 2_000;
/** Digests that one transaction changes: an event that stores one of them waits for its end. */
const DIGESTS_OF_CHANGE = 100;
/** Sorts after every id of an event. */
const AFTER_EVENTS = 'evt_~';

const DIGESTS_OF_EVENTS = select`DISTINCT stable_digest AS digest FROM event_details WHERE environment_id = ?
  AND event_id ${macro.in_texts} AND stable_digest IS NOT NULL`;
const MARK = insertInto('unused_signals')`(environment_id, digest, mark) SELECT ?, value, ? FROM ${macro.each_text}
  WHERE true ON CONFLICT (environment_id, digest) DO UPDATE SET mark = excluded.mark`;
const MARKED = select`digest, mark FROM unused_signals WHERE environment_id = ? AND digest > ?
  ORDER BY digest LIMIT ${ROWS_OF_READ}`;
const ANY_MARKED = select`mark FROM unused_signals WHERE environment_id = ? LIMIT 1`;
const START_OF_READ = select`event_id FROM event_details WHERE environment_id = ? AND event_id < ?
  ORDER BY event_id DESC LIMIT 1 OFFSET ${ROWS_OF_READ - 1}`;
/** A scalar subquery looks the digest up by its key; as a join, PostgreSQL may start with all marked digests. */
const IN_USE = select`DISTINCT f.digest, f.mark FROM (SELECT v.stable_digest AS digest, (SELECT u.mark FROM unused_signals u
    WHERE u.environment_id = ? AND u.digest = v.stable_digest) AS mark FROM event_details v
  WHERE v.environment_id = ? AND v.event_id < ? AND v.event_id >= ? AND v.stable_digest IS NOT NULL) AS f
  WHERE f.mark IS NOT NULL`;
const LOCK = select`digest FROM unused_signals WHERE environment_id = ? AND digest ${macro.in_texts}
  AND mark ${macro.in_texts} ORDER BY digest ${macro.lock_rows}`;
const MOVE_BACK = insertInto('client_signals')`(environment_id, digest, body) SELECT u.environment_id, u.digest, u.body
  FROM unused_signals u WHERE u.environment_id = ? AND u.digest ${macro.in_texts} AND u.body IS NOT NULL
  ON CONFLICT DO NOTHING`;
const UNMARK = deleteFrom('unused_signals')`WHERE environment_id = ? AND digest ${macro.in_texts}`;
const CLAIM = update('unused_signals')`SET mark = ?, body = coalesce((SELECT c.body FROM client_signals c
    WHERE c.environment_id = ? AND c.digest = unused_signals.digest), body)
  WHERE environment_id = ? AND digest ${macro.in_texts} AND mark ${macro.in_texts}`;
/** Not what an event has stored since `CLAIM` found no body. */
const DELETE_CLAIMED = deleteFrom('client_signals')`WHERE environment_id = ? AND digest ${macro.in_texts}
  AND (SELECT u.mark FROM unused_signals u WHERE u.environment_id = ? AND u.digest = client_signals.digest
    AND u.body IS NOT NULL) = ?`;
const DROP = deleteFrom('unused_signals')`WHERE environment_id = ? AND digest ${macro.in_texts} AND mark = ?`;

/** A mark that has changed since was set by a later removal from events, or by another sweep. */
interface Marked {
  digest: string;
  mark: string;
}

interface Sweep {
  engine: Engine;
  environmentNumber: number;
  stopping: AbortSignal | undefined;
  /** The mark of the signals that it has moved. */
  own: string;
}

/** The signals of these events, a JSON list of ids; call it before they are removed from the events. */
export async function signalsOf(querier: Querier, environmentNumber: number, events: string): Promise<string[]> {
  return digestsOf(await querier.all(DIGESTS_OF_EVENTS, environmentNumber, events));
}

/** Records, in the transaction that removes the signals from events, that no other event may refer to them. */
export async function markSignals(querier: Querier, environmentNumber: number, digests: string[]): Promise<void> {
  if (digests.length === 0) return;
  await querier.run(MARK, environmentNumber, randomUUID(), JSON.stringify(digests.toSorted()));
}

/**
 * Deletes the marked signals that no event refers to. An event stores its signals only if it does not find them, and an event in
 * progress that has found them is not visible yet. Signals are therefore moved first, so that later events store them anew; when all
 * earlier events are visible, signals that they refer to are moved back. What is left when `stopping` aborts, or after a crash, stays marked.
 * Several processes may sweep at once: each deletes only what it has moved itself, and nobody has moved again.
 */
export async function dropUnusedSignals(
  engine: Engine,
  environmentNumber: number,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const sweep: Sweep = { engine, environmentNumber, stopping, own: randomUUID() };
  const marks = new Set<string>();
  const collect = async (rows: readonly Marked[]) => {
    for (const { mark } of rows) marks.add(mark);
  };
  if (!(await eachPage(sweep, collect)) || marks.size === 0) return;
  if (!(await unmarkUsed(sweep, marks)) || !(await moveUnused(sweep, marks))) return;
  if (engine.earlierWritersEnd !== undefined && !(await engine.earlierWritersEnd(environmentNumber, stopping))) return;
  const moved = new Set([sweep.own]);
  if (!(await unmarkUsed(sweep, moved))) return;
  await eachPage(sweep, async (rows) => {
    for (const chunk of chunks(rows.filter(({ mark }) => moved.has(mark)))) {
      await engine.write((querier) => querier.run(DROP, environmentNumber, listed(chunk, 'digest'), sweep.own));
    }
  });
}

/**
 * Unmarks signals that an event refers to, and moves them back; false if `stopping` aborts. Reads all events once, from the newest to the
 * oldest, because most signals that are still in use were used recently, and in small parts without a lock: an index by digest would
 * cost an extra write for every event.
 */
async function unmarkUsed(sweep: Sweep, marks: ReadonlySet<string>): Promise<boolean> {
  const { engine, environmentNumber, stopping } = sweep;
  for (let before = AFTER_EVENTS; ; ) {
    if (stopping?.aborted) return false;
    if ((await engine.read.all(ANY_MARKED, environmentNumber)).length === 0) return true;
    const row = await first(engine.read.all<{ event_id: string }>(START_OF_READ, environmentNumber, before));
    const start = row?.event_id ?? '';
    const bounds = [environmentNumber, environmentNumber, before, start] as const;
    const found = await engine.read.all<Marked>(IN_USE, ...bounds);
    for (const chunk of chunks(found.filter(({ mark }) => marks.has(mark)))) await moveBack(sweep, chunk);
    if (row === null) return true;
    before = start;
    await nextTick();
  }
}

async function moveBack({ engine, environmentNumber }: Sweep, chunk: readonly Marked[]): Promise<void> {
  await engine.write(async (querier) => {
    const locked = await querier.all(LOCK, environmentNumber, listed(chunk, 'digest'), listed(chunk, 'mark'));
    const digests = JSON.stringify(digestsOf(locked));
    await querier.run(MOVE_BACK, environmentNumber, digests);
    await querier.run(UNMARK, environmentNumber, digests);
  });
}

/** Moves what is still marked out of `client_signals`; false if `stopping` aborts. An interrupted sweep may have moved it already. */
function moveUnused(sweep: Sweep, marks: ReadonlySet<string>): Promise<boolean> {
  const { engine, environmentNumber: number, own } = sweep;
  return eachPage(sweep, async (rows) => {
    for (const chunk of chunks(rows.filter(({ mark }) => marks.has(mark)))) {
      const digests = listed(chunk, 'digest');
      await engine.write(async (querier) => {
        await querier.run(CLAIM, own, number, number, digests, listed(chunk, 'mark'));
        await querier.run(DELETE_CLAIMED, number, digests, number, own);
      });
    }
  });
}

/** Calls `use` with all marked signals, page by page; false if `stopping` aborts before the last one. */
async function eachPage(
  { engine, environmentNumber, stopping }: Sweep,
  use: (rows: readonly Marked[]) => Promise<void>,
): Promise<boolean> {
  for (let after = ''; ; ) {
    if (stopping?.aborted) return false;
    const rows = await engine.read.all<Marked>(MARKED, environmentNumber, after);
    await use(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_OF_READ) return true;
    after = last.digest;
    await nextTick();
  }
}

function digestsOf(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map(({ digest }) => digest as string);
}

/** A JSON list of the different values, for `macro.in_texts`. */
function listed(rows: readonly Marked[], column: keyof Marked): string {
  return JSON.stringify([...new Set(rows.map((row) => row[column]))]);
}

/** In order, so that transactions lock rows in the same order. */
function chunks(rows: readonly Marked[]): Marked[][] {
  const sorted = rows.toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
  return Array.from({ length: Math.ceil(sorted.length / DIGESTS_OF_CHANGE) }, (_, index) =>
    sorted.slice(index * DIGESTS_OF_CHANGE, (index + 1) * DIGESTS_OF_CHANGE),
  );
}
