// Prints new events as newline-delimited JSON, as Authentication events of OCSF 1.4. Node 20 or newer, no packages.
// Run by a scheduler:  ASSAY_SECRET_KEY=sec_… node examples/siem/export.mjs >> events.ndjson
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const {
  ASSAY_URL = 'http://127.0.0.1:8080',
  ASSAY_SECRET_KEY,
  POSITION_FILE = 'assay-position',
  SERVICE_NAME = 'login',
} = process.env;
if (!ASSAY_SECRET_KEY) throw new Error('set ASSAY_SECRET_KEY');

/** Events are listed by arrival, but stored up to ten seconds later if they wait for others, and clocks of servers may differ by some. */
const SETTLED_MS = 15_000;
/** Longer than the time between two runs. */
const REWIND_MS = 86_400_000;
const ACTIVITIES = { login: 1, login_failed: 1, mfa_passed: 1, mfa_failed: 1, logout: 2 };
const SEVERITIES = { low: 1, medium: 3, high: 4, critical: 5 };
/** Allowed, denied, or observed: a challenge leaves the outcome to your second factor. */
const ACTIONS = { allow: 1, monitor: 1, challenge: 3, block: 2 };

function position() {
  try {
    return readFileSync(POSITION_FILE, 'utf8').trim();
  } catch {
    return '1970-01-01T00:00:00.000Z';
  }
}

/** https://schema.ocsf.io/1.4.0/classes/authentication with the profiles Host and Security Control. */
function toOcsf(event) {
  const activity = ACTIVITIES[event.event_type] ?? 99;
  const failed = event.event_type.endsWith('_failed');
  return {
    class_uid: 3002,
    category_uid: 3,
    activity_id: activity,
    type_uid: 300200 + activity,
    time: Date.parse(event.created_at),
    severity_id: SEVERITIES[event.risk.level],
    status_id: failed ? 2 : 1,
    action_id: ACTIONS[event.risk.decision],
    is_alert: ['challenge', 'block'].includes(event.risk.decision),
    service: { name: SERVICE_NAME },
    session: { uid: event.session.id },
    user: { uid: event.external_account_id ?? 'unknown' },
    device: { uid: event.device.id, type_id: 0 },
    src_endpoint: { name: event.ip_masked }, // masked, so it is no ip_t
    risk_score: event.risk.score,
    metadata: {
      version: '1.4.0',
      uid: event.id,
      profiles: ['host', 'security_control'],
      product: { name: 'Assay', vendor_name: 'Assay' },
    },
    unmapped: { event_type: event.event_type, decision: event.risk.decision, signals: event.risk.signals },
  };
}

async function get(path, accept) {
  const headers = { authorization: `Bearer ${ASSAY_SECRET_KEY}`, accept };
  const response = await fetch(new URL(path, ASSAY_URL), { headers });
  if (!response.ok) throw new Error(`Assay responded ${response.status}: ${await response.text()}`);
  return response;
}

const key = await get('/v1/auth/key', 'application/json');
const { environment } = (await key.json()).data;
// By the clock of Assay: with one that is ahead, events that arrive now would be behind the position.
const until = Date.parse(key.headers.get('date')) - SETTLED_MS;
const to = new Date(until).toISOString();
// Once a clock that was ahead is corrected, new events are behind the position, so a day is exported again.
const saved = position();
const from = saved <= to ? saved : new Date(until - REWIND_MS).toISOString();
const range = new URLSearchParams({ from, to }); // from inclusive, to exclusive
const list = await get(`/v1/environments/${environment.id}/events?${range}`, 'application/x-ndjson');
// A failed stream ends without its last chunk, which fetch reports as an error; the position then stays unchanged.
const lines = (await list.text()).split('\n').filter((line) => line !== '');
const events = lines.map((line) => toOcsf(JSON.parse(line))).reverse();
process.stdout.write(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
// Replaced atomically after the lines are written: a crash repeats lines rather than losing them.
writeFileSync(`${POSITION_FILE}.new`, to);
renameSync(`${POSITION_FILE}.new`, POSITION_FILE);
