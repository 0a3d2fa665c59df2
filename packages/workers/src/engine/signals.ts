import type { Clock } from "@tidemark/state-manager";

/** Wakes callers of this process that wait for a change. */
export class Signals {
  readonly #clock: Pick<Clock, "wait">;
  #next = new AbortController();

  constructor(clock: Pick<Clock, "wait">) {
    this.#clock = clock;
  }

  /** Wakes everybody who waits. */
  wake(): void {
    const woken = this.#next;
    this.#next = new AbortController();
    woken.abort();
  }

  /** Signal that the next call of `wake` aborts. */
  next(): AbortSignal {
    return this.#next.signal;
  }

  /** Resolves at the next call of `wake`, after a time in milliseconds, or when the signal is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const { signal: woken } = this.#next;
    return this.#clock.wait(milliseconds, signal === undefined ? woken : AbortSignal.any([woken, signal]));
  }
}
