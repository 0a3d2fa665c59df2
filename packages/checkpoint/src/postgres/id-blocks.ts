import type { Query } from "./connection.ts";
import { ID_BLOCK } from "./schema.ts";

/** From so few on, the next write brings new ones along. */
const FEW = ID_BLOCK / 2;

/**
 * Ids that no other process hands out, taken from the database in blocks: so a writer knows them before it writes.
 *
 * @internal
 */
export class IdBlocks {
  readonly #query: Query;
  readonly #schema: string;
  #free: { next: number; readonly end: number }[] = [];

  constructor(query: Query, schema: string) {
    this.#query = query;
    this.#schema = schema;
  }

  /** True if it is time to ask for more. */
  get few(): boolean {
    return this.#count() < FEW;
  }

  #count(): number {
    return this.#free.reduce((count, { next, end }) => count + end - next, 0);
  }

  /** Adds the block that begins there. */
  add(first: unknown): void {
    if (first !== null && first !== undefined) this.#free.push({ next: Number(first), end: Number(first) + ID_BLOCK });
  }

  /** Returns `count` ids. Within a transaction, pass its connection. */
  async take(count: number, query: Query = this.#query): Promise<readonly number[]> {
    const missing = Math.ceil((count - this.#count()) / ID_BLOCK);
    if (missing > 0) {
      const blocks = await query(`SELECT nextval($1::text::regclass) AS first FROM generate_series(1, $2::int)`, [
        `${this.#schema}.tidemark_ids`,
        missing,
      ]);
      for (const block of blocks) this.add(block["first"]);
      // Concurrent callers may have taken some of them.
      return this.take(count, query);
    }
    const ids: number[] = [];
    for (const block of this.#free) while (ids.length < count && block.next < block.end) ids.push(block.next++);
    this.#free = this.#free.filter(({ next, end }) => next < end);
    return ids;
  }
}
