// Tests the rule sets and models that Assay is compared with, at their published thresholds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { Random } from '../simulate/random.ts';
import { crowdsecLike } from './baseline-crowdsec.ts';
import { elasticLike } from './baseline-elastic.ts';
import { freemanScores } from './baseline-freeman.ts';
import { oktaLike } from './baseline-okta.ts';
import { predict, TREE_OPTIONS, train } from './boosted-trees.ts';
import type { EventLine } from './logins-input.ts';

function event(at: number, parts: Partial<EventLine> & { id?: string; name?: string } = {}): EventLine {
  const { id = 'a'.repeat(32), name = 'owner', ...rest } = parts;
  return {
    event: 'login',
    account: { id: name },
    ip_address: '198.51.100.7',
    user_agent: null,
    credential: 'public',
    signals: { persistent_id: id, user_agent: `agent of ${id}`, timezone: 'Europe/Paris' },
    ...rest,
    at,
  };
}

const failures = (count: number, every: number, parts: (i: number) => Parameters<typeof event>[1] = () => ({})) =>
  Array.from({ length: count }, (_, i) => event(i * every, { event: 'login_failed', ...parts(i) }));
const firstHit = (hits: readonly boolean[]): number => hits.indexOf(true) + 1;

test('CrowdSec bans an address at the sixth quick failure, for four hours', () => {
  const burst = failures(6, SECOND);
  assert.equal(firstHit(crowdsecLike(burst)), 6);
  const later = [...burst, event(5 * SECOND + 4 * HOUR - 1), event(5 * SECOND + 4 * HOUR)];
  assert.deepEqual(crowdsecLike(later).slice(6), [true, false]);
  assert.equal(firstHit(crowdsecLike(failures(50, 61 * SECOND))), 0, 'the slow bucket leaks one per minute');
  assert.ok(firstHit(crowdsecLike(failures(50, 20 * SECOND))) > 10);
});

test('Elastic alerts at 25 failures of one address, on distributed attacks on one account, and at five refused prompts', () => {
  assert.equal(firstHit(elasticLike(failures(40, 30 * SECOND))), 25);
  assert.equal(firstHit(elasticLike(failures(200, 2 * MINUTE))), 0);
  const rotating = failures(12, MINUTE, (i) => ({ ip_address: `203.${i}.113.5` }));
  assert.equal(firstHit(elasticLike(rotating)), 10);
  const refused = Array.from({ length: 6 }, (_, i) => event(i * MINUTE, { event: 'mfa_failed' }));
  assert.equal(firstHit(elasticLike(refused)), 5);
});

test('Okta steps up when device, address and location are new together', () => {
  const elsewhere = { ip_address: '203.0.113.9' };
  const stepsUp = (parts: Parameters<typeof event>[1], wait = 9 * HOUR): boolean | undefined =>
    oktaLike([event(0), event(HOUR), event(HOUR + wait, parts)]).at(-1);
  assert.equal(stepsUp({ ...elsewhere, id: 'b'.repeat(32) }), true);
  assert.equal(stepsUp(elsewhere), false, 'the own device travels');
  assert.equal(stepsUp(elsewhere, 10 * MINUTE), true, 'but not that fast');
  assert.equal(stepsUp({ id: 'b'.repeat(32) }), false, 'a new device at home');
});

test('the Freeman model finds a stranger less likely than the owner', () => {
  const everyone = Array.from({ length: 40 }, (_, i) =>
    event(i, { name: `user ${i % 8}`, id: String(i % 8).repeat(32), ip_address: `198.51.${i % 8}.7` }),
  );
  const owner = event(100, { name: 'user 1', id: '1'.repeat(32), ip_address: '198.51.1.7' });
  const stranger = event(101, { name: 'user 1', id: 'f'.repeat(32), ip_address: '203.0.113.5' });
  const unknown = event(102, { name: 'nobody', event: 'login_failed' });
  const [own = 0, strange = 0, none] = freemanScores([...everyone, owner, stranger, unknown]).slice(-3);
  assert.ok(own < 0 && strange > own + 2, `${own}, ${strange}`);
  assert.equal(none, 0);
});

test('boosted trees learn an interaction that no single feature shows', () => {
  const random = new Random(7);
  const rows = Array.from({ length: 600 }, () => Float64Array.from([random.next(), random.next(), random.next()]));
  const labels = Uint8Array.from(rows, ([a = 0, b = 0]) => Number(a > 0.5 !== b > 0.5));
  const weights = new Float64Array(rows.length).fill(1);
  const model = train(rows, labels, weights, { ...TREE_OPTIONS, trees: 40, depth: 3 });
  const predicted = (a: number, b: number): number => predict(model, Float64Array.from([a, b, 0.5]));
  assert.ok(predicted(0.2, 0.8) > 0.9 && predicted(0.8, 0.2) > 0.9);
  assert.ok(predicted(0.2, 0.2) < 0.1 && predicted(0.8, 0.8) < 0.1);
});
