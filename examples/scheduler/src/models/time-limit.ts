/** How a call under a time limit ended when it did not end by itself. */
export type Interruption = "timed_out" | "stopped";

/** A limit for several calls together. */
export interface TimeLimit {
  /** Aborts when time is up or the caller stops; calls pass it on, so that their connections close. */
  readonly signal: AbortSignal;
  /** Null while neither has happened. */
  readonly interruption: Interruption | null;
  /** Settles with the call, or rejects as soon as the limit is reached, whether or not the call heeds the signal. */
  readonly run: <Value>(call: Promise<Value>) => Promise<Value>;
}

/**
 * Runs `body` under a time limit that a caller's signal can cut short. No timer and no listener is left behind,
 * however it ends.
 */
export async function withTimeLimit<Value>(
  options: { readonly milliseconds: number; readonly signal?: AbortSignal | undefined },
  body: (limit: TimeLimit) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  let interruption: Interruption | null = null;
  const interrupt = (how: Interruption) => () => {
    interruption ??= how;
    controller.abort();
  };
  const stop = interrupt("stopped");
  const timer = setTimeout(interrupt("timed_out"), options.milliseconds);
  options.signal?.addEventListener("abort", stop, { once: true });
  if (options.signal?.aborted === true) stop();
  const { signal } = controller;
  try {
    return await body({
      signal,
      get interruption() {
        return interruption;
      },
      run: (call) => whicheverFirst(call, signal),
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", stop);
  }
}

function whicheverFirst<Value>(call: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
