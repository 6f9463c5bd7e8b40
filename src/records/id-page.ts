// Keyset pagination by id, shared by every list that is ordered by its ids.

/** One page: the newest rows, or those on one side of an id (exclusive). */
export interface IdPage {
  /** The maximum number of rows. */
  limit: number;
  from: { id: string; direction: 'older' | 'newer' } | null;
}
