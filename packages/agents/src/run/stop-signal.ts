import { type Clock, systemClock } from "@tidemark/state-manager";
import { agentErrors } from "../kernel/errors.ts";
import { TIME_LIMIT } from "../limits/deadline.ts";

/** What can stop the work of a node. */
export interface StopSources {
  /** The node, for the error about its own time. */
  readonly name: string;
  /** Signals that stop it: of the caller, of the kill switch. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** Seconds that are left of the turn; null for work that the turn's time limit does not stop. */
  readonly turnSeconds: number | null;
  /** Seconds that the node itself may take. Defaults to no limit. */
  readonly timeoutSeconds?: number | undefined;
  /** Waits until a time is up. Defaults to real time. */
  readonly timer?: Pick<Clock, "wait"> | undefined;
}

/** The reason of an abort that nobody sees; without one each abort creates an error with a stack. */
const DONE = "done";

/** Stops the work of one node, whatever the reason: one signal for the work, and an end to waiting for work that ignores it. */
export class StopSignal {
  readonly #work = new AbortController();
  readonly #over = new AbortController();
  #isLate = false;

  constructor({ name, signals, turnSeconds, timeoutSeconds, timer = systemClock }: StopSources) {
    for (const signal of signals) if (signal !== undefined) this.#follow(signal);
    if (turnSeconds !== null) {
      void this.#after(timer, turnSeconds, () => {
        this.#isLate = true;
        this.#work.abort(new Error(TIME_LIMIT));
      });
    }
    if (timeoutSeconds !== undefined) {
      void this.#after(timer, timeoutSeconds, () => {
        this.#work.abort(agentErrors.agentTimedOut({ agent: name, seconds: timeoutSeconds }));
      });
    }
  }

  /** Aborted when the work has to stop. */
  get signal(): AbortSignal {
    return this.#work.signal;
  }

  /** Stops the work, for a reason that the work itself has found. */
  abort(reason: Error): void {
    this.#work.abort(reason);
  }

  /** True when the time limit of the turn has stopped the work. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Runs the work; throws the reason as soon as the signal is aborted, also when the work does not listen. */
  async race(work: () => unknown, rescue: (error: unknown) => unknown): Promise<unknown> {
    const { signal } = this.#work;
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener(
        "abort",
        () => {
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is whatever the caller aborted with
          reject(signal.reason);
        },
        { once: true, signal: this.#over.signal },
      );
    });
    // Async, so that what is thrown at once is a rejection too.
    const working = (async () => await work())().catch(rescue);
    return await Promise.race([working, aborted]);
  }

  /** Ends all waiting. */
  end(): void {
    this.#over.abort(DONE);
  }

  #follow(signal: AbortSignal): void {
    const stop = () => {
      this.#work.abort(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true, signal: this.#over.signal });
  }

  async #after(timer: Pick<Clock, "wait">, seconds: number, stop: () => void): Promise<void> {
    await timer.wait(seconds * 1000, this.#over.signal);
    if (!this.#over.signal.aborted) stop();
  }
}
