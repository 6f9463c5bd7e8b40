// Screen addresses as `href`s below the hash: they need no server route and are never sent to the server.
import type { Query } from '../api/client.ts';
import { withQuery } from '../api/client.ts';
import type { Environment } from '../api/types.ts';

export function screenHref(environment: Environment, path: string, query: Query = {}): string {
  return `#${withQuery(`/${environment.id}/${path}`, query)}`;
}

export const eventHref = (environment: Environment, id: string) => screenHref(environment, `events/${id}`);
export const deviceHref = (environment: Environment, id: string) => screenHref(environment, `devices/${id}`);
export const accountHref = (environment: Environment, id: string) =>
  screenHref(environment, `accounts/${encodeURIComponent(id)}`);
