// Tells the events that the server reported from claims under the public key, which anyone can send.
import type { StoppedEvent } from '../../records/campaigns.ts';
import type { KeyKind } from '../../vocabulary/words.ts';

export function isReported({ credential }: { credential: KeyKind }): boolean {
  return credential === 'secret';
}

/**
 * The events that characterize a source: those that the server sent, if there are any. With two claimed logins from the address of
 * each attempt, a campaign of a hundred attempts became a hundred sources of three events.
 */
export function reportedOrAll(events: readonly StoppedEvent[], indexes: readonly number[]): readonly number[] {
  const sent = indexes.filter((index) => isReported(events[index] as StoppedEvent));
  return sent.length === 0 ? indexes : sent;
}
