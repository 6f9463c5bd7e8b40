// What the commands report that remove or recompute data: `erase`, `retention`, `rollup rebuild` and `outcomes import`.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type HistoricalEvent, ndjson } from './event-history.ts';
import { assay, type CliOptions, withFolder } from './run-cli.ts';

const START = Date.UTC(2026, 2, 1, 12);
/** Three logins of `ann` and one of `bob`, on a device each. */
const EVENTS: HistoricalEvent[] = ['ann', 'ann', 'ann', 'bob'].map((id, index) => ({
  event: 'login',
  account: { id },
  ip_address: '203.0.114.9',
  occurred_at: new Date(START + index * 60_000).toISOString(),
  signals: { timezone: id === 'ann' ? 'Europe/Oslo' : 'Asia/Tokyo', platform: id === 'ann' ? 'Win32' : 'MacIntel' },
}));
const OUTCOMES = [
  'external_account_id,occurred_at,label',
  `ann,${EVENTS[0]?.occurred_at},fraud_confirmed`,
  `ann,${EVENTS[1]?.occurred_at},fraud_confirmed`,
  'nobody,2026-03-01T12:00:00Z,fraud_confirmed',
].join('\n');

test('the commands say how much they have changed', async () => {
  await withFolder(async (folder) => {
    const options: CliOptions = { dataDir: join(folder, 'data') };
    const run = async (args: string[], input = '', code = 0) => {
      const result = await assay(args, { ...options, input });
      assert.equal(result.code, code, `${args}: ${result.stderr}`);
      return result.stdout.trimEnd();
    };
    await run(['setup']);
    await run(['import', '-'], ndjson(EVENTS));

    const dry = await run(['outcomes', 'import', '-', '--dry-run'], OUTCOMES, 1);
    assert.match(dry, /^2 outcomes would be recorded in env_\w+: 2 new, 0 revised\n/);
    const recorded = await run(['outcomes', 'import', '-'], OUTCOMES, 1);
    assert.match(recorded, /^2 outcomes recorded in env_\w+: 2 new, 0 revised\n {2}2 \w+\nskipped: 1 invalid line$/);
    const again = await run(['outcomes', 'import', '-'], OUTCOMES, 1);
    assert.match(again, /^0 outcomes recorded .*\nalready recorded: 2 outcomes\nskipped: 1 invalid line$/);

    const rebuilt = await run(['rollup', 'rebuild']);
    assert.match(rebuilt, /^env_\w+ {2}[04] events\nenv_\w+ {2}[04] events$/);
    assert.equal(await run(['erase', 'ann', '--environment', 'test']), 'erased from 3 events and 1 device');
    assert.equal(await run(['retention']), 'ENVIRONMENT  CLEANED EVENTS', 'no environment has a retention period');
    await run(['environments', 'update', 'test', '--retention-days', '30']);
    assert.match(await run(['retention']), /^ENVIRONMENT +CLEANED EVENTS\nenv_\w+ +1$/, 'that of bob');
    assert.match(await run(['retention']), /^ENVIRONMENT +CLEANED EVENTS\nenv_\w+ +0$/, 'nothing is left to clean');
    const erased = JSON.parse(await run(['erase', 'bob', '--environment', 'test', '--json']));
    assert.deepEqual([erased.erased_events, erased.erased_devices], [1, 1]);
  });
});
