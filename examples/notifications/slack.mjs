// A webhook receiver that posts decisions to a Slack-compatible incoming webhook. Node 20 or newer, no packages.
// DASHBOARD_URL, if set, is the address of your environment in the dashboard: https://risk.example.com/#/env_…
// Run:  ASSAY_WEBHOOK_SECRET=whsec_… SLACK_URL=https://hooks.slack.com/… node examples/notifications/slack.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { ASSAY_WEBHOOK_SECRET: secret, SLACK_URL, DASHBOARD_URL, PORT = '9001' } = process.env;
if (!secret || !SLACK_URL) throw new Error('set ASSAY_WEBHOOK_SECRET and SLACK_URL');

/** Longer requests are not webhooks from Assay. */
const MAX_BODY_LENGTH = 1024 * 1024;
/** The ids of the newest deliveries: each is repeated within two and a half hours. */
const seen = new Set();
const MAX_SEEN = 100_000;

/** Standard Webhooks: base64 HMAC-SHA256 over id.timestamp.body; the `standardwebhooks` package does the same. */
function isGenuine({ headers }, body) {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  const given = Buffer.from(String(headers['webhook-signature']));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
}

function messageOf({ type, data }) {
  if (data.alert) return `*${type}*: ${data.alert.what}\n<${data.alert.url}|Open the alert>`;
  if (!data.risk) return `*${type}* ${data.device_id}`;
  const reasons = data.risk.signals.map(({ code }) => code).join(', ');
  const link = DASHBOARD_URL ? `\n<${DASHBOARD_URL}/events/${data.event_id}|Open the event>` : '';
  return `*${type}*: ${data.event_type} scored ${data.risk.score} (${data.risk.level})\n${reasons}${link}`;
}

/** Null if the body is too long or the sender has disconnected: an uncaught error here would end the process. */
async function readBody(request) {
  let body = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk;
      if (body.length > MAX_BODY_LENGTH) return null;
    }
  } catch {
    return null;
  }
  return body;
}

const server = createServer(async (request, response) => {
  const body = await readBody(request);
  if (body === null || !isGenuine(request, body)) return response.writeHead(401).end();
  const delivery = JSON.parse(body);
  if (seen.has(delivery.id)) return response.writeHead(200).end();
  try {
    const posted = await fetch(SLACK_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: messageOf(delivery) }),
      signal: AbortSignal.timeout(5_000),
    });
    if (!posted.ok) throw new Error(`the chat responded ${posted.status}`);
    seen.add(delivery.id);
    if (seen.size > MAX_SEEN) seen.delete(seen.values().next().value);
    response.writeHead(204).end();
  } catch (error) {
    console.error(error.message);
    response.writeHead(503).end(); // Assay tries again
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}/`));
