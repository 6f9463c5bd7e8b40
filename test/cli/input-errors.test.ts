// Errors for wrong arguments name the option or argument as it was given, in words instead of system codes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { assay, withFolder } from './run-cli.ts';

test('names a missing file, a folder, an unknown environment and a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    assert.equal((await assay(['setup'], { dataDir })).code, 0);
    const missing = join(folder, 'none');
    const inverted = ['--from', '2026-03-02T00:00:00Z', '--to', '2026-03-01T00:00:00Z'];
    const draft = join(folder, 'policy.json');
    writeFileSync(draft, JSON.stringify({ rules: [] }));
    for (const [args, message] of [
      [['policy', 'apply', missing], `${missing} does not exist`],
      [['policy', 'apply', folder], `${folder} is a folder`],
      [['policy', 'export', '--output', join(missing, 'policy.json')], `the folder ${missing} does not exist`],
      [['policy', 'export', '--output', folder], `--output ${folder} is a folder`],
      [
        ['policy', 'export', '--output', join(dataDir, 'encryption-keys')],
        `--output ${join(dataDir, 'encryption-keys')} does not contain a policy; it was not changed`,
      ],
      [['events', 'send', '--file', missing], `--file ${missing} does not exist`],
      [['outcomes', 'import', missing], `${missing} does not exist`],
      [['outcomes', 'import', folder], `${folder} is a folder`],
      [
        ['environments', 'update', 'nope', '--name', 'x'],
        /^assay: environment nope does not exist; choose one of: env_/,
      ],
      [['environments', 'create', '--kind', 'test', '--name', ' '], '--name: Must not be blank.'],
      [['environments', 'update', 'test', '--name', ''], '--name: Must have at least 1 character.'],
      [['environments', 'update', 'test', '--retention-days', '-1'], /--retention-days: Must be at least 1/],
      [['whoami', '--url', 'nonsense', '--key', 'x'], '--url must be an address such as http://127.0.0.1:8080'],
      [['keys', 'create', '--kind', 'secret', '--name', '\t'], '--name: Must not be blank.'],
      [['import', '/dev/null', '--results', join(missing, 'results')], `the folder ${missing} does not exist`],
      [['import', '/dev/null', '--results', folder], `--results ${folder} is a folder`],
      [['setup', '--organization', ' '], '--organization: Must not be blank.'],
      [['setup', '--organization', 'x'.repeat(121)], '--organization: Must have at most 120 characters.'],
      [
        ['setup', '--organization', 'Acme', '--email', ' ann@acme.test '],
        '--email: Must be an email address without spaces and invisible characters.',
      ],
      [['policy', 'apply', draft, '--comment', 'x'.repeat(501)], '--comment: Must have at most 500 characters.'],
      [
        ['webhooks', 'create', 'https://example.com/', '--types', '*,decision.block'],
        '--types: "*" means every type and must be the only one',
      ],
      [
        ['webhooks', 'create', 'https://example.com/', '--types', 'decision.block,decision.block'],
        '--types: "decision.block" is repeated',
      ],
      [
        ['webhooks', 'create', 'https://example.com/', '--description', 'x'.repeat(501)],
        '--description: Must have at most 500 characters.',
      ],
      [['webhooks', 'create', 'ftp://example.com/'], 'URL: Only http and https URLs are accepted.'],
      [['webhooks', 'create', 'nonsense'], 'URL: The URL must start with http:// or https:// and a host.'],
      [
        ['webhooks', 'listen', '--secret', 'whsec_x'],
        '--secret must be the whole secret of an endpoint: whsec_ and 52 letters and digits',
      ],
      [['backtest', ...inverted], '--to is before --from'],
      [['audit', 'list', ...inverted], '--to is before --from'],
      [['keys', 'list', '--environment', 'nope'], /^assay: --environment nope does not exist; choose one of: env_/],
      [
        ['webhooks', 'listen', '--port', String(port)],
        `--port ${port} is in use by another process: use 0 for a free one`,
      ],
    ] as const) {
      const result = await assay(args, { dataDir });
      assert.deepEqual([result.code, result.stdout], [2, ''], args.join(' '));
      if (typeof message === 'string') assert.equal(result.stderr, `assay: ${message}\n`);
      else assert.match(result.stderr, message);
    }
  }).finally(() => other.close());
});
