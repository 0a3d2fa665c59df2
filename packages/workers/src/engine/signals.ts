import type { Clock } from "@tidemark/state-manager";
import type { TurnWatch } from "../store/turn-store.ts";

/** Key of the turns of a queue that may run, or of one turn. Neither name contains a NUL character. */
export const keyOf = (queue: string, turnId?: string): string =>
  turnId === undefined ? queue : `${queue}\u0000${turnId}`;

/** Wakes those in this process who watch a key. */
export class Signals {
  readonly #clock: Pick<Clock, "wait">;
  readonly #watches = new Map<string, Set<() => void>>();

  constructor(clock: Pick<Clock, "wait">) {
    this.#clock = clock;
  }

  /** Wakes everybody who watches this key. Without one, everybody. */
  wake(key?: string): void {
    const woken = key === undefined ? [...this.#watches.values()] : [this.#watches.get(key) ?? new Set()];
    for (const wakes of woken) for (const wake of wakes) wake();
  }

  /** Watches a key. `longest` is the time in milliseconds after which `next` resolves without a change. */
  watch(key: string, longest: () => number): TurnWatch {
    let woken = new AbortController();
    const wake = (): void => woken.abort();
    const wakes = this.#watches.get(key) ?? new Set();
    this.#watches.set(key, wakes.add(wake));
    return {
      next: async (signal, milliseconds = Infinity) => {
        const ended = signal === undefined ? woken.signal : AbortSignal.any([woken.signal, signal]);
        await this.#clock.wait(Math.min(milliseconds, longest()), ended);
        const isChanged = woken.signal.aborted;
        woken = new AbortController();
        return isChanged;
      },
      wake,
      end: () => {
        wakes.delete(wake);
        if (wakes.size === 0) this.#watches.delete(key);
      },
    };
  }
}
