// Storage contract for links: which accounts, devices and networks were seen together.
import type { Profile } from '../devices/observation.ts';
import type { LinkedKind } from '../vocabulary/words.ts';

/** An account by its key, a device by its id, a network by its address. */
export interface LinkedKey {
  kind: LinkedKind;
  key: string;
}

/** A key whose neighbors are read. */
export interface NeighborsOf extends LinkedKey {
  /** Under which the events of a network are counted (`Address.counterKey`); null for other kinds. */
  counterKey: string | null;
}

/** The facts by which a person recognizes a key. */
export interface LinkedFacts {
  key: string;
  /** An account's external id; null after it was erased, and for other kinds. */
  externalId: string | null;
  profile: Profile | null;
  /** The first event of a network. */
  firstEventId: string | null;
  eventCount: number;
}

export interface LinkReader {
  /**
   * At most `limit` of each other kind that were seen with the key: those that the account has proven, then those that the server reported,
   * then the others. Networks that nobody has reported are those of the newest 300 events.
   */
  neighbors(environmentNumber: number, from: NeighborsOf, limit: number): Promise<LinkedKey[]>;
  /** The facts of these keys of one kind; keys that do not exist are left out. */
  facts(environmentNumber: number, kind: LinkedKind, keys: readonly string[]): Promise<LinkedFacts[]>;
}
