/** An entry of a batch that waits for its result. */
interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of entries in one batch. */
const MOST = 100;

/** Runs what comes while a batch runs as the next batch. */
export class Batches<Item, Result> {
  readonly #run: (take: () => readonly Item[]) => Promise<readonly Result[]>;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #isRunning = false;

  /**
   * `run` returns a result for each entry. `take` returns the entries that wait when it is called, so what comes before, such as while a
   * lock is awaited, is part of the batch. If it is called again, it returns the same ones, and those that came since.
   */
  constructor(run: (take: () => readonly Item[]) => Promise<readonly Result[]>) {
    this.#run = run;
  }

  /** Adds an entry. Resolves to its result. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, 1);
      const take = (): readonly Item[] => {
        batch.push(...this.#waiting.splice(0, MOST - batch.length));
        return batch.map(({ item }) => item);
      };
      try {
        const results = await this.#run(take);
        for (const [index, result] of results.entries()) batch[index]?.resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
