// The event lists on both engines: every filter alone and in pairs, compared with an in-memory filter of the same events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countEvents } from '../../src/flows/events/count-events.ts';
import { NO_FILTER } from '../../src/flows/events/list-events.ts';
import { EventCountQuery } from '../../src/http/lists/event-query.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { addRule, assertRejected, type Item, label, page, send, walk } from './listed-events.ts';
import { pageBothWays } from './page-both-ways.ts';

/** For each filter, the values of an item that it compares. */
const VALUES_OF: Record<string, (item: Item, labels: ReadonlyMap<string, string>) => readonly (string | undefined)[]> =
  {
    event_type: (item) => [item.event_type],
    event_id: (item) => [item.id],
    account_id: (item) => [item.external_account_id ?? undefined],
    device_id: (item) => [item.device.id],
    session_id: (item) => [item.session.id],
    decision: (item) => [item.risk.decision],
    level: (item) => [item.risk.level],
    evaluation: (item) => [item.evaluation],
    label: (item, labels) => [labels.get(item.id)],
    signal: (item) => item.risk.signals.map(({ code }) => code),
    policy_version: (item) => [String(item.risk.policy_version)],
    rule_id: (item) => [item.risk.matched_rule?.id],
  };

/** The filters that `VALUES_OF` lacks, and what tests them. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  network: 'dashboard-reads.test.ts',
  same_fingerprint_as: 'dashboard-reads.test.ts',
  assigned_to: 'test/team/assignments.test.ts',
  from: 'the bounds below',
  to: 'the bounds below',
};

test('every filter of the API is compared below or tested elsewhere', () => {
  const untested = Object.keys(EventCountQuery.properties).filter(
    (name) => !(name in VALUES_OF) && !(name in TESTED_ELSEWHERE),
  );
  assert.deepEqual(untested, [], 'add these filters to VALUES_OF');
});

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => now });
  const path = `/v1/environments/${server.environments.test.id}/events`;
  const labels = new Map<string, string>();
  for (let at = 0; at < 120; at++) {
    now += 7_000;
    if (at === 40 || at === 80) await addRule(server, at);
    const id = await send(server, at);
    if (at % 5 === 0) await label(server, id, at % 2 === 0 ? 'legitimate' : 'account_takeover', labels);
  }
  const all = await walk(server, `${path}?limit=100`);
  const values = (name: string) =>
    [...new Set(all.flatMap((item) => VALUES_OF[name]?.(item, labels) ?? []))].filter(
      (one): one is string => one !== undefined,
    );

  test('lists all events once, newest first', () => {
    assert.equal(all.length, 120);
    assert.deepEqual(
      all.map(({ id }) => id),
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  test('items name the policy version, the rule, the decision without it, the weights and the label', () => {
    assert.deepEqual(values('policy_version').sort(), ['1', '2', '3']);
    assert.equal(values('rule_id').length, 2);
    for (const { risk } of all.filter(({ risk }) => risk.matched_rule !== null)) {
      assert.match(risk.matched_rule?.name ?? '', /^Monitor /);
      assert.equal(risk.decision, 'monitor');
    }
    assert.ok(all.some(({ risk }) => risk.matched_rule !== null && risk.default_decision !== risk.decision));
    assert.ok(all.every(({ risk }) => risk.signals.every(({ weight }) => Number.isInteger(weight))));
    for (const { id, label } of all) assert.equal(label, labels.get(id) ?? null);
  });

  test('every filter, alone and in pairs, matches an in-memory filter', async () => {
    const names = Object.keys(VALUES_OF);
    const one = fc
      .constantFrom(...names)
      .chain((name) =>
        fc.tuple(fc.constant(name), fc.uniqueArray(fc.constantFrom(...values(name)), { minLength: 1, maxLength: 3 })),
      );
    const listing = fc.record({
      first: one,
      second: fc.option(one),
      bound: fc.constantFrom('from', 'to', 'none'),
      at: fc.integer({ min: 0, max: 119 }),
      pages: fc.integer({ min: 1, max: 6 }),
      sort: fc.constantFrom('time', 'score'),
    });
    await fc.assert(
      fc.asyncProperty(listing, async ({ first, second, bound, at, pages, sort }) => {
        const filters = [first, ...(second === null || second[0] === first[0] ? [] : [second])];
        const time = all[all.length - 1 - at]?.created_at as string;
        const query = new URLSearchParams({ sort, ...(bound === 'none' ? {} : { [bound]: time }) });
        for (const [name, some] of filters) for (const value of some) query.append(name, String(value));
        const expected = all.filter(
          (item) =>
            (bound !== 'from' || item.created_at >= time) &&
            (bound !== 'to' || item.created_at < time) &&
            filters.every(([name, some]) =>
              VALUES_OF[name]?.(item, labels).some((value) => value !== undefined && some.includes(value)),
            ),
        );
        // The sort is stable, and `all` is newest first.
        if (sort === 'score') expected.sort((a, b) => b.risk.score - a.risk.score);
        const ids = expected.map(({ id }) => id);
        // A few pages, whatever matches: with 1 to 30 rows a page, this test takes twice as long.
        query.set('limit', String(Math.min(100, Math.max(1, Math.ceil(ids.length / pages)))));
        const listed = await pageBothWays(
          server,
          `${path}?${query}`,
          ({ id }) => String(id),
          async () => {},
        );
        assert.deepEqual(listed.older, ids, String(query));
        assert.deepEqual(listed.newer, ids.toReversed(), String(query));
        for (const name of ['limit', 'sort']) query.delete(name);
        const { data: counted } = await page(server, `${path}/count?${query}`);
        assert.deepEqual(counted, { count: ids.length, is_complete: true }, String(query));
      }),
      { numRuns: 100 },
    );
  });

  test('a count ends at its limit, and says whether it is complete', async () => {
    const { context } = server;
    const environment = { ...server.environments.test };
    const { length } = all;
    const countUpTo = (limit: number) => countEvents(context, environment, NO_FILTER, limit);
    assert.deepEqual(await countUpTo(length - 1), { count: length - 1, isComplete: false });
    assert.deepEqual(await countUpTo(length), { count: length, isComplete: true });
    for (const parameter of ['limit=5', 'sort=score', 'cursor=x', 'format=csv']) {
      await assertRejected(server, `${path}/count?${parameter}`, parameter.split('=')[0] as string);
    }
  });

  test('paging back returns the same pages while rows arrive', async () => {
    const first = await page(server, `${path}?limit=7`);
    const second = await page(server, first.links.next as string);
    now += 1_000;
    await send(server, 1);
    const third = await page(server, second.links.next as string);
    const back = await page(server, third.links.prev as string);
    assert.deepEqual(back.data, second.data);
    const start = await page(server, back.links.prev as string);
    assert.deepEqual(start.data, first.data);
    const newest = await page(server, start.links.prev as string);
    assert.equal(newest.data.length, 1);
    assert.equal(newest.links.prev, null);
  });

  test('rejects invalid filters, times, limits and cursors by name', async () => {
    const { links } = await page(server, `${path}?limit=5&decision=block`);
    const cursor = new URL(`http://x${links.next}`).searchParams.get('cursor') as string;
    const other = `/v1/environments/${server.environments.live.id}/events`;
    const invalid: [string, string][] = [
      ['decision=Allow', 'decision'],
      ['level=', 'level'],
      ['signal=NO_SUCH', 'signal'],
      ['from=yesterday', 'from'],
      ['from=2026-03-01', 'from'],
      ['to=2026-02-30T00:00:00Z', 'to'],
      ['from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'to'],
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=1e2', 'limit'],
      ['color=red', 'color'],
      ['policy_version=0', 'policy_version'],
      ['policy_version=2147483648', 'policy_version'],
      ['policy_version=v1', 'policy_version'],
      ['rule_id=', 'rule_id'],
      [`cursor=${cursor}`, 'cursor'],
      [`decision=block&sort=score&cursor=${cursor}`, 'cursor'],
      [`decision=block&cursor=${cursor.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`, 'cursor'],
    ];
    for (const [query, name] of invalid) await assertRejected(server, `${path}?${query}`, name);
    await assertRejected(server, `${other}?decision=block&cursor=${cursor}`, 'cursor', server.keys.live.secret);
    await page(server, `${path}?limit=50&decision=block&cursor=${cursor}`);
    const [first, second] = [...new Set(all.map(({ device }) => device.id))].map(
      (id) => `/v1/devices/${id}/resolutions`,
    );
    const ofFirst = (await page(server, `${first}?limit=1`)).links.next?.split('?')[1] ?? '';
    await page(server, `${first}?${ofFirst}`);
    await assertRejected(server, `${second}?${ofFirst}`, 'cursor');
  });

  test('says that the + of a time zone must be encoded', async () => {
    for (const [url, token] of [
      [`${path}?from=2026-03-01T12:00:00+02:00`, server.keys.test.secret],
      [
        `${path.replace('events', 'policy/quality')}?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00+02:00`,
        server.sessions.owner,
      ],
    ] as const) {
      const headers = { authorization: `Bearer ${token}` };
      assert.match((await server.request({ url, headers })).json().errors[0].detail, /%2B/);
      assert.equal((await server.request({ url: url.replaceAll('+', '%2B'), headers })).statusCode, 200);
    }
  });

  test('a foreign environment is 403, an unknown one 404', async () => {
    const get = (url: string, token: string) => server.request({ url, headers: { authorization: `Bearer ${token}` } });
    assert.equal((await get(path, server.foreign.test.secret)).statusCode, 403);
    assert.equal((await get(path, server.keys.live.secret)).statusCode, 403);
    assert.equal((await get(path, server.sessions.viewer)).statusCode, 200);
    assert.equal((await get('/v1/environments/env_nothing/events', server.keys.test.secret)).statusCode, 404);
    assert.equal((await get(path, server.keys.test.public)).statusCode, 401);
  });

  test('risk assessments contain every signal and have the filters of events', async () => {
    const assessments = path.replace(/events$/, 'risk-assessments');
    const rows = await walk(server, `${assessments}?limit=100&policy_version=1`);
    assert.equal(rows.length, 40);
    assert.deepEqual(await walk(server, `${assessments}?policy_version=4`), []);
    assert.deepEqual(await walk(server, `${path}?policy_version=4`), []);
    for (const row of rows as unknown as { id: string; event_id: string; signals: object[] }[]) {
      assert.equal(row.id.slice(4), row.event_id.slice(4));
      for (const signal of row.signals) assert.deepEqual(Object.keys(signal), ['code', 'weight', 'description']);
    }
  });

  test('reads a device with its events, accounts, signals and resolutions', async () => {
    const id = all[0]?.device.id as string;
    const read = async (url: string) => (await page(server, url)).data as unknown as Record<string, unknown>[];
    const device = (await page(server, `/v1/devices/${id}`)).data as unknown as Record<string, unknown>;
    assert.match(String(device.summary), /Chrome/);
    const events = await walk(server, `/v1/devices/${id}/events?limit=10`);
    assert.ok(events.length > 0 && events.every((item) => item.device.id === id));
    const accounts = (await read(`/v1/devices/${id}/accounts`)).map((row) => Date.parse(String(row.first_seen_at)));
    assert.equal(device.account_count, accounts.length);
    assert.deepEqual(
      accounts,
      accounts.toSorted((one, other) => other - one),
    );
    assert.equal((await walk(server, `/v1/devices/${id}/resolutions?limit=10`)).length, events.length);
    const traits = (await read(`/v1/devices/${id}/signals`)).map(({ signal }) => signal);
    assert.ok(traits.includes('timezone') && !traits.includes('joined_ids'), traits.join());
    assert.deepEqual(traits, traits.toSorted());
    const whole = await page(server, `/v1/devices/${id}/signals`);
    assert.equal(whole.links.next, null);
    const nameOf = ({ signal }: Record<string, unknown>) => String(signal);
    const paged = await pageBothWays(server, `/v1/devices/${id}/signals?limit=3`, nameOf, async () => {});
    assert.deepEqual(paged.older, traits);
    assert.deepEqual(paged.newer, traits.toReversed());
    assert.ok((await read(`/v1/environments/${server.environments.test.id}/devices`)).length > 1);
    const other = all.find((item) => item.device.id !== id)?.device.id as string;
    const compared = (await page(server, `/v1/devices/${id}/compare/${other}`)).data as unknown as {
      hard: boolean;
      signals: { signal: string; verdict: string }[];
    };
    assert.equal(compared.signals.find(({ signal }) => signal === 'timezone')?.verdict, 'agree');
    assert.equal(compared.signals.find(({ signal }) => signal === 'canvas_hash')?.verdict, 'differ');
    for (const account of ['a/b', '\u{1F600} é', '100% "x"']) {
      const response = await server.event(server.keys.test.secret, { event: 'login', account: { id: account } });
      const base = `/v1/environments/${server.environments.test.id}/accounts/${encodeURIComponent(account)}/devices`;
      assert.deepEqual(
        (await read(base)).map(({ id }) => id),
        [response.json().data.device.id],
      );
    }
    const unknown = `/v1/environments/${server.environments.test.id}/accounts/unknown/devices`;
    const headers = { authorization: `Bearer ${server.keys.test.secret}` };
    assert.equal((await server.request({ url: unknown, headers })).statusCode, 404);
    assert.equal(
      (
        await server.request({
          url: `/v1/devices/${id}`,
          headers: { authorization: `Bearer ${server.foreign.test.secret}` },
        })
      ).statusCode,
      403,
    );
    assert.equal((await server.request({ url: '/v1/devices/dev_x', headers })).statusCode, 404);
  });
});
