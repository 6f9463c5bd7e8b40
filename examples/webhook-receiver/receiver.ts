// A webhook receiver in TypeScript with nothing but Node: verifies signature, time and repetition, in this order.
// Run:  WEBHOOK_SECRET=whsec_… node --import tsx examples/webhook-receiver/receiver.ts   (Node 24 runs it without tsx)
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { pathToFileURL } from 'node:url';

/** Seconds by which the timestamp may differ from our clock. */
const TOLERANCE = 300;
/** More than this is no webhook of Assay. */
const MOST_BYTES = 1024 * 1024;
/** Attempts of one delivery spread over two and a half hours, so ids are remembered for longer than that. */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;

export type Verdict = 'valid' | 'bad_signature' | 'stale_timestamp';

/** Steps 1 and 2. `body` are the bytes as they came: parsing and printing them again would change them. */
export function verify(secret: string, headers: IncomingHttpHeaders, body: Buffer, now = Date.now() / 1_000): Verdict {
  const timestamp = String(headers['service-webhook-timestamp'] ?? '');
  const given = Buffer.from(String(headers['service-webhook-signature'] ?? ''));
  const expected = Buffer.from(createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex'));
  // Constant time: a comparison that stops at the first difference tells an attacker how far he got.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'bad_signature';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE) return 'stale_timestamp';
  return 'valid';
}

/** Step 3. With several processes keep the ids where all of them see them: a table with a unique column. */
export class SeenIds {
  readonly #seenAt = new Map<string, number>();

  /** Whether this id is new; from now on it is not. */
  add(id: string, now = Date.now()): boolean {
    for (const [old, at] of this.#seenAt) {
      if (now - at <= REMEMBERED_MS) break;
      this.#seenAt.delete(old);
    }
    if (this.#seenAt.has(id)) return false;
    this.#seenAt.set(id, now);
    return true;
  }

  /** When handling it failed: the next attempt must not be taken for a repetition. */
  forget(id: string): void {
    this.#seenAt.delete(id);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Your own work: put it into a queue and answer at once; after ten seconds the sender gives up and comes again. */
function handle(envelope: { id: string; type: string; data: { event_id: string | null } }): void {
  console.log(`${envelope.id} ${envelope.type} ${envelope.data.event_id ?? ''}`);
}

function serve(secret: string, port: number): void {
  const seen = new SeenIds();
  const server = createServer(async (request, response) => {
    const answer = (status: number, text: string) => response.writeHead(status).end(text);
    const body = await readBody(request);
    if (request.method !== 'POST' || body === null) return answer(400, 'not a webhook');
    const verdict = verify(secret, request.headers, body);
    if (verdict !== 'valid') return answer(401, verdict);
    const id = String(request.headers['service-webhook-id']);
    // A repetition is a success: anything else would make the sender come again.
    if (!seen.add(id)) return answer(200, 'seen before');
    try {
      handle(JSON.parse(body.toString()));
    } catch (error) {
      seen.forget(id);
      console.error(String(error));
      return answer(500, 'try again');
    }
    return answer(200, 'thanks');
  });
  server.listen(port, '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${(server.address() as { port: number }).port}/`);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const secret = process.env.WEBHOOK_SECRET;
  if (!secret) throw new Error('set WEBHOOK_SECRET to the secret that was shown when the endpoint was created');
  serve(secret, Number(process.env.PORT ?? 9000));
}
