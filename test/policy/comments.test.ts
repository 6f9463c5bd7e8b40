// Tests that the comment on a policy change is stored with the version, whatever kind of change it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { policyClient, ruleBody } from './policy-client.ts';

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const { request, policy } = policyClient(server);
  const comments = async () =>
    (await request('GET', '/versions')).json().data.map(({ comment }: { comment: string | null }) => comment);

  test('is stored with each version, and null without one', async () => {
    await request('PUT', '/thresholds', { allow_max: 10, monitor_max: 50, challenge_max: 80, comment: ' stuffing \n' });
    const rule = (await request('POST', '/rules', ruleBody({ comment: 'a rule' }))).json().data;
    assert.equal('comment' in rule, false);
    await request('PATCH', `/v1/policy/rules/${rule.id}`, { name: 'other', comment: 'a name' });
    await request('DELETE', `/v1/policy/rules/${rule.id}?comment=no%20use`);
    await request('POST', '/versions/1/restore?comment=back');
    await request('PUT', '/thresholds', { allow_max: 11, monitor_max: 50, challenge_max: 80, comment: '  ' });
    assert.deepEqual(await comments(), [null, 'back', 'no use', 'a name', 'a rule', 'stuffing', null]);
    assert.equal((await request('GET', '/versions/2')).json().data.comment, 'stuffing');
  });

  test('alone is no change', async () => {
    const { version, thresholds } = await policy();
    await request('PUT', '/thresholds', { ...thresholds, comment: 'nothing new' });
    assert.equal((await policy()).version, version);
  });

  test('has at most 500 characters', async () => {
    const { thresholds } = await policy();
    const long = await request('PUT', '/thresholds', { ...thresholds, comment: 'x'.repeat(501) });
    assert.deepEqual([long.statusCode, long.json().errors[0].pointer], [422, '/comment']);
  });
});
