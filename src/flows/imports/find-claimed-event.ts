// Finds the event that a line of a file speaks of: by its id, or by the account and the time that a bank or a shop knows.
import { hashOpaque } from '../../devices/client-signals.ts';
import type { Environment } from '../../records/tenants.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { Failure, invalid } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';

/** Which event is meant. Times in ms. */
export type ClaimedEvent = { id: string } | { accountId: string; occurredAt: number; eventType: string | null };

/** Nobody needs more of them to see that one name fits several. */
const LISTED = 5;

/**
 * The event's id. With an account and a time it is the one event of that very millisecond, or else the only one that
 * happened at most `within` ms before or after: nothing is guessed.
 * @throws Failure `invalid` with the place when no event is meant, or more than one could be.
 */
export async function findClaimedEvent(
  context: Context,
  environment: Environment,
  claimed: ClaimedEvent,
  within: number,
): Promise<string> {
  if ('id' in claimed) return byId(context, environment, claimed.id);
  const { accountId, occurredAt, eventType: type } = claimed;
  const accountKey = hashOpaque(accountId);
  const moments = (spread: number) => {
    const range = { from: occurredAt - spread, to: occurredAt + spread, type };
    return context.store.events.momentsOf(environment.number, accountKey, range, LISTED);
  };
  const [only, another] = await moments(0);
  if (only !== undefined && another === undefined) return only.id;
  const near = await moments(within);
  const [first] = near;
  if (first !== undefined && near.length === 1) return first.id;
  const what = type === null ? 'event' : `${type} event`;
  if (first === undefined) {
    const detail = `The account has no ${what} within ${within / 1_000} s of this time.`;
    throw invalid({ pointer: '/occurred_at', code: 'event_not_found', detail });
  }
  const several = near.map(({ id, type, at }) => `${id} (${type}, ${isoTime(at)})`).join(', ');
  const detail = `The account has several events within ${within / 1_000} s of this time: ${several}.`;
  throw invalid({ pointer: '/occurred_at', code: 'ambiguous_event', detail });
}

async function byId(context: Context, environment: Environment, id: string): Promise<string> {
  try {
    await findOwner(context, [environment], 'event', id);
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind !== 'not_found' && error.kind !== 'forbidden')) throw error;
    throw invalid({ pointer: '/event_id', code: error.code, detail: error.message });
  }
  return id;
}
