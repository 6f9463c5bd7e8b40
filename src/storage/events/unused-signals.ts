// Deletes client signals that no event refers to, and none that an event in progress relies on. Events wait for none of this.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Engine, Querier } from '../engine.ts';
import { deleteFrom, insertInto, select, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';

/** Digests that are looked for together: each search reads all events of the environment, and each digest takes 150 bytes. */
const DIGESTS_OF_SEARCH = 10_000;
/** Events that one statement of a search reads: SQLite, and with it every event, waits for about two milliseconds. */
const EVENTS_OF_READ = 2_000;
/** Digests that one transaction moves: an event that stores one of them waits for its end. */
const DIGESTS_OF_MOVE = 100;
/** Sorts after every id of an event. */
const AFTER_EVENTS = 'evt_~';

const DIGESTS_OF_EVENTS = select`DISTINCT stable_digest AS digest FROM event_details WHERE environment_id = ?
  AND event_id ${macro.in_texts} AND stable_digest IS NOT NULL`;
const MARK = insertInto('unused_signals')`(environment_id, digest, mark) SELECT ?, value, ? FROM ${macro.each_text}
  WHERE true ON CONFLICT (environment_id, digest) DO UPDATE SET mark = excluded.mark`;
const MARKED = select`digest, mark, CASE WHEN body IS NULL THEN 0 ELSE 1 END AS moved FROM unused_signals
  WHERE environment_id = ? AND digest > ? ORDER BY digest LIMIT ${DIGESTS_OF_SEARCH}`;
const START_OF_READ = select`event_id FROM event_details WHERE environment_id = ? AND event_id < ?
  ORDER BY event_id DESC LIMIT 1 OFFSET ${EVENTS_OF_READ - 1}`;
/** A scalar subquery looks the digest up by its key; as a join, PostgreSQL may start with all marked digests. */
const IN_USE = select`DISTINCT v.stable_digest AS digest FROM event_details v WHERE v.environment_id = ?
  AND v.event_id < ? AND v.event_id >= ? AND v.stable_digest IS NOT NULL AND (SELECT 1 FROM unused_signals u
    WHERE u.environment_id = ? AND u.digest = v.stable_digest) = 1`;
const UNMARK = deleteFrom('unused_signals')`WHERE environment_id = ? AND digest ${macro.in_texts}
  AND mark ${macro.in_texts} AND body IS NULL`;
const MOVE = update('unused_signals')`SET body = (SELECT c.body FROM client_signals c WHERE c.environment_id = ?
    AND c.digest = unused_signals.digest)
  WHERE environment_id = ? AND digest ${macro.in_texts} AND mark ${macro.in_texts} AND body IS NULL`;
const DELETE_MOVED = deleteFrom('client_signals')`WHERE environment_id = ? AND digest ${macro.in_texts}
  AND digest IN (SELECT u.digest FROM unused_signals u WHERE u.environment_id = ? AND u.body IS NOT NULL)`;
const LOCK_MOVED = select`digest FROM unused_signals WHERE environment_id = ? AND digest ${macro.in_texts}
  AND mark ${macro.in_texts} AND body IS NOT NULL ORDER BY digest ${macro.lock_rows}`;
const RESTORE = insertInto('client_signals')`(environment_id, digest, body) SELECT u.environment_id, u.digest, u.body
  FROM unused_signals u WHERE u.environment_id = ? AND u.digest ${macro.in_texts} ON CONFLICT DO NOTHING`;
const DELETE_MARKED = deleteFrom('unused_signals')`WHERE environment_id = ? AND digest ${macro.in_texts}`;

/** Marks that differ from these were set later, when an event lost the signals after the search. */
interface Marked {
  digests: string[];
  marks: string[];
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
 */
export async function dropUnusedSignals(
  engine: Engine,
  environmentNumber: number,
  stopping: AbortSignal | undefined,
): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined && !stopping?.aborted; ) {
    const rows: { digest: string; mark: string; moved: number }[] = await engine.read.all(
      MARKED,
      environmentNumber,
      last,
    );
    last = rows.at(-1)?.digest;
    const marks = [...new Set(rows.map(({ mark }) => mark))];
    const unused = await moveUnused(
      engine,
      environmentNumber,
      { digests: rows.map(({ digest }) => digest), marks },
      stopping,
    );
    // Those that an interrupted run has moved may be in use.
    const movedBefore = rows.filter(({ moved }) => moved === 1).map(({ digest }) => digest);
    const digests = [...new Set([...unused, ...movedBefore])];
    if (digests.length === 0) continue;
    if (engine.earlierWritersEnd !== undefined && !(await engine.earlierWritersEnd(environmentNumber, stopping)))
      return;
    await settleMoved(engine, environmentNumber, { digests, marks }, stopping);
  }
}

