import type { Clock } from "../kernel/clock.ts";
import type { LeaseStore } from "./lease-store.ts";

/** Pauses before each retry of a release, in milliseconds. After the last one the lease expires by itself. */
const PAUSES = [50, 200, 800, 2_000];

/**
 * Releases leases in a store, and retries in the background when the store fails.
 *
 * A release never fails: everything written under the lease is stored, and a lease that is not released expires.
 *
 * @internal
 */
export class LeaseRelease {
  readonly #store: LeaseStore;
  readonly #clock: Clock;
  /** Tokens of this process that could not be released yet, by thread. */
  readonly #unreleased = new Map<string, number>();

  constructor(store: LeaseStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Tries once, and retries in the background when the store fails. */
  async release(threadId: string, token: number): Promise<void> {
    this.#unreleased.set(threadId, token);
    if (!(await this.retry(threadId))) void this.#retryLater(threadId, token);
  }

  /** Tries to release a lease of this process that was left over. True when none is left. */
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
