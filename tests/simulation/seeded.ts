/** Random numbers from a seed: the same seed gives the same numbers. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e_37_79_b1) ^ 0x5b_d1_e9_95;
  }

  /** A number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One item of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("A choice among nothing.");
    return item;
  }
}
