// How the tests of the control plane ask: as a member of a role, with a JSON body.
import type { Answer, FrontDoor } from '../http/test-server.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export function memberClient(door: FrontDoor) {
  return (method: Method, url: string, payload?: unknown, token = door.sessions.owner): Promise<Answer> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return door.ask({ method, url, headers, ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }) });
  };
}
