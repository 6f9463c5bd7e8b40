// Applies a change to a stored object that others may change at the same time.
import type { JsonObject } from '../records/audit.ts';
import { type ChangedFields, changedFields } from './audit/audit-event.ts';
import type { Context } from './context.ts';

interface Changeable<T> {
  read(): Promise<T>;
  /** What the caller can change. */
  contentOf(object: T): JsonObject;
  /**
   * False when the object was changed since `old.updatedAt`, or is gone.
   * @param fields the content that differs, before and after.
   */
  save(changed: T, old: T, fields: ChangedFields): Promise<boolean>;
}

/**
 * Returns the changed object. Saves nothing if the change makes no difference. Two concurrent changes of different fields both take
 * effect: each is applied to the object as the other left it.
 */
export async function changeNewest<T extends { updatedAt: number }>(
  context: Pick<Context, 'clock'>,
  change: Partial<T>,
  { read, contentOf, save }: Changeable<T>,
): Promise<T> {
  for (;;) {
    const old = await read();
    const changed = { ...old, ...change, updatedAt: Math.max(context.clock(), old.updatedAt + 1) };
    const fields = changedFields(contentOf(old), contentOf(changed));
    if (fields === null) return old;
    if (await save(changed, old, fields)) return changed;
  }
}
