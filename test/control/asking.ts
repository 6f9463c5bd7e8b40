// How the tests of the control plane ask: as a member of a role, with a JSON body.
import type { TestResponse, TestServer } from '../http/test-server.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export function asker(door: TestServer) {
  return (method: Method, url: string, payload?: unknown, token = door.sessions.owner): Promise<TestResponse> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return door.ask({ method, url, headers, ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }) });
  };
}
