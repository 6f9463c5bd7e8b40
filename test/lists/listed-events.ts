// Creates events of several types, accounts, devices and risks for the tests of lists, and reads these lists.
import assert from 'node:assert/strict';
import type { TestServer } from '../http/test-server.ts';

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

export interface Item {
  id: string;
  event_type: string;
  external_account_id: string | null;
  device: { id: string };
  session: { id: string };
  risk: {
    score: number;
    level: string;
    decision: string;
    signals: { code: string; weight: number }[];
    default_decision: string;
    policy_version: number;
    matched_rule: { id: string; name: string } | null;
  };
  evaluation: string;
  label: string | null;
  created_at: string;
}

/** Adds a rule that decides some of the following events and creates a new policy version. */
export async function addRule(server: TestServer, at: number): Promise<void> {
  const rule = {
    name: `Monitor ${at}`,
    event_type: at === 40 ? 'password_change' : 'login_failed',
    conditions: { all: [{ field: 'risk.score', operator: 'gte', value: at === 40 ? 0 : 1 }] },
    action: { decision: 'monitor' },
    priority: at,
  };
  const response = await server.request({
    method: 'POST',
    url: `/v1/environments/${server.environments.test.id}/policy/rules`,
    headers: { authorization: `Bearer ${server.sessions.owner}`, 'content-type': 'application/json' },
    payload: JSON.stringify(rule),
  });
  assert.equal(response.statusCode, 201, response.body);
}

/** Sends one of several kinds of event, by type, account, device and risk. */
export async function send(server: TestServer, at: number): Promise<string> {
  const account = ['u_1', 'u_2', 'force_block_1', 'force_challenge_1', 'u_5'][at % 5] as string;
  const body = {
    event: ['login', 'login_failed', 'password_change'][at % 3],
    account: { id: account },
    ip_address: `8.8.${at % 4}.8`,
    signals: {
      persistent_id: `browser-storage-${at % 7}`,
      user_agent: AGENT,
      platform: 'Win32',
      timezone: 'Europe/Oslo',
      languages: ['nb', 'en'],
      hardware_concurrency: 4 + (at % 7),
      webgl_renderer: `GPU ${at % 7}`,
      canvas_hash: `c${at % 7}`,
    },
  };
  const response = await server.event(server.keys.test.secret, body);
  assert.equal(response.statusCode, 201, response.body);
  return response.json().data.id;
}

export async function label(server: TestServer, id: string, word: string, labels: Map<string, string>): Promise<void> {
  const response = await server.request({
    method: 'POST',
    url: `/v1/events/${id}/outcome`,
    headers: { authorization: `Bearer ${server.keys.test.secret}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ label: word }),
  });
  assert.equal(response.statusCode, 201, response.body);
  labels.set(id, word);
}

export async function page(server: TestServer, url: string) {
  const response = await server.request({ url, headers: { authorization: `Bearer ${server.keys.test.secret}` } });
  assert.equal(response.statusCode, 200, `${url}: ${response.body}`);
  return response.json() as { data: Item[]; links: { next: string | null; prev: string | null } };
}

export async function walk(server: TestServer, url: string): Promise<Item[]> {
  const rows: Item[] = [];
  for (let next: string | null = url; next !== null; ) {
    const { data, links } = await page(server, next);
    rows.push(...data);
    next = links.next;
  }
  return rows;
}

export async function assertRejected(
  server: TestServer,
  url: string,
  name: string,
  key = server.keys.test.secret,
): Promise<void> {
  const response = await server.request({ url, headers: { authorization: `Bearer ${key}` } });
  assert.equal(response.statusCode, 422, `${url}: ${response.body}`);
  assert.ok(
    response.json().errors.some((issue: { pointer: string }) => issue.pointer.replace(/^\//, '').startsWith(name)),
    `${url}: ${response.body}`,
  );
}
