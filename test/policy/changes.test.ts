// Changing the policy through the front door, on both engines: versions, conflicts, roles, what counts from when.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { policyDoor, type Shown, someRule } from './policy-client.ts';

const NARROW = { allow_max: 10, monitor_max: 20, challenge_max: 30 };

await onBothEngines(async ({ store, another }) => {
  const door = await startTestServer({ store });
  const { send, policy, add } = policyDoor(door);
  const ask = (token: string, url: string) => door.ask({ url, headers: { authorization: `Bearer ${token}` } });

  test('an environment begins with version 1, the defaults and no rules', async () => {
    const answer = await send('GET', '', undefined, { role: 'viewer' });
    assert.equal(answer.headers.etag, '"1"');
    const { updated_at, ...shown } = answer.json().data;
    assert.ok(Date.parse(updated_at) > 0);
    assert.deepEqual(shown, {
      version: 1,
      thresholds: { allow_max: 29, monitor_max: 49, challenge_max: 89 },
      rules: [],
      updated_by: null,
    });
  });

  test('a change makes the next version and the same again makes none', async () => {
    const changed = await send('PUT', '/thresholds', NARROW, { ifMatch: '"1"' });
    assert.deepEqual([changed.statusCode, changed.headers.etag], [200, '"2"']);
    assert.equal(changed.json().data.updated_by.type, 'user');
    assert.equal((await send('PUT', '/thresholds', NARROW)).headers.etag, '"2"');
    const created = await send('POST', '/rules', someRule({ name: 'A' }));
    assert.deepEqual([created.statusCode, created.headers.etag], [201, '"3"']);
    const { id, ...kept } = created.json().data;
    assert.match(id, /^polr_/);
    assert.equal(kept.event_type, null);
    const path = `/v1/policy/rules/${id}`;
    assert.equal((await send('PATCH', path, { name: 'A' })).headers.etag, '"3"');
    assert.equal((await send('PATCH', path, { event_type: null, conditions: kept.conditions })).headers.etag, '"3"');
    const renamed = await send('PATCH', path, { name: 'B', event_type: 'login' });
    assert.deepEqual([renamed.statusCode, renamed.headers.etag], [200, '"4"']);
    assert.deepEqual(renamed.json().data, { ...kept, id, name: 'B', event_type: 'login' });
    const deleted = await send('DELETE', path);
    assert.deepEqual([deleted.statusCode, deleted.headers.etag], [204, '"5"']);
    assert.equal((await send('DELETE', path)).statusCode, 404);
    assert.equal((await send('PATCH', path, { name: 'C' })).statusCode, 404);
    assert.equal((await policy()).version, 5);
  });

  test('each change is in the audit trail with before and after, and nothing else is', async () => {
    const trail = (await ask(door.sessions.owner, '/v1/audit?limit=100')).json().data;
    const told = trail.filter(({ action }: { action: string }) => action.startsWith('policy.')).reverse();
    assert.deepEqual(
      told.map(({ action }: { action: string }) => action),
      ['policy.thresholds_changed', 'policy.rule_created', 'policy.rule_updated', 'policy.rule_deleted'],
    );
    assert.deepEqual([told[0].before.allow_max, told[0].after.allow_max, told[0].after.policy_version], [29, 10, 2]);
    assert.deepEqual([told[1].before, told[1].after.name], [null, 'A']);
    assert.deepEqual([told[2].before.name, told[2].after.name], ['A', 'B']);
    assert.deepEqual([told[3].before.name, told[3].after], ['B', null]);
    assert.equal((await store.audit.verify(door.environments.test.organizationId)).broken, null);
  });

  test('every version stays readable, and the list pages both ways', async () => {
    const names = async (version: number) =>
      ((await send('GET', `/versions/${version}`)).json().data as Shown).rules.map(({ name }) => name);
    assert.deepEqual([await names(2), await names(3), await names(4), await names(5)], [[], ['A'], ['B'], []]);
    for (const wrong of ['0', '6', '999999999999', 'x', '-1', '1.0']) {
      assert.equal((await send('GET', `/versions/${wrong}`)).statusCode, 404, wrong);
    }
    const first = (await send('GET', '/versions?limit=3')).json();
    const second = (await send('GET', first.links.next)).json();
    const back = (await send('GET', second.links.prev)).json();
    const numbers = ({ data }: { data: Shown[] }) => data.map(({ version }) => version);
    assert.deepEqual(
      [numbers(first), numbers(second), numbers(back)],
      [
        [5, 4, 3],
        [2, 1],
        [5, 4, 3],
      ],
    );
  });

  test('an editor who saw another version gets 409 with the current one', async () => {
    const before = await policy();
    const id = await add(someRule());
    const current = before.version + 1;
    for (const ifMatch of [`"${before.version}"`, `W/"${current}"`, String(current), '"x"', '', `"${current}x"`]) {
      for (const answer of [
        await send('PUT', '/thresholds', { ...NARROW, allow_max: 5 }, { ifMatch }),
        await send('POST', '/rules', someRule(), { ifMatch }),
        await send('PATCH', `/v1/policy/rules/${id}`, { name: 'lost' }, { ifMatch }),
        await send('DELETE', `/v1/policy/rules/${id}`, undefined, { ifMatch }),
      ]) {
        const { code, current_version } = answer.json();
        assert.deepEqual([answer.statusCode, code, current_version], [409, 'stale_version', current], ifMatch);
      }
    }
    assert.equal((await policy()).version, current);
    for (const ifMatch of ['*', `"7", "${current}"`]) {
      assert.equal((await send('PATCH', `/v1/policy/rules/${id}`, { event_type: null }, { ifMatch })).statusCode, 200);
    }
    await send('DELETE', `/v1/policy/rules/${id}`);
  });

  test('priorities are unique and rules are ordered by them', async () => {
    const low = await add(someRule({ name: 'low', priority: 100 }));
    const high = await add(someRule({ name: 'high', priority: 1_000_000 }));
    const zero = await add(someRule({ name: 'zero', priority: 0 }));
    assert.deepEqual(
      (await policy()).rules.map(({ name }) => name),
      ['high', 'low', 'zero'],
    );
    const taken = await send('POST', '/rules', someRule({ priority: 100 }));
    assert.deepEqual([taken.statusCode, taken.json().code, taken.json().rule_id], [409, 'priority_taken', low]);
    assert.equal((await send('PATCH', `/v1/policy/rules/${zero}`, { priority: 1_000_000 })).statusCode, 409);
    assert.equal((await send('PATCH', `/v1/policy/rules/${zero}`, { priority: 500 })).statusCode, 200);
    assert.deepEqual(
      (await policy()).rules.map(({ id }) => id),
      [high, zero, low],
    );
    for (const id of [low, high, zero]) await send('DELETE', `/v1/policy/rules/${id}`);
  });

  test('roles, keys and tenants', async () => {
    const id = await add(someRule());
    const body = { ...NARROW, allow_max: 1 };
    for (const role of ['viewer', 'analyst'] as const) {
      assert.equal((await send('PUT', '/thresholds', body, { role })).statusCode, 403);
      assert.equal((await send('POST', '/rules', someRule(), { role })).statusCode, 403);
      assert.equal((await send('PATCH', `/v1/policy/rules/${id}`, { name: 'x' }, { role })).statusCode, 403);
      assert.equal((await send('DELETE', `/v1/policy/rules/${id}`, undefined, { role })).statusCode, 403);
    }
    for (const token of [door.keys.test.secret, door.keys.test.public]) {
      assert.equal((await send('GET', '', undefined, { token })).statusCode, 401);
      assert.equal((await send('PUT', '/thresholds', body, { token })).statusCode, 401);
    }
    const other = await startTestServer({ store });
    const theirs = other.sessions.owner;
    assert.equal((await send('GET', '', undefined, { token: theirs })).statusCode, 403);
    assert.equal((await send('PATCH', `/v1/policy/rules/${id}`, { name: 'x' }, { token: theirs })).statusCode, 403);
    assert.equal((await send('DELETE', `/v1/policy/rules/${id}`, undefined, { token: theirs })).statusCode, 403);
    assert.equal((await send('PATCH', '/v1/policy/rules/polr_%25', { name: 'x' })).statusCode, 404);
    assert.equal((await ask(door.sessions.owner, '/v1/environments/env_x/policy')).statusCode, 404);
    assert.equal((await send('PUT', '/thresholds', { ...body, allow_max: 99 }, { token: theirs })).statusCode, 422);
    await send('DELETE', `/v1/policy/rules/${id}`);
  });

  test('twenty edits at once, from two processes where there are two, are twenty versions', async () => {
    const doors = [policyDoor(door)];
    if (another !== null) {
      const beside = await startTestServer({ store: await another() });
      doors.push(policyDoor({ ...beside, environments: door.environments, sessions: door.sessions }));
    }
    const start = (await policy()).version;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (doors[at % doors.length] as (typeof doors)[0]).send('POST', '/rules', someRule()),
      ),
    );
    const versions = answers
      .map(({ headers }) => Number(String(headers.etag).replaceAll('"', '')))
      .sort((a, b) => a - b);
    assert.deepEqual(
      versions,
      Array.from({ length: 20 }, (_, at) => start + 1 + at),
    );
    for (const version of versions) {
      const shown: Shown = (await send('GET', `/versions/${version}`)).json().data;
      assert.equal(shown.rules.length, version - start);
    }
    const same = `"${start + 20}"`;
    const racing = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (doors[at % doors.length] as (typeof doors)[0]).send(
          'PUT',
          '/thresholds',
          { ...NARROW, allow_max: at % 10 },
          { ifMatch: same },
        ),
      ),
    );
    assert.equal(racing.filter(({ statusCode }) => statusCode === 200).length, 1);
    assert.equal(racing.filter(({ statusCode }) => statusCode === 409).length, 19);
  });

  test('the hundred-and-first rule is a conflict', async () => {
    for (let held = (await policy()).rules.length; held < 100; held++) await add(someRule());
    const answer = await send('POST', '/rules', someRule());
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'rule_limit']);
    const { rules } = await policy();
    assert.equal((await send('PATCH', `/v1/policy/rules/${rules[0]?.id}`, { name: 'still' })).statusCode, 200);
    for (const { id } of rules) assert.equal((await send('DELETE', `/v1/policy/rules/${id}`)).statusCode, 204);
  });

  test('a change counts from the next event, which names the version that decided it', async () => {
    const login = async () =>
      (await door.event(door.keys.test.secret, { event: 'login', account: { id: 'u_next' } })).json().data.risk;
    const id = await add(someRule({ action: { decision: 'block' } }));
    const blocked = await login();
    const { version } = await policy();
    assert.deepEqual([blocked.decision, blocked.matched_rule.id, blocked.policy_version], ['block', id, version]);
    await send('DELETE', `/v1/policy/rules/${id}`);
    const after = await login();
    assert.deepEqual([after.matched_rule, after.policy_version], [null, version + 1]);
  });
});
