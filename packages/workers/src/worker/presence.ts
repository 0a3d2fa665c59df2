import type { Clock } from "@tidemark/state-manager";
import type { HeldTurn, TurnStore } from "../store/turn-store.ts";

/** Number of beats during the time after which a worker is taken for dead. */
const BEATS = 4;

/** Time by which a beat may be late on a busy machine, in milliseconds. */
const LATE = 250;

/** Clock of this process that cannot be set back. */
export interface PresenceClock extends Pick<Clock, "wait"> {
  /** Time since the process started, in milliseconds. */
  readonly elapsed: () => number;
}

/** Options of {@link Presence}. */
interface PresenceOptions {
  readonly store: TurnStore;
  /** Time without a beat after which a worker is taken for dead, in milliseconds. */
  readonly takeOver: number;
  readonly newId: () => string;
  readonly clock: PresenceClock;
  /** Called with the turns that the storage thinks this worker has. */
  readonly holds: (turns: readonly HeldTurn[]) => Promise<void>;
  /** Called when this worker was taken for dead: its turns belong to others. */
  readonly lost: () => void;
  /** Called when turns of another worker can be claimed. */
  readonly tookOver: () => void;
  readonly report: (error: unknown) => void;
}

/**
 * Shows that a worker lives, and takes over the turns of workers that do not.
 *
 * A worker counts its beats, and the others compare the counts by their own clocks: a clock that is wrong or set back harms nobody.
 */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #seen = new Map<string, { readonly beats: number; readonly at: number }>();
  #id: string;
  readonly #left = new AbortController();
  #beating: Promise<void> = Promise.resolve();

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#id = options.newId();
  }

  /** Id of the worker. A new one after it was taken for dead. */
  get id(): string {
    return this.#id;
  }

  /** Registers the worker. */
  async enter(): Promise<void> {
    await this.#options.store.enter(this.#id);
    await this.#watch();
    this.#beating = this.#beat();
  }

  /** Shows that the worker claims no more turns, so that no other one leaves a turn to it. */
  async retire(): Promise<void> {
    await this.#options.store.retire(this.#id);
  }

  /** True if another worker lives that `suits`, as far as is known, and does not stop. */
  async hasOther(suits: (worker: string) => boolean): Promise<boolean> {
    const { store, clock, takeOver } = this.#options;
    const workers = await store.workers();
    const silent = (worker: string): boolean => {
      const seen = this.#seen.get(worker);
      return seen !== undefined && clock.elapsed() - seen.at > takeOver / 2 + LATE;
    };
    return workers.some(
      ({ worker, ended, stopping }) => worker !== this.#id && !ended && !stopping && suits(worker) && !silent(worker),
    );
  }

  /** Removes the worker. */
  async leave(): Promise<void> {
    this.#left.abort();
    await this.#beating;
    await this.#options.store.bury(this.#id, null);
  }

  async #beat(): Promise<void> {
    const { clock, takeOver } = this.#options;
    for (;;) {
      await clock.wait(takeOver / BEATS, this.#left.signal);
      if (this.#left.signal.aborted) return;
      await this.#show();
    }
  }

  async #show(): Promise<void> {
    const { store, newId, holds, lost, report } = this.#options;
    try {
      const held = await store.beat(this.#id);
      if (held === null) {
        lost();
        this.#id = newId();
        await store.enter(this.#id);
      } else await holds(held);
      await this.#watch();
    } catch (error) {
      report(error);
    }
  }

  async #watch(): Promise<void> {
    const { store, takeOver, clock, tookOver } = this.#options;
    const now = clock.elapsed();
    const workers = await store.workers();
    const alive = new Set(workers.map(({ worker }) => worker));
    for (const worker of this.#seen.keys()) if (!alive.has(worker)) this.#seen.delete(worker);
    for (const { worker, beats, ended } of workers) {
      if (worker === this.#id) continue;
      const seen = this.#seen.get(worker);
      if (seen?.beats !== beats) this.#seen.set(worker, { beats, at: now });
      const isSilent = seen?.beats === beats && now - seen.at >= takeOver;
      if (!ended && !isSilent) continue;
      if ((await store.bury(worker, beats)) > 0) tookOver();
    }
  }
}
