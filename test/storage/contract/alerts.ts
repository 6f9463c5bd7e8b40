// Contract: alerts by status, and the removal of what was resolved or refused long ago.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert, AlertNotification, RejectionCount } from '../../../src/records/alerts.ts';
import { REJECTION_SPAN } from '../../../src/vocabulary/alerts.ts';
import { DAY, HOUR } from '../../../src/vocabulary/clock.ts';
import { NOON, id as newId } from '../sample.ts';
import { type EngineUnderTest, newEnvironment } from './engine-under-test.ts';

const PAGE = { from: null, limit: 10 };

export function alertsContract({ store }: EngineUnderTest): void {
  const { alerts, rejections } = store;

  /** Opens an alert with a message, and resolves it at `resolvedAt` unless that is null. Returns its id. */
  async function alertOf(environmentNumber: number, resolvedAt: number | null): Promise<string> {
    const id = newId('alert');
    const text = { ruleId: newId('alertRule'), ruleName: 'Waves', target: '', what: 'An attack.', path: 'campaigns' };
    const times = { since: NOON, openedAt: NOON, lastSeenAt: NOON, resolvedAt: null };
    const alert: Alert = { id, ...text, ...times, kind: 'attack_wave', value: 12, threshold: 10 };
    const state = { status: 'sent', dueAt: NOON, sentAt: NOON, attempts: 1, error: null } as const;
    const ids = { id: newId('alertNotification'), alertId: id, channelId: newId('alertChannel') };
    const message: AlertNotification = { ...ids, type: 'alert.opened', ...state };
    await alerts.lease(environmentNumber, 'this process', NOON, NOON + HOUR);
    assert.equal(await alerts.open(environmentNumber, 'this process', alert, [message]), true);
    if (resolvedAt !== null) {
      await alerts.resolve(environmentNumber, alert, resolvedAt, () => newId('alertNotification'));
    }
    return id;
  }

  test('lists alerts by their status, and prunes only old resolved ones, with their messages and old counts', async () => {
    const [{ number }, other] = [await newEnvironment(store), await newEnvironment(store)];
    const open = await alertOf(number, null);
    const old = await alertOf(number, NOON + DAY - 1);
    const recent = await alertOf(number, NOON + DAY);
    const elsewhere = await alertOf(other.number, NOON);
    const listed = async (status: 'open' | 'resolved' | null) =>
      (await alerts.list(number, status, PAGE)).map(({ id }) => id).sort();
    assert.deepEqual(await listed(null), [open, old, recent].sort());
    assert.deepEqual(await listed('open'), [open]);
    assert.deepEqual(await listed('resolved'), [old, recent].sort());
    const refused = (at: number): RejectionCount => ({ kind: 'event', word: 'invalid', at, count: 1 });
    await rejections.add([NOON - REJECTION_SPAN, NOON].map((at) => ({ environmentNumber: number, ...refused(at) })));

    await alerts.prune(number, NOON + DAY, NOON);
    assert.deepEqual(await listed(null), [open, recent].sort());
    const messages = await alerts.notificationsOf(number, [open, old, recent]);
    assert.deepEqual(
      messages.map(({ alertId, type }) => `${alertId} ${type}`).sort(),
      [`${open} alert.opened`, `${recent} alert.opened`, `${recent} alert.resolved`].sort(),
    );
    assert.deepEqual(await rejections.since(number, 0), [refused(NOON)]);
    assert.equal((await alerts.list(other.number, 'resolved', PAGE))[0]?.id, elsewhere);
  });
}
