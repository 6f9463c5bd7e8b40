// Commands beside a running service: `events send` and `tail`, `policy export` and `apply`, `audit head`, `--version`.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningService, SERVER, startService } from '../../bench/service/start-service.ts';
import { openStore } from '../../src/storage/open.ts';
import { assay, type ProcessResult, ROOT, resultOf, startScript, withFolder } from './run-cli.ts';

const RULE = {
  name: 'Block the tampered',
  event_type: null,
  conditions: { all: [{ field: 'signal.present', operator: 'eq', value: 'DEVICE_TAMPERED' }] },
  action: { decision: 'block' },
  priority: 10,
};

/** The same rule with the fields of its conditions in the opposite order. */
function reordered({ conditions, ...rule }: typeof RULE): object {
  const all = conditions.all.map((condition) => Object.fromEntries(Object.entries(condition).toReversed()));
  return { ...rule, conditions: { all } };
}

function json(result: ProcessResult) {
  assert.equal(result.code, 0, result.stderr);
  return JSON.parse(result.stdout);
}

describe('commands beside a running service', () => {
  let service: RunningService;
  const commentOf = async (environmentId: string, version: number) => {
    const store = await openStore({ databaseUrl: null, dataDir: service.dataDir, access: 'control' });
    try {
      const environment = await store.tenants.environment(environmentId);
      return (await store.policies.version(environment?.number ?? 0, version))?.comment;
    } finally {
      await store.close();
    }
  };
  const run = (...args: string[]) => assay(args, { dataDir: service.dataDir });
  before(async () => {
    service = await startService(SERVER, '/readyz');
  });
  after(() => service.stop());

  test('events send shows the decision of the sample login or of a given body', async () => {
    const sent = await run('events', 'send');
    assert.equal(sent.code, 0, sent.stderr);
    assert.match(sent.stdout, /^allow 20 {2}login {2}evt_\w+\n {4}20 {2}NEW_DEVICE: /);
    const file = join(service.dataDir, 'event.json');
    writeFileSync(file, '{"event":"signup","signals":{}}');
    const given = json(await run('events', 'send', '--file', file, '--account', 'u_9', '--json'));
    assert.deepEqual([given.data.event_type, given.data.external_account_id], ['signup', 'u_9']);
    const viewed = json(await run('events', 'send', '--event', 'page_view', '--json'));
    assert.equal(viewed.data.event_type, 'page_view');
    const refused = await run('events', 'send', '--key', 'sec_test_wrong');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^assay: 401: /);
    const away = await run('events', 'send', '--url', 'http://127.0.0.1:1');
    assert.match(away.stderr, /^assay: no answer from http:\/\/127\.0\.0\.1:1 \(.*\): is it running\?\n$/);
  });

  test('whoami shows the service, the environment of the key, and why a key is rejected', async () => {
    const known = json(await run('whoami', '--environment', 'live', '--json'));
    const { base_url, environments } = JSON.parse(readFileSync(join(service.dataDir, 'first-run.json'), 'utf8'));
    assert.deepEqual([known.url, known.environment.id], [base_url, environments.live.id]);
    const shown = await run('whoami');
    assert.match(shown.stdout, new RegExp(`environment  Test \\(test\\)  ${environments.test.id}\\n`));
    assert.ok(shown.stdout.includes(`…${environments.test.secret_key.slice(-4)}  `));
    const publicKey = await run('whoami', '--key', environments.test.public_key);
    assert.equal(publicKey.code, 1);
    assert.match(publicKey.stderr, /^assay: 401: .*public/i);
  });

  test('the settings name the service where it has moved since the first start', async () => {
    const first = JSON.parse(readFileSync(join(service.dataDir, 'first-run.json'), 'utf8'));
    await withFolder(async (dataDir) => {
      writeFileSync(join(dataDir, 'first-run.json'), JSON.stringify({ ...first, base_url: 'http://127.0.0.1:1' }));
      const environment = { PORT: new URL(first.base_url).port };
      const known = json(await assay(['whoami', '--json'], { dataDir, environment }));
      assert.equal(known.url, first.base_url);
    });
  });

  test('webhooks create prints the secret that signs the deliveries of the endpoint', async () => {
    const made = json(
      await run(
        'webhooks',
        'create',
        'http://127.0.0.1:9/hook',
        '--types',
        'decision.block, decision.challenge',
        '--json',
      ),
    );
    assert.deepEqual(
      [made.url, made.event_types],
      ['http://127.0.0.1:9/hook', ['decision.block', 'decision.challenge']],
    );
    assert.match(made.id, /^whe_/);
    assert.match(made.secret, /^whsec_/);
    const listed = await run('webhooks', 'list', '--environment', 'test', '--json');
    assert.doesNotMatch(listed.stdout, /whsec_/);
    const [endpoint] = json(listed).data;
    assert.deepEqual([endpoint.id, endpoint.status, endpoint.last_failure_at], [made.id, 'active', null]);
    assert.equal(endpoint.environment_id, made.environment_id);
    assert.match(
      (await run('webhooks', 'list')).stdout,
      /http:\/\/127.0.0.1:9\/hook +active +decision.block,decision.challenge +never +never +0\n/,
    );
    const unknown = await run('webhooks', 'create', 'http://127.0.0.1:9/', '--types', 'decision.blocked');
    assert.deepEqual([unknown.code, unknown.stderr], [2, 'assay: --types: "decision.blocked" is not a webhook type\n']);
    const forbidden = await run('webhooks', 'create', 'http://10.0.0.1/');
    assert.equal(forbidden.code, 1);
  });

  test('events tail shows earlier events, then each new one once, and ends on SIGINT', async () => {
    const id = json(await run('events', 'send', '--json')).data.id;
    const tail = startScript('bin/assay.mjs', ['events', 'tail', '--lines', '1', '--json'], {
      dataDir: service.dataDir,
    });
    let output = '';
    tail.stdout?.on('data', (chunk) => (output += chunk));
    const ended = resultOf(tail);
    while (!output.includes(id)) await pause(20);
    const sent: string[] = [];
    for (const account of ['u_1', 'u_2', 'u_3']) {
      sent.push(json(await run('events', 'send', '--account', account, '--json')).data.id);
    }
    while (!output.includes(sent[2] as string)) await pause(20);
    tail.kill('SIGINT');
    assert.equal((await ended).code, 0);
    const lines = output.trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      [id, ...sent],
    );
  });

  test('events tail shows the day of an event: the earlier ones may be weeks old', async () => {
    const { id, created_at: at } = json(await run('events', 'send', '--json')).data;
    const tail = startScript('bin/assay.mjs', ['events', 'tail', '--lines', '1'], { dataDir: service.dataDir });
    let output = '';
    tail.stdout?.on('data', (chunk) => (output += chunk));
    const ended = resultOf(tail);
    while (!output.includes(id)) await pause(20);
    tail.kill('SIGINT');
    assert.equal((await ended).code, 0);
    assert.ok(output.startsWith(`${at}  allow`), output);
  });

  test('policy export and apply carry a policy from test to live, with a difference, a dry run and a backtest', async () => {
    const file = join(service.dataDir, 'policy.json');
    const exported = json(await run('policy', 'export', '--environment', 'Test'));
    assert.deepEqual(exported, { thresholds: { allow_max: 29, monitor_max: 49, challenge_max: 89 }, rules: [] });
    writeFileSync(file, JSON.stringify({ thresholds: { ...exported.thresholds, allow_max: 19 }, rules: [RULE] }));
    const apply = (...args: string[]) => run('policy', 'apply', file, ...args);

    const dry = await apply('--dry-run', '--backtest-days', '1');
    assert.match(
      dry.stdout,
      /^~ allow_max 29 -> 19\n\+ rule "Block the tampered"\n\n[1-9]\d* of [1-9]\d* decisions would change/,
    );
    assert.match(dry.stdout, /dry run: version 1 of env_\w+ \(test\) stays active\n$/);
    const line = await run('policy', 'export', '--json');
    assert.deepEqual([json(line), line.stdout], [exported, `${JSON.stringify(exported)}\n`]);

    const applied = json(await apply('--json', '--comment', 'from the repository'));
    assert.deepEqual([applied.applied, applied.version], [true, 2]);
    assert.equal(await commentOf(applied.environment_id, 2), 'from the repository');
    assert.equal(json(await apply('--json')).applied, false, 'the same file changes nothing');
    writeFileSync(file, JSON.stringify({ rules: [reordered(RULE)] }));
    assert.equal(json(await apply('--json')).applied, false, 'nor does another order of its fields');
    // From test to live, as an operator would: export to a file, apply the file.
    const carried = join(service.dataDir, 'carried.json');
    assert.equal((await run('policy', 'export', '--output', carried)).code, 0);
    assert.equal((await run('policy', 'apply', carried, '--environment', 'live')).code, 0);
    const live = json(await run('policy', 'export', '--environment', 'live'));
    assert.deepEqual(live.rules, [RULE]);
    assert.deepEqual(live, JSON.parse(readFileSync(carried, 'utf8')));

    // Some editors on Windows begin a file with a byte order mark.
    writeFileSync(file, `\ufeff${JSON.stringify({ rules: [{ ...RULE, priority: 20 }] })}`);
    assert.deepEqual(json(await apply('--json')).difference, {
      thresholds: {},
      added: [],
      changed: [RULE.name],
      removed: [],
    });
    assert.deepEqual(json(await run('policy', 'export', '--policy-version', '1')), exported);
    const [entry] = json(await run('audit', 'list', '--action', 'policy.applied', '--limit', '1', '--json')).data;
    assert.deepEqual([entry.actor.type, entry.after.policy_version, entry.after.rules[0].priority], ['cli', 3, 20]);

    writeFileSync(file, JSON.stringify({ rules: [{ ...RULE, conditions: { all: [] }, action: { decision: 'ban' } }] }));
    const problems = `${file} is not a valid policy:
  - /rules/0/conditions/all: all must have at least one condition.
  - /rules/0/action/decision: decision must be one of allow, monitor, challenge, block.\n`;
    const wrong = await apply();
    assert.deepEqual([wrong.code, wrong.stderr], [1, `assay: ${problems}`]);
    const week = ['--from', '2026-03-01T00:00:00Z', '--to', '2026-03-08T00:00:00Z'];
    const tried = await run('backtest', ...week, '--policy', file);
    assert.deepEqual([tried.code, tried.stderr], [1, `assay: --policy ${problems}`]);
    writeFileSync(file, JSON.stringify({ rule: [] }));
    assert.match((await apply()).stderr, /policy\.json: expected an object with thresholds, rules .* or both/);
  });

  test('S5: audit head prints the newest entry, which doctor finds again, and /metrics has it', async () => {
    const head = json(await run('audit', 'head', '--json'));
    const [newest] = json(await run('audit', 'list', '--limit', '1', '--json')).data;
    assert.deepEqual([head.sequence, head.hash], [newest.sequence, newest.hash]);
    assert.match(head.signature, /^v1\.k1\.[\w-]{43}$/);
    const noted = (await run('audit', 'head')).stdout.trim();
    assert.equal(noted, `${head.sequence}:${head.hash}`);
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    const labels = `{organization="${head.organization_id}"}`;
    assert.ok(metrics.includes(`assay_audit_head_sequence${labels} ${head.sequence}\n`), metrics);
    assert.ok(metrics.includes(`assay_audit_head_digest${labels} ${Number.parseInt(head.hash.slice(0, 12), 16)}\n`));
    const checked = async (given: string) => {
      const { checks } = JSON.parse((await run('doctor', '--audit-head', given, '--json')).stdout);
      return checks
        .filter(({ name }: { name: string }) => name.startsWith('audit'))
        .map(({ status }: { status: string }) => status);
    };
    assert.deepEqual(await checked(noted), ['ok', 'ok']);
    // This head was noted before the end of the log was cut off.
    assert.deepEqual(await checked(`${head.sequence + 1}:${head.hash}`), ['ok', 'failed']);
    // The entry with this number was another one: the log has been rewritten since.
    assert.deepEqual(await checked(`${head.sequence}:${'0'.repeat(64)}`), ['ok', 'failed']);
  });

  test('--version prints the version of the package, and /metrics has it as a label', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    assert.equal((await run('--version')).stdout, `${version}\n`);
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    assert.ok(metrics.includes(`assay_build_info{version="${version}",engine="sqlite",role="all",node="`), metrics);
  });
});
