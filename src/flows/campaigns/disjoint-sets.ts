// Disjoint sets of a list's indexes, which only merge.
import { groupBy } from '../../vocabulary/group-by.ts';

/** Union-find with path halving and union by size. A set is marked if one of its indexes is. */
export class DisjointSets {
  readonly #parents: Int32Array;
  readonly #sizes: Int32Array;
  readonly #marks: Uint8Array;

  constructor(size: number, isMarked: (index: number) => boolean = () => false) {
    this.#parents = Int32Array.from({ length: size }, (_, index) => index);
    this.#sizes = new Int32Array(size).fill(1);
    this.#marks = Uint8Array.from({ length: size }, (_, index) => Number(isMarked(index)));
  }

  /** Whether the set of this index is marked. */
  isMarked(index: number): boolean {
    return this.#marks[this.find(index)] === 1;
  }

  /** The index that represents the set of this one; it may change with every union. */
  find(index: number): number {
    const parents = this.#parents;
    let at = index;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] as number] as number;
      at = parents[at] as number;
    }
    return at;
  }

  union(one: number, other: number): void {
    let [large, small] = [this.find(one), this.find(other)];
    if (large === small) return;
    const sizes = this.#sizes;
    if ((sizes[large] as number) < (sizes[small] as number)) [large, small] = [small, large];
    this.#parents[small] = large;
    sizes[large] = (sizes[large] as number) + (sizes[small] as number);
    this.#marks[large] = (this.#marks[large] as number) | (this.#marks[small] as number);
  }

  /** The indexes of each set, in order, by the index that represents it; sets in the order of their first indexes. */
  members(): Map<number, number[]> {
    return groupBy([...this.#parents.keys()], (index) => this.find(index));
  }
}
