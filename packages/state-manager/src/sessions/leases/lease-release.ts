import type { Clock } from "../../kernel/clock.ts";
import type { LeaseStore } from "./lease-store.ts";

/** Pauses before a release is tried again, in milliseconds. After the last one the lease runs out by itself. */
const PAUSES = [50, 200, 800, 2_000];

/**
 * Ends leases in a store, and tries again in the background where the store fails.
 *
 * A release never fails: what its holder has stored is stored, and a lease that is not released runs out.
 *
 * @internal
 */
export class LeaseRelease {
  readonly #store: LeaseStore;
  readonly #clock: Clock;
  /** The leases of this process that could not be released yet, by thread. */
  readonly #unreleased = new Map<string, number>();

  constructor(store: LeaseStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Tries once, and again in the background when the store fails. */
  async release(threadId: string, token: number): Promise<void> {
    this.#unreleased.set(threadId, token);
    if (!(await this.retry(threadId))) void this.#retryLater(threadId, token);
  }

  /** Tries to end a lease of this process that is left over; true when there is none any more. */
  async retry(threadId: string): Promise<boolean> {
    const token = this.#unreleased.get(threadId);
    if (token === undefined) return true;
    try {
      await this.#store.free(threadId, token);
    } catch {
      return false;
    }
    this.#forget(threadId, token);
    return true;
  }

  async #retryLater(threadId: string, token: number): Promise<void> {
    for (const pause of PAUSES) {
      await this.#clock.wait(pause);
      if (this.#unreleased.get(threadId) !== token || (await this.retry(threadId))) return;
    }
    this.#forget(threadId, token);
  }

  #forget(threadId: string, token: number): void {
    if (this.#unreleased.get(threadId) === token) this.#unreleased.delete(threadId);
  }
}
