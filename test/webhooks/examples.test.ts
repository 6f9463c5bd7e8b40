// Checks the test vectors against our signer, our verifier and the receiver in Node, and the receiver against real deliveries.
// `npm run test:recipes` does the same for the receiver in Python, which not every machine has.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { SIGNALS } from '../../src/scoring/signals/index.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { signature, verify } from '../../src/webhooks/signature.ts';
import { checkReceiver, VECTORS as vectors } from './example-receiver.ts';

const EXAMPLE = new URL('../../examples/webhook-receiver/receiver.mjs', import.meta.url).href;
const { SeenIds, verify: verifyInExample } = await import(EXAMPLE);

describe('test vectors', () => {
  test('match the signer and verifier of the service', () => {
    assert.ok(vectors.length >= 15);
    for (const vector of vectors) {
      const { secret, timestamp, body, now } = vector;
      if (vector.verdict !== 'bad_signature') {
        assert.equal(signature(secret, timestamp, body), vector.signature, vector.name);
      }
      const received = { timestamp, signature: vector.signature, body: Buffer.from(body) };
      assert.equal(verify(secret, received, now), vector.verdict, vector.name);
    }
  });

  test('show what the service sends: the weights of the catalog, and their sum', () => {
    const { risk } = JSON.parse(vectors[0]?.body ?? '').data as {
      risk: { score: number; signals: { code: string; weight: number }[] };
    };
    for (const { code, weight } of risk.signals) {
      assert.equal(weight, SIGNALS.find((signal) => signal.code === code)?.weight, code);
    }
    assert.equal(
      risk.score,
      risk.signals.reduce((sum, { weight }) => sum + weight, 0),
    );
  });

  test('begin with the one that the documentation shows', () => {
    const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
    const { secret, timestamp, body, signature: given } = vectors[0] as (typeof vectors)[number];
    for (const shown of [secret, timestamp, body, given]) assert.ok(page.includes(`| \`${shown}\` |`), shown);
  });

  test('match the example in Node', () => {
    for (const { name, secret, timestamp, body, signature: given, now, verdict } of vectors) {
      const headers = { 'service-webhook-timestamp': timestamp, 'service-webhook-signature': given };
      assert.equal(verifyInExample(secret, headers, Buffer.from(body), now), verdict, name);
    }
  });
});

test('remembers ids for a day and forgets them when handling fails', () => {
  const seen = new SeenIds();
  const day = 24 * 60 * 60 * 1_000;
  assert.deepEqual(
    [seen.add('a', 0), seen.add('a', day), seen.add('b', day), seen.add('a', day + 1)],
    [true, false, true, true],
  );
  seen.forget('a');
  assert.equal(seen.add('a', day + 2), true);
});

test('forgets no id because the clock was set', (context) => {
  const seen = new SeenIds();
  const now = context.mock.method(Date, 'now', () => 0);
  seen.add('a');
  now.mock.mockImplementation(() => 400 * DAY);
  assert.equal(seen.add('a'), false);
});

test('the example in Node accepts a delivery once, rejects forged and stale ones', async () => {
  await checkReceiver(process.execPath, ['webhook-receiver/receiver.mjs']);
});
