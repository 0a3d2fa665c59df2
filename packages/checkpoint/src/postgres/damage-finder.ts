import { isDamage } from "../snapshots/damage.ts";
import type { CheckpointRow } from "./pages.ts";
import type { PostgresReader } from "./reader.ts";

/**
 * Finds out which checkpoint is damaged, once the transaction that has met the damage is over.
 *
 * @internal
 */
export class DamageFinder {
  readonly #reader: PostgresReader;
  #row: CheckpointRow | null = null;

  constructor(reader: PostgresReader) {
    this.#reader = reader;
  }

  /** Notes which row is read, in case it is damaged. */
  readonly inspect = <Result>(row: CheckpointRow, read: () => Result): Result => {
    this.#row = row;
    return read();
  };

  /** Runs a body. Damage that it meets is thrown as `checkpoint/corrupt`, with the row that was read last. */
  async run<Result>(body: (finder: this) => Promise<Result>): Promise<Result> {
    try {
      return await body(this);
    } catch (error) {
      if (this.#row === null || !isDamage(error)) throw error;
      return await this.#reader.inspect(this.#row, () => {
        throw error;
      });
    }
  }
}
