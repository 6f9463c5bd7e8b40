// Tests how commands find the environment or organization that their options name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEnvironment, chooseOrganization } from '../../src/cli/choose-environment.ts';
import { UsageError } from '../../src/cli/output.ts';
import { DEFAULT_THRESHOLDS } from '../../src/policy/policy.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { contextOver } from '../context.ts';
import { environment, organization } from '../storage/sample.ts';

const store = await openSqlite({ path: ':memory:' });
const context = contextOver(store);

async function create(...environments: Parameters<typeof environment>[1][]) {
  const home = organization();
  const created = environments.map((more) => environment(home.id, more));
  await store.tenants.createOrganization(home, created, [], { thresholds: DEFAULT_THRESHOLDS });
  return { home, created };
}

const refused = (message: RegExp) => (error: unknown) => error instanceof UsageError && message.test(error.message);

test('says that there is nothing to choose from', async () => {
  await assert.rejects(chooseOrganization(context, undefined), refused(/one of: none yet, run setup$/));
  await assert.rejects(chooseEnvironment(context, 'test'), refused(/--environment test .* none yet, run setup$/));
});

test('chooses by id, kind or name, and never between two', async () => {
  const { home, created } = await create({ name: 'Shop' }, { kind: 'live', name: 'Production' });
  const [shop, production] = created.map(({ id }) => id);
  const chosen = async (requested: string) => (await chooseEnvironment(context, requested)).id;
  assert.equal(await chosen(shop ?? ''), shop);
  assert.equal(await chosen('test'), shop);
  assert.equal(await chosen('live'), production);
  assert.equal(await chosen('PRODUCTION'), production);
  assert.equal((await chooseOrganization(context, undefined)).id, home.id);

  const other = await create({ name: 'shop' }, { name: 'live' });
  assert.equal(await chosen('live'), production, 'the only one of its kind, though another has this name');
  for (const requested of ['test', 'shop']) {
    await assert.rejects(chosen(requested), refused(/is ambiguous \(env_\w+ or env_\w+\): use the id$/));
  }
  await assert.rejects(chosen('staging'), refused(/--environment staging does not exist; choose one of: env_/));
  assert.equal((await chooseOrganization(context, other.home.id)).id, other.home.id);
  for (const requested of [undefined, 'org_x']) {
    await assert.rejects(
      chooseOrganization(context, requested),
      refused(/^--organization must be one of: org_.*, org_/),
    );
  }
});
