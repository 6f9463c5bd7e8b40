// Exports a case for a colleague: the events of a campaign with the reasons of their labels and the notes on each event, its account
// and its device.
import { accountKeyOf } from '../../devices/digest.ts';
import type { Note } from '../../records/notes.ts';
import type { Environment } from '../../records/tenants.ts';
import { NOTE_KINDS, type NoteKind } from '../../vocabulary/notes.ts';
import type { Context } from '../context.ts';
import { exportEventsById, type MaskedEvent } from '../events/list-events.ts';

export interface EventWithNotes {
  event: MaskedEvent;
  /** Notes on the event, its account and its device, oldest first. */
  notes: readonly Note[];
  /** The reason given with the current outcome, or null. */
  reason: string | null;
}

/** Oldest first, page by page; ids that are not events of the environment are left out. */
export async function* exportCase(
  context: Context,
  environment: Environment,
  eventIds: readonly string[],
): AsyncGenerator<readonly EventWithNotes[]> {
  for await (const events of exportEventsById(context, environment, eventIds)) {
    const notes = (
      await Promise.all(
        NOTE_KINDS.map((kind) => {
          const keys = new Set(events.flatMap((event) => KEY_OF[kind](event) ?? []));
          return context.store.notes.ofTargets(environment.number, kind, [...keys]);
        }),
      )
    ).flat();
    const ids = events.map(({ id }) => id);
    const reasons = await context.store.campaigns.reasons(environment.number, ids);
    yield events.map((event) => ({
      event,
      reason: reasons.get(event.id) ?? null,
      notes: notes
        .filter(({ target }) => target.key === KEY_OF[target.kind](event))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    }));
  }
}

const KEY_OF: Readonly<Record<NoteKind, (event: MaskedEvent) => string | null>> = {
  event: ({ id }) => id,
  account: ({ externalAccountId }) => (externalAccountId === null ? null : accountKeyOf(externalAccountId)),
  device: ({ deviceId }) => deviceId,
};
