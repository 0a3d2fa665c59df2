import { type Clock, systemClock } from "@tidemark/state-manager";
import { agentErrors } from "../kernel/errors.ts";
import { TIME_LIMIT } from "../limits/deadline.ts";

/** Sources that can stop the work of a node. */
export interface StopSources {
  /** Node name, for the error about its time limit. */
  readonly name: string;
  /** Signals that stop the work: of the caller and of the kill switch. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** Seconds left in the turn. Null for work that the turn's time limit does not stop. */
  readonly turnSeconds: number | null;
  /** Time limit of the node, in seconds. Defaults to no limit. */
  readonly timeoutSeconds?: number | undefined;
  /** Timer of the limits. Defaults to real time. */
  readonly timer?: Pick<Clock, "wait"> | undefined;
}

/** Reason of an internal abort. Without a reason, each abort would create an error with a stack. */
const DONE = "done";

/**
 * Stops the work of one node for any reason. It combines all sources into one signal and stops waiting for work that
 * ignores the signal.
 */
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

  /** Aborted when the work must stop. */
  get signal(): AbortSignal {
    return this.#work.signal;
  }

  /** Stops the work, for a reason that the work itself has found. */
  abort(reason: Error): void {
    this.#work.abort(reason);
  }

  /** True if the turn's time limit stopped the work. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Runs the work. Throws the reason as soon as the signal is aborted, even if the work ignores the signal. */
  async race(work: () => unknown, rescue: (error: unknown) => unknown): Promise<unknown> {
    const { signal } = this.#work;
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener(
        "abort",
        () => {
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is the value that the caller aborted with
          reject(signal.reason);
        },
        { once: true, signal: this.#over.signal },
      );
    });
    let working: Promise<unknown>;
    try {
      // An async function around it would add a frame to the stack of every error.
      working = Promise.resolve(work());
    } catch (error) {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the value that the work has thrown
      working = Promise.reject(error);
    }
    return await Promise.race([working.catch(rescue), aborted]);
  }

  /** Stops all timers and listeners. */
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
