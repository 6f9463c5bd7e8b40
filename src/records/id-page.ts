// Keyset paging by id: what every list that is ordered by its ids takes.

/** A page of a list whose ids are its order: the newest rows, or those on one side of an id (exclusive). */
export interface IdPage {
  /** At most so many rows. */
  limit: number;
  from: { id: string; direction: 'older' | 'newer' } | null;
}
