// Tests that surrounding white space is removed from every saved name, and that a blank name is rejected at its field.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { planPolicy, policyFile } from '../../src/flows/policy/apply-policy.ts';
import { readPolicy } from '../../src/flows/policy/read-policy.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

/** Spaces of several kinds; names of alerts accept no control characters, so no tab. */
const PADDED = ' \u00a0Night shift\u3000 ';
const NAME = 'Night shift';
/** One contains only a line separator and an ideographic space. The last four are invisible, too: lists showed nothing. */
const BLANK = ['', ' ', ' \t\r\n ', '\u2028\u3000', '\u200b', '\u202e', '\u0007', '\u2800 \u3164'];

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  after(() => server.app.close());
  const request = memberClient(server);
  const { test: environment } = server.environments;
  const base = `/v1/environments/${environment.id}`;
  const condition = { field: 'risk.score', operator: 'gte', value: 50 };
  const rule = { conditions: { all: [condition] }, action: { decision: 'block' }, priority: 7 };

  /** Everything with a name: the paths that create and change it, and the body that a creation needs besides the name. */
  const kinds: [create: string, change: ((id: string) => string) | null, body: object][] = [
    ['/v1/environments', (id) => `/v1/environments/${id}`, { kind: 'test' }],
    [`${base}/keys`, null, { kind: 'secret' }],
    [`${base}/policy/rules`, (id) => `/v1/policy/rules/${id}`, rule],
    [`${base}/views`, (id) => `${base}/views/${id}`, { list: 'events', query: { level: ['high'] } }],
    [`${base}/alert-channels`, null, { kind: 'slack', url: 'https://93.184.216.34/hook' }],
    [`${base}/alert-rules`, (id) => `${base}/alert-rules/${id}`, { kind: 'attack_wave', threshold: 10, channels: [] }],
  ];

  for (const [create, change, body] of kinds) {
    test(`${create.replace(base, '…')} trims names and refuses blank ones`, async () => {
      for (const name of BLANK) {
        if (name === '' && create.endsWith('/keys')) continue;
        const refused = await request('POST', create, { ...body, name });
        assert.deepEqual([refused.statusCode, refused.json().errors?.[0].pointer], [422, '/name'], refused.body);
      }
      const created = await request('POST', create, { ...body, name: PADDED });
      assert.equal(created.statusCode, 201, created.body);
      const { id, name } = created.json().data;
      assert.equal(name, NAME);
      if (change === null) return;
      for (const blank of BLANK) {
        assert.equal((await request('PATCH', change(id), { name: blank })).statusCode, 422);
      }
      const changed = await request('PATCH', change(id), { name: ` ${NAME} 2 ` });
      assert.deepEqual([changed.statusCode, changed.json().data?.name], [200, `${NAME} 2`], changed.body);
    });
  }

  test('the name of a key is optional', async () => {
    for (const body of [{ kind: 'secret' }, { kind: 'secret', name: '' }]) {
      const created = await request('POST', `${base}/keys`, body);
      assert.deepEqual([created.statusCode, created.json().data.name], [201, '']);
    }
  });

  test('a rule of a policy file continues the one of the same name, with white space or without', async () => {
    const policy = await readPolicy(server.context, environment);
    const { rules = [], ...file } = policyFile(policy);
    const padded = rules.map((one) => ({ ...(one as object), name: ` ${(one as { name: string }).name} ` }));
    const planned = await planPolicy(server.context, environment, { ...file, rules: padded });
    assert.equal(policy.rules.length, 1);
    assert.deepEqual(planned.rules, policy.rules);
    // Rules are looked up by name before the file is validated.
    for (const name of [7, null, undefined]) {
      await assert.rejects(planPolicy(server.context, environment, { rules: [{ ...rule, name }] }), /name/);
    }
  });
});
