// Accounts as their list returns them.
import Type from 'typebox';
import type { ListedAccount } from '../../records/sorted-lists.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { type BodyOf, closed, count, nullable, time } from './schema.ts';

export const AccountSchema = closed(
  {
    external_account_id: nullable(Type.String(), { description: 'Null after the account was erased.' }),
    event_count: count(),
    stopped_count: count('Events that were challenged or blocked.'),
    first_seen_at: time(),
    last_seen_at: time(),
  },
  { $id: 'Account', description: 'The activity of one account.' },
);

export function accountBody(account: ListedAccount): BodyOf<typeof AccountSchema> {
  return {
    external_account_id: account.externalId,
    event_count: account.eventCount,
    stopped_count: account.stoppedCount,
    first_seen_at: isoTime(account.firstSeenAt),
    last_seen_at: isoTime(account.lastSeenAt),
  };
}
