// Tests that texts chosen by other people do not reach the terminal as control sequences when commands quote them.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assay, withFolder } from './run-cli.ts';

/** Sets the window's title, clears the screen, and reverses the text that follows. */
const HOSTILE = '\u001b]0;x\u0007\u001b[2J\u009b2J\u202e';
const CONTROL = /[^\P{C}\n]/u;

test('names, keys of events and arguments are printed without control characters', async () => {
  await withFolder(async (folder) => {
    const options = { dataDir: join(folder, 'data') };
    const run = (...args: string[]) => assay(args, options);
    await run('setup');
    const policy = join(folder, 'policy.json');
    const rule = {
      conditions: { all: [{ field: 'event.type', operator: 'eq', value: 'login' }] },
      action: { decision: 'challenge' },
    };
    writeFileSync(policy, JSON.stringify({ rules: [{ name: `rule ${HOSTILE}`, priority: 1, ...rule }] }));
    // Customers import texts that their visitors sent.
    const events = join(folder, 'events.ndjson');
    const signals = { [HOSTILE]: 'x'.repeat(5_000) };
    const event = { event: 'login', account: { id: 'u_1' }, occurred_at: '2026-03-01T12:00:00Z' };
    writeFileSync(events, `${JSON.stringify({ ...event, signals })}\n${JSON.stringify(event)}\n`);
    const quoted: string[] = [];
    for (const args of [
      ['import', events],
      ['policy', 'apply', policy, '--dry-run'],
      ['environments', 'create', '--name', `name ${HOSTILE}`, '--kind', 'test'],
      ['doctor'],
      ['retention', '--environment', HOSTILE],
      [HOSTILE],
    ]) {
      const { stdout, stderr } = await run(...args);
      assert.doesNotMatch(stdout + stderr, CONTROL, args.join(' '));
      quoted.push(stdout + stderr);
    }
    assert.ok(quoted.filter((text) => text.includes('?]0;x?')).length >= 5, quoted.join('\n'));
  });
});
