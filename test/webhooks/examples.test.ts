// Checks the test vectors against our signer, our verifier and both example receivers, and the examples against real
// deliveries: each accepts a delivery once and rejects everything else.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SeenIds, verify as verifyInExample } from '../../examples/webhook-receiver/receiver.ts';
import { send } from '../../src/delivery/send.ts';
import { signature, verify } from '../../src/webhooks/signature.ts';
import { ATTEMPT, CONNECT } from './sending.ts';

const FOLDER = new URL('../../examples/webhook-receiver/', import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(name, FOLDER));

interface Vector {
  name: string;
  secret: string;
  timestamp: string;
  body: string;
  signature: string;
  now: number;
  verdict: string;
}

const { vectors } = JSON.parse(readFileSync(pathOf('vectors.json'), 'utf8')) as { vectors: Vector[] };

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

  test('match the TypeScript example', () => {
    for (const { name, secret, timestamp, body, signature: given, now, verdict } of vectors) {
      const headers = { 'service-webhook-timestamp': timestamp, 'service-webhook-signature': given };
      assert.equal(verifyInExample(secret, headers, Buffer.from(body), now), verdict, name);
    }
  });

  test('match the Python example', async () => {
    const script = `import json, sys
sys.path.insert(0, sys.argv[1])
import receiver
for v in json.load(open(sys.argv[1] + "/vectors.json", encoding="utf-8"))["vectors"]:
    print(receiver.verify(v["secret"], v["timestamp"], v["signature"], v["body"].encode(), v["now"]))`;
    const python = spawn('python3', ['-B', '-c', script, pathOf('.')], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    python.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    // Fails without python3, because the Python example would remain unchecked.
    const [code] = (await once(python, 'close')) as [number];
    assert.equal(code, 0);
    assert.deepEqual(
      printed.trim().split('\n'),
      vectors.map(({ verdict }) => verdict),
    );
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

const COMMANDS = {
  TypeScript: [process.execPath, '--import', 'tsx', pathOf('receiver.ts')],
  Python: ['python3', '-B', pathOf('receiver.py')],
} as const;

for (const [language, [command, ...args]] of Object.entries(COMMANDS)) {
  test(`the ${language} example accepts a delivery once, rejects forged and stale ones`, async () => {
    const env = { ...process.env, WEBHOOK_SECRET: ATTEMPT.secret, PORT: '0' };
    const example = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const lines = linesOf(example);
      const url = /http:\S+/.exec((await lines.next()).value ?? '')?.[0] ?? '';
      const body = '{"id":"wh_evt_1","type":"decision.block","data":{"event_id":"evt_ünï"}}';
      const now = Date.now();
      const sent = async (more: Partial<typeof ATTEMPT>) => {
        const { outcome, snippet } = await send({ ...ATTEMPT, body, url, at: now, ...more }, CONNECT);
        return [outcome.httpStatus, snippet];
      };
      assert.deepEqual(await sent({}), [200, 'thanks']);
      assert.equal((await lines.next()).value, 'wh_evt_1 decision.block evt_ünï');
      assert.deepEqual(await sent({}), [200, 'seen before']);
      assert.deepEqual(await sent({ secret: 'whsec_other' }), [401, 'bad_signature']);
      assert.deepEqual(await sent({ at: now - 400_000 }), [401, 'stale_timestamp']);
      // A delivery that could not be handled does not count as a repetition later.
      assert.deepEqual(await sent({ id: 'wh_evt_2', body: 'no JSON' }), [500, 'try again']);
      assert.deepEqual(await sent({ id: 'wh_evt_2' }), [200, 'thanks']);
    } finally {
      const ended = once(example, 'exit');
      example.kill('SIGKILL');
      await ended;
    }
  });
}

async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of stdout?.setEncoding('utf8') ?? []) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
