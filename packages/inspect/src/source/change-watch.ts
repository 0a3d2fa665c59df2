import { later } from "../clock.ts";
import type { HistorySource } from "./history-source.ts";

/** Seconds between two looks at the mark of a database, while somebody waits for a change. */
const BETWEEN_LOOKS = 0.2;

/** Seconds after which a database without marks counts as changed: only reading it would say. */
const WITHOUT_MARKS = 1;

/** Waits for changes of a database. It is looked at only while somebody waits, once for all who do. */
export class ChangeWatch {
  readonly #source: HistorySource;
  readonly #waiting = new Set<(mark: string) => void>();
  #isLooking = false;
  /** Number that stands for the mark of a database without one. */
  #rounds = 0;

  constructor(source: HistorySource) {
    this.#source = source;
  }

  /** Mark of the database, as soon as it is another one than the known one. After some seconds, the known one. */
  async changed(known: string, seconds: number): Promise<string> {
    const { mark } = this.#source;
    if (mark === undefined) {
      await pause(WITHOUT_MARKS);
      this.#rounds += 1;
      return String(this.#rounds);
    }
    const now = await mark();
    if (now !== known) return now;
    return new Promise((resolve) => {
      const done = (found: string): void => {
        cancel();
        this.#waiting.delete(done);
        resolve(found);
      };
      const cancel = later(seconds, () => done(known));
      this.#waiting.add(done);
      void this.#look(mark, known);
    });
  }

  /** Looks until nobody waits any more. A database that does not answer is looked at again when somebody asks again. */
  async #look(mark: NonNullable<HistorySource["mark"]>, known: string): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (let last = known; this.#waiting.size > 0;) {
        await pause(BETWEEN_LOOKS);
        const now = await mark().catch(() => null);
        if (now === last) continue;
        last = now ?? "";
        for (const done of this.#waiting) done(last);
      }
    } finally {
      this.#isLooking = false;
    }
  }
}

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    later(seconds, resolve);
  });
