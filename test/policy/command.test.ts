// `assay backtest` on the command line: table, JSON and error messages.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assay, withFolder } from '../cli/run-cli.ts';

test('backtests a draft on imported events without changing the policy', async () => {
  await withFolder(async (folder) => {
    const options = { dataDir: join(folder, 'data') };
    await assay(['setup'], options);
    const events = Array.from({ length: 5 }, (_, at) =>
      JSON.stringify({ event: 'login', account: { id: `u_${at}` }, occurred_at: `2026-03-01T12:00:0${at}Z` }),
    );
    const imported = await assay(['import', '-', '--json'], { ...options, input: events.join('\n') });
    assert.equal(imported.code, 0, imported.stderr);
    const draft = join(folder, 'draft.json');
    const block = {
      conditions: { all: [{ field: 'event.type', operator: 'eq', value: 'login' }] },
      action: { decision: 'block' },
    };
    writeFileSync(draft, JSON.stringify({ rules: [{ name: 'Block logins', priority: 1, ...block }] }));
    const range = ['--from', '2026-03-01T12:00:01Z', '--to', '2026-03-02T00:00:00Z'];
    const found = await assay(['backtest', ...range, '--policy', draft, '--json'], options);
    assert.equal(found.code, 0, found.stderr);
    const { events: total, changed, rules } = JSON.parse(found.stdout);
    assert.deepEqual([total, changed, rules[0].decided], [4, 4, 4]);
    const unchanged = await assay(['backtest', ...range], options);
    assert.match(unchanged.stdout, /^0 of 4 decisions would change/);
    for (const [args, code, message] of [
      [['--from', 'x', '--to', range[3] as string], 2, /--from must be an ISO 8601 time/],
      [[...range, '--policy', join(folder, 'none')], 2, /--policy .*none does not exist/],
    ] as const) {
      const wrong = await assay(['backtest', ...args], options);
      assert.equal(wrong.code, code);
      assert.match(wrong.stderr, message);
      assert.equal(wrong.stdout, '');
    }
  });
});
