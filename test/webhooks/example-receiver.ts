// Runs an example receiver against the test vectors and against real deliveries of the sender.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { send } from '../../src/delivery/send.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { ATTEMPT, CONNECT } from './sending.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const RECEIVERS = `${EXAMPLES}webhook-receiver`;

interface Vector {
  name: string;
  secret: string;
  timestamp: string;
  body: string;
  signature: string;
  now: number;
  verdict: string;
}

export const VECTORS = (JSON.parse(readFileSync(`${RECEIVERS}/vectors.json`, 'utf8')) as { vectors: Vector[] }).vectors;

/** The receiver in Python gives the expected verdict for every vector. */
export async function checkVectors(): Promise<void> {
  const script = `import json, sys
sys.path.insert(0, sys.argv[1])
import receiver
for v in json.load(open(sys.argv[1] + "/vectors.json", encoding="utf-8"))["vectors"]:
    print(receiver.verify(v["secret"], v["timestamp"], v["signature"], v["body"].encode(), v["now"]))`;
  const python = spawn('python3', ['-B', '-c', script, RECEIVERS], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  python.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [code] = (await once(python, 'close')) as [number];
  assert.equal(code, 0);
  assert.deepEqual(
    printed.trim().split('\n'),
    VECTORS.map(({ verdict }) => verdict),
  );
}

/** Resolves when a program has ended the connection of a caller who sends half a request, and no more. */
export async function endsHalfRequest(url: string): Promise<void> {
  const caller = connect(Number(new URL(url).port), '127.0.0.1');
  caller.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
  await once(caller.resume(), 'close', { signal: AbortSignal.timeout(MINUTE) });
}

/** A receiver accepts a delivery once and rejects everything else. Runs in the folder `examples`. */
export async function checkReceiver(
  command: string,
  args: readonly string[],
  more: (url: string) => Promise<void> = async () => {},
): Promise<void> {
  const env = { ...process.env, ASSAY_WEBHOOK_SECRET: ATTEMPT.secret, PORT: '0' };
  const example = spawn(command, args, { cwd: EXAMPLES, env, stdio: ['ignore', 'pipe', 'inherit'] });
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
    assert.deepEqual(await sent({ id: 'wh_evt_2' }), [200, 'seen before'], 'the header is not signed');
    // A delivery that could not be handled does not count as a duplicate later.
    const other = body.replace('wh_evt_1', 'wh_evt_2');
    assert.deepEqual(await sent({ body: 'no JSON' }), [500, 'try again']);
    assert.deepEqual(await sent({ body: '{"id":"wh_evt_2"}' }), [500, 'try again']);
    assert.deepEqual(await sent({ body: other }), [200, 'thanks']);
    await more(url);
  } finally {
    const ended = once(example, 'exit');
    example.kill('SIGKILL');
    await ended;
  }
}

async function* linesOf({ stdout }: ChildProcess): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of stdout?.setEncoding('utf8') ?? []) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
