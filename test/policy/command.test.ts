// `assay backtest` as people run it: a table, one line of JSON, and clear words for what is wrong.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assay, withFolder } from '../cli/run-cli.ts';

test('backtest tries a draft on imported events and leaves the policy as it is', async () => {
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
    writeFileSync(draft, JSON.stringify({ rules: [{ name: 'Nobody', priority: 1, ...block }] }));
    const range = ['--from', '2026-03-01T12:00:01Z', '--to', '2026-03-02T00:00:00Z'];
    const found = await assay(['backtest', ...range, '--policy', draft, '--json'], options);
    assert.equal(found.code, 0, found.stderr);
    const { events: tried, changed, rules } = JSON.parse(found.stdout);
    assert.deepEqual([tried, changed, rules[0].decided], [4, 4, 4]);
    const unchanged = await assay(['backtest', ...range], options);
    assert.match(unchanged.stdout, /^0 of 4 decisions would change/);
    for (const [args, code, words] of [
      [['--from', 'x', '--to', range[3] as string], 2, /--from must be an ISO 8601 time/],
      [[...range, '--policy', join(folder, 'none')], 2, /--policy .*ENOENT/],
    ] as const) {
      const wrong = await assay(['backtest', ...args], options);
      assert.equal(wrong.code, code);
      assert.match(wrong.stderr, words);
      assert.equal(wrong.stdout, '');
    }
  });
});
