// Tests the counts of a range of days, on both engines: every day, the sums, the order of the signals, and the ranges that are refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

const FIRST = Date.UTC(2026, 2, 1, 12);

await onBothEngines(async ({ store }) => {
  // The sessions of the server are as old as it is.
  let now = FIRST + 2 * DAY;
  const server = await startTestServer({ store, clock: () => now });
  const get = (from: string, to: string) =>
    server.request({
      url: `/v1/environments/${server.environments.test.id}/trends?from=${from}&to=${to}`,
      headers: { authorization: `Bearer ${server.sessions.viewer}` },
    });
  const send = async (event: string, account: string, timezone = 'Europe/Oslo', platform = 'Win32') => {
    const signals = { timezone, platform, automation: { webdriver: timezone === 'UTC' } };
    const body = { event, account: { id: account }, signals, ip_address: '93.184.216.34' };
    const response = await server.event(server.keys.test.secret, body);
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data.risk.signals.map(({ code }: { code: string }) => code) as string[];
  };
  const fired: string[] = [];
  now = FIRST;
  for (const account of ['force_block_1', 'ann']) fired.push(...(await send('login', account)));
  fired.push(...(await send('page_view', 'ann')));
  now += 2 * DAY;
  fired.push(...(await send('login', 'ann', 'Asia/Tokyo', 'MacIntel')));
  fired.push(...(await send('login', 'ann', 'UTC', 'Linux x86_64')));

  test('has every day of the range, and their sums', async () => {
    const { data } = (await get('2026-03-01', '2026-03-03')).json();
    assert.deepEqual([data.from, data.to, data.events], ['2026-03-01', '2026-03-03', 5]);
    assert.deepEqual(
      data.days.map(({ date, events }: { date: string; events: number }) => [date, events]),
      [
        ['2026-03-01', 3],
        ['2026-03-02', 0],
        ['2026-03-03', 2],
      ],
    );
    assert.deepEqual([data.by_decision.block, data.days[0].by_decision.block], [1, 1]);
    assert.equal(data.new_accounts, data.days[0].new_accounts);
    assert.deepEqual(Object.entries(data.by_event_type), [
      ['login', 4],
      ['page_view', 1],
    ]);
    const counts = new Map<string, number>();
    for (const code of fired) counts.set(code, (counts.get(code) ?? 0) + 1);
    const byCount = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
    assert.deepEqual(
      data.top_signals,
      byCount.map(([code, count]) => ({ code, count })),
    );
  });

  test('refuses what is no date, an inverted range and more than 92 days', async () => {
    assert.equal((await get('2026-03-01', '2026-05-31')).statusCode, 200, '92 days');
    const rejected = [
      ['2026-03-01', '2026-06-01', 'to', 'range_too_long'],
      ['2026-03-02', '2026-03-01', 'to', 'inverted_range'],
      ['2026-02-30', '2026-03-01', 'from', 'bad_date'],
      ['2026-03-01', '2026-3-2', 'to', 'bad_date'],
    ] as const;
    for (const [from, to, pointer, code] of rejected) {
      const response = await get(from, to);
      assert.equal(response.statusCode, 422, response.body);
      const [issue] = response.json().errors;
      assert.deepEqual([issue.pointer, issue.code], [pointer, code]);
    }
  });
});
