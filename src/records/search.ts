// Storage contract for the search: lookups by the beginning of an id or a name, each one indexed read.
import type { Profile } from '../devices/observation.ts';
import type { NetworkRow } from './rollups.ts';

/** Kinds of rows that are found by the beginning of their id. */
export type SearchedId = 'event' | 'device' | 'session' | 'delivery';

/** A row with the names that identify it to a person. */
export interface SearchHit {
  id: string;
  /** The type of an event or delivery, otherwise null. */
  type: string | null;
  /** The profile of a device, otherwise null. */
  profile: Profile | null;
  /** The device of an event or session, the endpoint of a delivery. */
  related: string | null;
  externalAccountId: string | null;
  /** ms. */
  at: number;
}

export interface SearchReader {
  /** Rows whose id begins with `prefix`, newest first, at most `limit`. */
  byId(kind: SearchedId, environmentNumber: number, prefix: string, limit: number): Promise<SearchHit[]>;
  /** External ids that begin with `prefix`, in byte order, at most `limit`. */
  accounts(environmentNumber: number, prefix: string, limit: number): Promise<string[]>;
  /** Networks whose address is `prefix` with a last part, the last seen first, at most `limit`. */
  networks(environmentNumber: number, prefix: string, limit: number): Promise<NetworkRow[]>;
}
