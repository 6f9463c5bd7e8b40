// Screen addresses as `href`s below the hash: they need no server route and are never sent to the server.
import type { Query } from '../api/client.ts';
import { withQuery } from '../api/client.ts';
import type { Environment } from '../api/types.ts';

export function screenHref(environment: Environment, path: string, query: Query = {}): string {
  return `#${withQuery(`/${environment.id}/${path}`, query)}`;
}

/** `list` is the address of the list that the event is opened from, so that the event page leads to the next one. */
export const eventHref = (environment: Environment, id: string, list?: string) =>
  screenHref(environment, `events/${id}`, { list });
export const deviceHref = (environment: Environment, id: string) => screenHref(environment, `devices/${id}`);
export const networkHref = (environment: Environment, id: string) => screenHref(environment, `network/${id}`);
/** The network of an event: the id of a network may contain the number of any of its events. */
export const eventNetworkHref = (environment: Environment, eventId: string) =>
  networkHref(environment, `net_${eventId.slice(-26)}`);
export const campaignHref = (environment: Environment, id: string) => screenHref(environment, `campaigns/${id}`);
export const accountHref = (environment: Environment, id: string) =>
  screenHref(environment, `accounts/${encodeURIComponent(id)}`);
/** An erased account has no id, and so no page. */
export const maybeAccountHref = (environment: Environment, id: string | null) =>
  id === null ? null : accountHref(environment, id);
