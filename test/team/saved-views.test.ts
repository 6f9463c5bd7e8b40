// Tests saved views, private and shared: who sees, changes and deletes them, and their limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VIEW_LIMITS } from '../../src/vocabulary/saved-views.ts';
import { memberClient } from '../control/member-client.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const request = memberClient(server);
  const { sessions } = server;
  const views = `/v1/environments/${server.environments.test.id}/views`;
  const save = async (name: string, more: Record<string, unknown> = {}, token = sessions.analyst) => {
    const body = { list: 'events', name, query: { decision: ['block', 'challenge'], sort: ['score'] }, ...more };
    const response = await request('POST', views, body, token);
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data as { id: string; name: string; shared: boolean; query: unknown };
  };
  const namesFor = async (token: string) =>
    (await request('GET', `${views}?limit=100`, undefined, token))
      .json()
      .data.map(({ name }: { name: string }) => name);

  test('are seen by their owner, and by everybody only when shared', async () => {
    const own = await save('  mine ');
    assert.deepEqual(
      [own.name, own.shared, own.query],
      ['mine', false, { decision: ['block', 'challenge'], sort: ['score'] }],
    );
    await save('for all', { shared: true });
    assert.deepEqual(await namesFor(sessions.analyst), ['for all', 'mine']);
    assert.deepEqual(await namesFor(sessions.viewer), ['for all']);
    const live = `/v1/environments/${server.environments.live.id}/views`;
    assert.deepEqual((await request('GET', live)).json().data, []);
    const other = await request('PATCH', `${views}/${own.id}`, { name: 'x' }, sessions.owner);
    assert.deepEqual([other.statusCode, other.json().code], [404, 'saved_view_not_found']);
  });

  test('are changed by their owner; shared ones also by admins, and by no other analyst', async () => {
    const byAdmin = await save('by the admin', { shared: true }, sessions.admin);
    const denied = await request('PATCH', `${views}/${byAdmin.id}`, { name: 'taken' }, sessions.analyst);
    assert.deepEqual([denied.statusCode, denied.json().code], [403, 'not_your_view']);
    assert.equal((await request('DELETE', `${views}/${byAdmin.id}`, undefined, sessions.analyst)).statusCode, 403);
    const shared = await save('by the analyst', { shared: true });
    const change = { name: 'renamed', query: { level: ['critical'] } };
    const changed = await request('PATCH', `${views}/${shared.id}`, change, sessions.admin);
    assert.deepEqual([changed.json().data.name, changed.json().data.query], ['renamed', { level: ['critical'] }]);
    const hidden = await request('PATCH', `${views}/${shared.id}`, { shared: false }, sessions.analyst);
    assert.equal(hidden.json().data.shared, false);
    const [entry] = (await request('GET', `/v1/audit?target_id=${shared.id}&limit=1`)).json().data;
    assert.deepEqual(
      [entry.action, entry.before, entry.after],
      ['saved_view.updated', { shared: true }, { shared: false }],
    );
    assert.equal((await request('DELETE', `${views}/${shared.id}`, undefined, sessions.analyst)).statusCode, 204);
    assert.equal((await request('DELETE', `${views}/${shared.id}`, undefined, sessions.analyst)).statusCode, 404);
  });

  test('name what is wrong with a view, and save nothing then', async () => {
    const before = await namesFor(sessions.analyst);
    const bodies: [string, Record<string, unknown>][] = [
      ['/name', { name: ' ' }],
      ['/name', { name: 'x'.repeat(VIEW_LIMITS.name + 1) }],
      ['/list', { list: 'keys' }],
      ['/query/decision', { query: { decision: 'block' } }],
      ['/query', { query: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`p${'q'.repeat(at)}`, ['x']])) }],
    ];
    for (const [pointer, more] of bodies) {
      const response = await request(
        'POST',
        views,
        { list: 'events', name: 'n', query: {}, ...more },
        sessions.analyst,
      );
      assert.equal(response.statusCode, 422, pointer);
      assert.equal(response.json().errors[0].pointer, pointer);
    }
    assert.equal(
      (await request('POST', views, { list: 'events', name: 'n', query: { 'A B': ['x'] } })).statusCode,
      422,
    );
    assert.deepEqual(await namesFor(sessions.analyst), before);
  });

  test('leave no account behind: not in the audit log, and not after the account was erased', async () => {
    const [erased, other] = ['u "erased" %_1', 'u "erased" %_'];
    for (const id of [erased, other]) {
      const sent = await server.event(server.keys.test.secret, { event: 'login', account: { id }, signals: {} });
      assert.equal(sent.statusCode, 201);
    }
    const shared = await save('one account', { shared: true, query: { account_id: [other] } });
    const change = { query: { account_id: [other, erased], level: ['high'] } };
    assert.equal((await request('PATCH', `${views}/${shared.id}`, change, sessions.analyst)).statusCode, 200);
    await save('own', { query: { account_id: [erased] } });
    await save('other', { query: { account_id: [other] } });
    const audit = (await request('GET', '/v1/audit?limit=100')).json().data as { action: string; after: unknown }[];
    assert.deepEqual(audit.find(({ action }) => action === 'saved_view.updated')?.after, {
      parameters: ['account_id', 'level'],
    });
    assert.ok(!JSON.stringify(audit).includes('%_'));
    const account = `/v1/environments/${server.environments.test.id}/accounts/${encodeURIComponent(erased)}`;
    assert.equal((await request('POST', `${account}/erase`)).statusCode, 200);
    const names = await namesFor(sessions.analyst);
    assert.deepEqual(
      [names.includes('other'), names.includes('own'), names.includes('one account')],
      [true, false, false],
    );
  });

  test('are limited for each member', async () => {
    for (let at = 0; at < VIEW_LIMITS.perMember; at += 1) await save(`view ${at}`, {}, sessions.owner);
    const response = await request('POST', views, { list: 'events', name: 'one more', query: {} }, sessions.owner);
    assert.deepEqual([response.statusCode, response.json().code], [409, 'saved_view_limit']);
  });

  test('own ones go with the member, shared ones stay', async () => {
    const invited = (await request('POST', '/v1/members', { email: 'leaver@example.com', role: 'analyst' })).json()
      .data;
    const number = server.environments.test.number;
    const rows = [true, false].map((shared) => ({
      ...{
        id: server.context.newId('savedView', Date.now()),
        list: 'events' as const,
        name: `shared ${shared}`,
        shared,
      },
      ...{ query: {}, createdBy: { id: invited.id, name: 'leaver@example.com' }, createdAt: 1, updatedAt: 1 },
    }));
    for (const row of rows) await store.savedViews.create(number, row, 50, null);
    assert.equal((await request('DELETE', `/v1/members/${invited.id}`)).statusCode, 204);
    const left = await Promise.all(rows.map(({ id }) => store.savedViews.find(number, id)));
    assert.deepEqual(
      left.map((view) => view?.name),
      ['shared true', undefined],
    );
  });
});
