// Tests how the rules of a policy file are matched with the active ones, so that their history continues.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { operatorActor } from '../../src/flows/audit/audit-event.ts';
import { applyPolicy, planPolicy } from '../../src/flows/policy/apply-policy.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startTestServer } from '../http/test-server.ts';

const rule = (name: string, priority: number) => ({
  name,
  event_type: null,
  conditions: { all: [{ field: 'risk.score', operator: 'gte', value: priority }] },
  action: { decision: 'monitor' },
  priority,
});

const server = await startTestServer({ store: await openSqlite({ path: ':memory:' }) });
after(() => server.close());

test('a rule keeps the id of the active one with its name; a second one of that name gets its own', async () => {
  const { context, environments } = server;
  const editor = { actor: operatorActor(environments.test.organizationId, 'test'), expected: null };
  const plan = (...rules: object[]) => planPolicy(context, environments.test, { rules });
  const applied = await applyPolicy(context, environments.test, await plan(rule('Watch', 10)), editor);
  const { rules } = await plan(rule('Watch', 20), rule('Watch', 10), rule('Other', 5));
  assert.equal(rules[0]?.id, applied.rules[0]?.id);
  assert.equal(new Set(rules.map(({ id }) => id)).size, 3);
});
