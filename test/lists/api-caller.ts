// Calls the API as one caller, in the test environment: single responses, and lists in pages of two.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestServer } from '../http/test-server.ts';

/** `token` is a session or a secret key. */
export function apiCaller(server: TestServer, token: string) {
  const base = `/v1/environments/${server.environments.test.id}`;
  const request = (url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', body?: unknown, headers = {}) =>
    server.request({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  const get = async (path: string) => {
    const response = await request(`${base}${path}`);
    assert.equal(response.statusCode, 200, `${path}: ${response.body}`);
    return response.json();
  };
  /** All rows of a list, in pages of two. */
  const all = async <T = Record<string, unknown>>(path: string) => {
    const rows: T[] = [];
    for (let url: string | null = `${base}${path}${path.includes('?') ? '&' : '?'}limit=2`; url !== null; ) {
      const response = await request(url);
      assert.equal(response.statusCode, 200, response.body);
      const { data, links } = response.json();
      assert.ok(data.length <= 2);
      rows.push(...data);
      url = links.next;
    }
    return rows;
  };
  return { base, request, get, all };
}

/** The signals of the machine with this name: an id and hashes that no other machine has. */
export function signalsOf(machine: string) {
  const hash = createHash('sha256').update(machine).digest('hex').slice(0, 32);
  return { persistent_id: hash, canvas_hash: hash, audio_hash: hash, fonts_hash: hash };
}
