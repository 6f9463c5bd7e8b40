// Sends policy requests to a test server.
import assert from 'node:assert/strict';
import type { Role } from '../../src/vocabulary/words.ts';
import type { TestResponse, TestServer } from '../http/test-server.ts';

export interface PolicyClient {
  /** Sends a request to a path below the environment's policy, or to an absolute path that begins with /v1. */
  request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    more?: More,
  ): Promise<TestResponse>;
  policy(): Promise<PolicyBody>;
  /** Adds a rule and returns its id. */
  add(rule: Record<string, unknown>): Promise<string>;
}

interface More {
  role?: Role;
  token?: string;
  ifMatch?: string;
  accept?: string;
}

export interface PolicyBody {
  version: number;
  thresholds: { allow_max: number; monitor_max: number; challenge_max: number };
  rules: { id: string; name: string; priority: number; action: { decision: string } }[];
  updated_by: { type: string; id: string; name: string } | null;
}

export function policyClient(server: TestServer, kind: 'test' | 'live' = 'test'): PolicyClient {
  const base = `/v1/environments/${server.environments[kind].id}/policy`;
  const request: PolicyClient['request'] = (method, path, body, { role = 'admin', token, ifMatch, accept } = {}) =>
    server.request({
      method,
      url: path.startsWith('/v1') ? path : `${base}${path}`,
      headers: {
        authorization: `Bearer ${token ?? server.sessions[role]}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(accept === undefined ? {} : { accept }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  return {
    request,
    policy: async () => (await request('GET', '')).json().data,
    add: async (rule) => {
      const response = await request('POST', '/rules', rule);
      assert.equal(response.statusCode, 201, response.body);
      return response.json().data.id;
    },
  };
}

let priority = 0;

/** The body of a valid rule; each call uses the next priority. */
export function ruleBody(more: Record<string, unknown> = {}): Record<string, unknown> {
  priority += 1;
  return {
    name: `Rule ${priority}`,
    conditions: { all: [{ field: 'risk.score', operator: 'gte', value: 0 }] },
    action: { decision: 'monitor' },
    priority,
    ...more,
  };
}
