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
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #isRunning = false;

  /** `run` returns a result for each entry. */
  constructor(run: (items: readonly Item[]) => Promise<readonly Result[]>) {
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
      const batch = this.#waiting.splice(0, MOST);
      try {
        const results = await this.#run(batch.map(({ item }) => item));
        for (const [index, result] of results.entries()) batch[index]?.resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
