// Tests assignments: the assignee of an event, the filter by assignee, races between two analysts, and members who leave.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberClient } from '../control/member-client.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

interface Member {
  id: string;
  email: string;
  role: string;
}

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const request = memberClient(server);
  const { sessions } = server;
  const events = `/v1/environments/${server.environments.test.id}/events`;
  const members = (await request('GET', '/v1/members?limit=100')).json().data as Member[];
  const memberOf = (role: string) => members.find((member) => member.role === role) as Member;
  const send = async (id: string) => {
    const body = { event: 'login', account: { id }, signals: { canvas_hash: id } };
    return (await server.event(server.keys.test.secret, body)).json().data.id as string;
  };
  const assign = async (event: string, body: Record<string, unknown>, token = sessions.analyst) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const payload = JSON.stringify(body);
    return server.request({ method: 'PUT', url: `/v1/events/${event}/assignee`, headers, payload });
  };
  const listed = async (query: string, token = sessions.analyst) => {
    const response = await request('GET', `${events}?${query}`, undefined, token as string);
    assert.equal(response.statusCode, 200, response.body);
    return response.json().data.map(({ id }: { id: string }) => id) as string[];
  };

  test('show in lists and on the event, and can be taken back', async () => {
    const event = await send('ann');
    const { id, email } = memberOf('analyst');
    const assigned = await assign(event, { member_id: id });
    assert.deepEqual(assigned.json().data.assigned_to, { id, name: email });
    assert.ok(assigned.json().data.assigned_at);
    assert.deepEqual((await request('GET', `/v1/events/${event}`)).json().data.assigned_to, { id, name: email });
    const [item] = (await request('GET', `${events}?event_id=${event}`)).json().data;
    assert.deepEqual(item.assigned_to, { id, name: email });
    const back = (await assign(event, { member_id: null })).json().data;
    assert.deepEqual([back.assigned_to, back.assigned_at], [null, null]);
    assert.equal((await request('GET', `/v1/events/${event}`)).json().data.assigned_to, null);
  });

  test('filter lists by member, by "me" and by nobody, in every order and combination', async () => {
    const [mine, other, free] = [await send('force_block_1'), await send('force_block_2'), await send('force_block_3')];
    const [analyst, admin] = [memberOf('analyst').id, memberOf('admin').id];
    await assign(mine, { member_id: analyst });
    await assign(other, { member_id: admin });
    for (const sort of ['', '&sort=score']) {
      const at = (words: string) => listed(`decision=block&${words}${sort}`);
      assert.deepEqual(await at('assigned_to=me'), [mine]);
      assert.deepEqual(await at(`assigned_to=${admin}`), [other]);
      assert.deepEqual(await at('assigned_to=nobody'), [free]);
      assert.deepEqual((await at(`assigned_to=me&assigned_to=${admin}`)).sort(), [mine, other].sort());
      assert.deepEqual((await at('assigned_to=me&assigned_to=nobody')).sort(), [mine, free].sort());
      assert.deepEqual(await at('assigned_to=me&account_id=force_block_1'), [mine]);
      assert.deepEqual(await at(`assigned_to=usr_${'0'.repeat(26)}`), []);
    }
    assert.deepEqual(await listed('assigned_to=me&evaluation=inconclusive&decision=challenge&decision=block'), [mine]);
    assert.deepEqual(await listed('assigned_to=me&decision=block', sessions.admin), [other]);
    assert.deepEqual(await listed(`assigned_to=${analyst}&decision=block`, server.keys.test.secret), [mine]);
    const key = await request('GET', `${events}?assigned_to=me`, undefined, server.keys.test.secret);
    assert.deepEqual([key.statusCode, key.json().errors[0].code], [422, 'no_member']);
  });

  test('go to those who may label, in the own organization', async () => {
    const event = await send('bob');
    const viewer = await assign(event, { member_id: memberOf('viewer').id });
    assert.deepEqual([viewer.statusCode, viewer.json().errors[0].code], [422, 'cannot_label']);
    const { organizationId } = server.environments.test;
    const other = (await store.tenants.organizations()).find(({ id }) => id !== organizationId);
    const createdAt = Date.now();
    const stranger = { id: server.context.newId('user', createdAt), role: 'analyst', createdAt } as const;
    const email = `analyst.${stranger.id}@other.example`;
    await store.members.create({ ...stranger, organizationId: other?.id ?? '', email }, 'x');
    for (const member_id of ['usr_nobody', stranger.id]) {
      const unknown = await assign(event, { member_id });
      assert.deepEqual([unknown.statusCode, unknown.json().errors[0].code], [422, 'unknown_member']);
    }
    assert.equal((await assign(event, { member_id: memberOf('analyst').id }, sessions.viewer)).statusCode, 403);
  });

  test('are not overwritten unseen: of two analysts, one gets the event and the other learns who has it', async () => {
    const event = await send('carl');
    const [one, other] = [memberOf('analyst').id, memberOf('admin').id];
    const both = await Promise.all(
      [one, other].map((id) => assign(event, { member_id: id, expected_member_id: null })),
    );
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 409]);
    const winner = both.find(({ statusCode }) => statusCode === 200)?.json().data.assigned_to.id;
    const lost = both.find(({ statusCode }) => statusCode === 409)?.json();
    assert.deepEqual([lost.code, lost.current_member_id], ['assignee_changed', winner]);
    const next = winner === one ? other : one;
    assert.equal((await assign(event, { member_id: next, expected_member_id: winner })).statusCode, 200);
  });

  test('are audited once, and a repetition is not', async () => {
    const event = await send('dora');
    const { id, email } = memberOf('analyst');
    for (const member_id of [id, id, null, null]) await assign(event, { member_id });
    const entries = (await request('GET', `/v1/audit?target_id=${event}`)).json().data;
    assert.deepEqual(
      entries.map(({ action, before, after }: Record<string, unknown>) => [action, before, after]),
      [
        ['event.unassigned', { assigned_to: email }, null],
        ['event.assigned', null, { assigned_to: email }],
      ],
    );
  });

  test('end when the member is removed', async () => {
    const event = await send('emil');
    const invited = (await request('POST', '/v1/members', { email: 'leaver@example.com', role: 'analyst' })).json()
      .data;
    assert.equal((await assign(event, { member_id: invited.id })).statusCode, 200);
    assert.equal((await request('DELETE', `/v1/members/${invited.id}`)).statusCode, 204);
    assert.equal((await request('GET', `/v1/events/${event}`)).json().data.assigned_to, null);
    assert.deepEqual(await listed('assigned_to=nobody&account_id=emil'), [event]);
  });

  const assignMany = (body: Record<string, unknown>, token = sessions.analyst) =>
    request('POST', `/v1/environments/${server.environments.test.id}/assignments`, body, token);
  const assigneeOf = async (event: string) =>
    (await request('GET', `/v1/events/${event}`)).json().data.assigned_to?.id ?? null;

  test('of many events are one act with one audit entry, and a repetition changes nothing', async () => {
    const events = await Promise.all(['fay', 'gus', 'hal'].map(send));
    const { id, email } = memberOf('analyst');
    const environmentId = server.environments.test.id;
    const entries = async () =>
      (await request('GET', `/v1/audit?target_id=${environmentId}&action=events.assigned&action=events.unassigned`))
        .json()
        .data.map(({ action, before, after }: Record<string, unknown>) => [action, before, after]);
    const body = { event_ids: [...events, events[0]], member_id: id };
    const first = await assignMany(body);
    assert.deepEqual(
      [first.statusCode, first.json().data],
      [200, { event_count: 3, changed_count: 3, skipped_count: 0, skipped: [] }],
    );
    assert.equal((await assignMany(body)).json().data.changed_count, 0);
    for (const event of events) assert.equal(await assigneeOf(event), id);
    assert.equal((await assignMany({ event_ids: events, member_id: null })).json().data.changed_count, 3);
    for (const event of events) assert.equal(await assigneeOf(event), null);
    const what = { events: 3, event_ids: [...events].sort() };
    assert.deepEqual(await entries(), [
      ['events.unassigned', what, null],
      ['events.assigned', null, { assigned_to: email, ...what }],
    ]);
  });

  test('of many events keep what a third member has, unless it is to be replaced', async () => {
    const [mine, theirs, free] = await Promise.all(['ida', 'jon', 'kim'].map(send));
    const all = [mine, theirs, free];
    const [analyst, admin, owner] = ['analyst', 'admin', 'owner'].map((role) => memberOf(role).id);
    await assign(mine as string, { member_id: analyst });
    await assign(theirs as string, { member_id: admin });
    const given = (await assignMany({ event_ids: all, member_id: owner })).json().data;
    assert.deepEqual([given.changed_count, given.skipped_count], [2, 1]);
    assert.deepEqual([given.skipped[0].event_id, given.skipped[0].assigned_to.id], [theirs, admin]);
    assert.deepEqual(await Promise.all(all.map((id) => assigneeOf(id as string))), [owner, admin, owner]);
    const notOwn = (await assignMany({ event_ids: all, member_id: null })).json().data;
    assert.deepEqual([notOwn.changed_count, notOwn.skipped_count], [0, 3], 'the analyst has none of them');
    const replaced = (await assignMany({ event_ids: all, member_id: analyst, replace: true })).json().data;
    assert.deepEqual([replaced.changed_count, replaced.skipped_count], [3, 0]);
    const back = (await assignMany({ event_ids: all, member_id: null, replace: true }, sessions.admin)).json().data;
    assert.equal(back.changed_count, 3);
  });

  test('of many events go to one of two analysts who take them at once', async () => {
    const events = await Promise.all(['lea', 'max', 'ned', 'ola'].map(send));
    const [analyst, admin] = [memberOf('analyst').id, memberOf('admin').id];
    const [one, other] = await Promise.all([
      assignMany({ event_ids: events, member_id: analyst }),
      assignMany({ event_ids: [...events].reverse(), member_id: admin }, sessions.admin),
    ]);
    const changed = [one, other].map((response) => response.json().data.changed_count);
    assert.equal(changed[0] + changed[1], 4, one.body + other.body);
    const members = await Promise.all(events.map(assigneeOf));
    assert.equal(members.filter((id) => id === analyst).length, changed[0]);
    assert.equal(members.filter((id) => id === admin).length, changed[1]);
  });

  test('of many events are all refused for one unknown event, a wrong member, a wrong role, or too many', async () => {
    const event = await send('pia');
    const { id } = memberOf('analyst');
    const refused = async (body: Record<string, unknown>) => {
      const response = await assignMany(body);
      assert.equal(response.statusCode, 422, response.body);
      return [response.json().errors[0].pointer, response.json().errors[0].code];
    };
    assert.deepEqual(await refused({ event_ids: [event, 'evt_x'], member_id: id }), ['/event_ids/1', 'unknown_event']);
    const viewer = memberOf('viewer').id;
    assert.deepEqual(await refused({ event_ids: [event], member_id: viewer }), ['/member_id', 'cannot_label']);
    assert.deepEqual(await refused({ event_ids: [event], member_id: 'usr_x' }), ['/member_id', 'unknown_member']);
    assert.deepEqual(await refused({ event_ids: [], member_id: id }), ['/event_ids', 'too_few']);
    const many = Array(10_001).fill(event);
    assert.deepEqual(await refused({ event_ids: many, member_id: id }), ['/event_ids', 'too_many']);
    assert.equal((await assignMany({ event_ids: [event], member_id: id }, sessions.viewer)).statusCode, 403);
    assert.equal(await assigneeOf(event), null);
  });

  test('are not given to a member who is removed at that moment', async () => {
    const events = [await send('leaving_1'), await send('leaving_2')] as const;
    for (let round = 0; round < 5; round += 1) {
      const email = `leaving.${round}@example.com`;
      const { id } = (await request('POST', '/v1/members', { email, role: 'analyst' })).json().data;
      const [removed, ...assigned] = await Promise.all([
        request('DELETE', `/v1/members/${id}`),
        assign(events[0], { member_id: id }),
        assignMany({ event_ids: [events[1]], member_id: id }),
      ]);
      assert.equal(removed.statusCode, 204);
      for (const response of assigned) {
        if (response.statusCode !== 200) assert.equal(response.json().errors[0].code, 'unknown_member', response.body);
      }
      for (const event of events) {
        assert.equal((await request('GET', `/v1/events/${event}`)).json().data.assigned_to, null);
      }
    }
  });

  test('are not stored for a member who was removed after the request found them', async () => {
    const event = await send('gone');
    const { number } = server.environments.test;
    const next = { member: { id: 'usr_gone', name: 'gone@example.com' }, assignedAt: Date.now() };
    const audited = () => assert.fail('nothing was assigned');
    assert.equal(await store.assignments.assign(number, event, next, undefined, audited), 'member_gone');
    assert.equal(await store.assignments.assignMany(number, [event], next, null, audited), 'member_gone');
    assert.equal((await request('GET', `/v1/events/${event}`)).json().data.assigned_to, null);
  });
});
