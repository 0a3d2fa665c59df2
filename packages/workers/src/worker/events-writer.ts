import type { Clock } from "@tidemark/state-manager";
import type { RunEvent } from "@tidemark/stream";
import type { StoredTurnEvent } from "../store/turn-store.ts";

/** Time after which events are stored, in milliseconds. */
const FLUSH = 25;

/** Maximum number of events in one transaction. */
const MOST = 256;

/** Stores the events of a turn in batches, in order. */
export class EventsWriter {
  readonly #append: (batch: readonly StoredTurnEvent[]) => Promise<boolean>;
  readonly #clock: Pick<Clock, "wait">;
  #number: number;
  #waiting: StoredTurnEvent[] = [];
  #timer: AbortController | null = null;
  #stored: Promise<boolean> = Promise.resolve(true);

  /** `append` stores a batch, and returns false if another worker has the turn. */
  constructor(
    last: number,
    append: (batch: readonly StoredTurnEvent[]) => Promise<boolean>,
    clock: Pick<Clock, "wait">,
  ) {
    this.#number = last;
    this.#append = append;
    this.#clock = clock;
  }

  /** Adds an event. */
  add(event: RunEvent): void {
    this.#number += 1;
    this.#waiting.push({ number: this.#number, body: JSON.stringify({ ...event, sequence: this.#number }) });
    if (this.#waiting.length >= MOST) this.#flush();
    else this.#timer ??= this.#later();
  }

  /** Forgets what is not stored yet. */
  discard(): void {
    this.#timer?.abort();
    this.#timer = null;
    this.#waiting = [];
  }

  /** Stores what is left. */
  async close(): Promise<void> {
    this.#flush();
    await this.#stored;
  }

  #later(): AbortController {
    const timer = new AbortController();
    const flush = async (): Promise<void> => {
      await this.#clock.wait(FLUSH, timer.signal);
      if (!timer.signal.aborted) this.#flush();
    };
    void flush();
    return timer;
  }

  #flush(): void {
    this.#timer?.abort();
    this.#timer = null;
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    this.#stored = this.#stored.then(async (isOurs) => isOurs && this.#store(batch));
  }

  /** Events are a view of the turn: if they cannot be stored, the turn goes on. */
  async #store(batch: readonly StoredTurnEvent[]): Promise<boolean> {
    try {
      return await this.#append(batch);
    } catch {
      return true;
    }
  }
}
