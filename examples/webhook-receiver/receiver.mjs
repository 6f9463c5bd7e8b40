// A webhook receiver that needs only Node: checks the signature, the timestamp and for duplicates, in this order.
// Run:  ASSAY_WEBHOOK_SECRET=whsec_… node examples/webhook-receiver/receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

/** Maximum difference between the timestamp and our clock, in seconds. */
const TOLERANCE = 300;
/** Larger requests are not webhooks from Assay. */
const MAX_BYTES = 1024 * 1024;
/** Longer than the two and a half hours over which a delivery is attempted. */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;

/**
 * Steps 1 and 2.
 *
 * @param {string} secret   of the endpoint, whsec_…
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {Buffer} body     the received bytes: parsing and serializing them again would change them
 * @param {number} [now]    our clock, seconds since 1970
 * @returns {'valid' | 'bad_signature' | 'stale_timestamp'}
 */
export function verify(secret, headers, body, now = Date.now() / 1_000) {
  const timestamp = String(headers['service-webhook-timestamp'] ?? '');
  const given = Buffer.from(String(headers['service-webhook-signature'] ?? ''));
  const expected = Buffer.from(createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex'));
  // Constant time: a comparison that stops at the first difference reveals how many characters were correct.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'bad_signature';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE) return 'stale_timestamp';
  return 'valid';
}

/** Step 3. With several processes, store the ids where all of them can read them: a table with a unique column. */
export class SeenIds {
  #seenAt = new Map();

  /** Returns whether an id is new. `now` is in ms, by a clock that nobody sets: behind a wrong time, all ids would be kept. */
  add(id, now = performance.now()) {
    for (const [old, at] of this.#seenAt) {
      if (now - at <= REMEMBERED_MS) break;
      this.#seenAt.delete(old);
    }
    if (this.#seenAt.has(id)) return false;
    this.#seenAt.set(id, now);
    return true;
  }

  /** Call this if handling failed, so that the next attempt is not treated as a duplicate. */
  forget(id) {
    this.#seenAt.delete(id);
  }
}

/** Null if the body is too large or the sender has disconnected: an uncaught error here would end the process. */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size > MAX_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

/** Your own work. Put it in a queue and respond at once: the sender times out after ten seconds and retries. */
function handle(envelope) {
  console.log(`${envelope.id} ${envelope.type} ${envelope.data.event_id ?? ''}`);
}

function serve(secret, port) {
  const seen = new SeenIds();
  const server = createServer(async (request, response) => {
    const respond = (status, text) => response.writeHead(status).end(text);
    const body = await readBody(request);
    if (request.method !== 'POST' || body === null) return respond(400, 'not a webhook');
    const verdict = verify(secret, request.headers, body);
    if (verdict !== 'valid') return respond(401, verdict);
    let id;
    try {
      const envelope = JSON.parse(body.toString());
      // Not the header Service-Webhook-Id: this signature does not cover it, so whoever repeats a request could change it.
      id = envelope.id;
      // Respond to a duplicate with success: after any other status the sender would retry.
      if (!seen.add(id)) return respond(200, 'seen before');
      await handle(envelope);
    } catch (error) {
      seen.forget(id);
      console.error(String(error));
      return respond(500, 'try again');
    }
    return respond(200, 'thanks');
  });
  server.listen(port, '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}/`);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const secret = process.env.ASSAY_WEBHOOK_SECRET;
  if (!secret) throw new Error('set ASSAY_WEBHOOK_SECRET to the secret returned when the endpoint was created');
  serve(secret, Number(process.env.PORT ?? 9000));
}
