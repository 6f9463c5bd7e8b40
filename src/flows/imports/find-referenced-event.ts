// Finds the event that a line of an outcome file names: by its id, or by account and time, as banks and shops know it.
import { accountKeyOf } from '../../devices/digest.ts';
import type { Environment } from '../../records/tenants.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { Failure, invalid } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';

/** An event by its id, or by the customer's account id and the time it occurred (ms). */
export type EventReference = { id: string } | { accountId: string; occurredAt: number; eventType: string | null };

/** Maximum number of events listed in the error for an ambiguous reference. */
const MAX_LISTED = 5;

/**
 * Returns the event's id. For an account and a time, this is the only event at that exact millisecond, or else the only
 * one at most `within` ms before or after. An ambiguous reference is an error, never a guess.
 * @throws Failure `invalid` at the field in question when no event matches, or more than one.
 */
export async function findReferencedEvent(
  context: Context,
  environment: Environment,
  reference: EventReference,
  within: number,
): Promise<string> {
  if ('id' in reference) return byId(context, environment, reference.id);
  const { accountId, occurredAt, eventType: type } = reference;
  const accountKey = accountKeyOf(accountId);
  const eventsWithin = (spread: number) => {
    const range = { from: occurredAt - spread, to: occurredAt + spread, type };
    return context.store.events.accountEvents(environment.number, accountKey, range, MAX_LISTED);
  };
  const [exact, another] = await eventsWithin(0);
  if (exact !== undefined && another === undefined) return exact.id;
  const near = await eventsWithin(within);
  const [first] = near;
  if (first !== undefined && near.length === 1) return first.id;
  if (first === undefined) {
    const what = type === null ? 'event' : `${type} event`;
    const detail = `The account has no ${what} within ${within / 1_000} s of this time.`;
    throw invalid({ pointer: '/occurred_at', code: 'event_not_found', detail });
  }
  const listed = near.map(({ id, type, at }) => `${id} (${type}, ${isoTime(at)})`).join(', ');
  const detail = `The account has several events within ${within / 1_000} s of this time: ${listed}.`;
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