/** Returns the digests of the signals that it moved out of `client_signals`, because no visible event refers to them. */
async function moveUnused(
  engine: Engine,
  environmentNumber: number,
  { digests, marks }: Marked,
  stopping: AbortSignal | undefined,
): Promise<string[]> {
  const used = await usedAmong(engine, environmentNumber, digests, stopping);
  if (used === null) return [];
  const unused = digests.filter((digest) => !used.has(digest));
  for (const chunk of chunks([...used])) {
    await engine.write((querier) => querier.run(UNMARK, environmentNumber, ...texts(chunk, marks)));
  }
  for (const chunk of chunks(unused)) {
    await engine.write(async (querier) => {
      await querier.run(MOVE, environmentNumber, environmentNumber, ...texts(chunk, marks));
      await querier.run(DELETE_MOVED, environmentNumber, JSON.stringify(chunk), environmentNumber);
      // There was nothing to move if client_signals has no such row.
      await querier.run(UNMARK, environmentNumber, ...texts(chunk, marks));
    });
  }
  return unused;
}

/** Restores the signals that an event refers to after all, and deletes the others. */
async function settleMoved(
  engine: Engine,
  environmentNumber: number,
  { digests, marks }: Marked,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const used = await usedAmong(engine, environmentNumber, digests, stopping);
  if (used === null) return;
  for (const chunk of chunks(digests)) {
    await engine.write(async (querier) => {
      const locked = digestsOf(await querier.all(LOCK_MOVED, environmentNumber, ...texts(chunk, marks)));
      const restored = locked.filter((digest) => used.has(digest));
      await querier.run(RESTORE, environmentNumber, JSON.stringify(restored));
      await querier.run(DELETE_MARKED, environmentNumber, JSON.stringify(locked));
    });
  }
}

/**
 * The digests that an event refers to; null if `stopping` aborts. Reads from the newest event to the oldest, because most signals that are
 * still in use were used recently, and in small parts without a lock: an index by digest would cost an extra write for every event.
 */
async function usedAmong(
  engine: Engine,
  environmentNumber: number,
  digests: readonly string[],
  stopping: AbortSignal | undefined,
): Promise<Set<string> | null> {
  const searched = new Set(digests);
  const used = new Set<string>();
  for (let before = AFTER_EVENTS; used.size < searched.size; ) {
    if (stopping?.aborted) return null;
    const [row] = await engine.read.all<{ event_id: string }>(START_OF_READ, environmentNumber, before);
    const start = row?.event_id ?? '';
    const found = digestsOf(await engine.read.all(IN_USE, environmentNumber, before, start, environmentNumber));
    for (const digest of found) if (searched.has(digest)) used.add(digest);
    if (row === undefined) break;
    before = start;
    await nextTick();
  }
  return used;
}

function digestsOf(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map(({ digest }) => digest as string);
}

function texts(digests: readonly string[], marks: readonly string[]): [string, string] {
  return [JSON.stringify(digests), JSON.stringify(marks)];
}

/** In order, so that transactions lock rows in the same order. */
function chunks(digests: readonly string[]): string[][] {
  const sorted = digests.toSorted();
  return Array.from({ length: Math.ceil(sorted.length / DIGESTS_OF_MOVE) }, (_, index) =>
    sorted.slice(index * DIGESTS_OF_MOVE, (index + 1) * DIGESTS_OF_MOVE),
  );
}
