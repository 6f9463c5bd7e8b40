// Asks about policies through the front door, for the tests of this folder.
import assert from 'node:assert/strict';
import type { Role } from '../../src/vocabulary/words.ts';
import type { TestResponse, TestServer } from '../http/test-server.ts';

export interface PolicyDoor {
  /** Sends a request to a path below the environment's policy, or to one that begins with a slash. */
  send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    more?: More,
  ): Promise<TestResponse>;
  policy(): Promise<Shown>;
  /** Adds a rule and returns its id. */
  add(rule: Record<string, unknown>): Promise<string>;
}

interface More {
  role?: Role;
  token?: string;
  ifMatch?: string;
  accept?: string;
}

export interface Shown {
  version: number;
  thresholds: { allow_max: number; monitor_max: number; challenge_max: number };
  rules: { id: string; name: string; priority: number; action: { decision: string } }[];
  updated_by: { type: string; id: string; name: string } | null;
}

export function policyDoor(door: TestServer, kind: 'test' | 'live' = 'test'): PolicyDoor {
  const base = `/v1/environments/${door.environments[kind].id}/policy`;
  const send: PolicyDoor['send'] = (method, path, body, { role = 'admin', token, ifMatch, accept } = {}) =>
    door.ask({
      method,
      url: path.startsWith('/v1') ? path : `${base}${path}`,
      headers: {
        authorization: `Bearer ${token ?? door.sessions[role]}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(accept === undefined ? {} : { accept }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  return {
    send,
    policy: async () => (await send('GET', '')).json().data,
    add: async (rule) => {
      const answer = await send('POST', '/rules', rule);
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json().data.id;
    },
  };
}

/** A right rule; each call takes the next priority. */
let priority = 0;
export function someRule(more: Record<string, unknown> = {}): Record<string, unknown> {
  priority += 1;
  return {
    name: `Rule ${priority}`,
    conditions: { all: [{ field: 'risk.score', operator: 'gte', value: 0 }] },
    action: { decision: 'monitor' },
    priority,
    ...more,
  };
}
