// Sends requests with a JSON body as a member of the first organization; by default as its owner.
import type { TestResponse, TestServer } from '../http/test-server.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export function memberClient(server: TestServer) {
  return (method: Method, url: string, payload?: unknown, token = server.sessions.owner): Promise<TestResponse> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return server.request({
      method,
      url,
      headers,
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
  };
}
