// Addresses of screens, as plain `href`s below the hash: no server route is needed, and nothing of them is ever sent.
import type { Query } from '../api/client.ts';
import { withQuery } from '../api/client.ts';
import type { Environment } from '../api/types.ts';

export function screen(environment: Environment, path: string, query: Query = {}): string {
  return `#${withQuery(`/${environment.id}/${path}`, query)}`;
}

export const toEvent = (environment: Environment, id: string) => screen(environment, `events/${id}`);
export const toDevice = (environment: Environment, id: string) => screen(environment, `devices/${id}`);
export const toAccount = (environment: Environment, id: string) =>
  screen(environment, `accounts/${encodeURIComponent(id)}`);
