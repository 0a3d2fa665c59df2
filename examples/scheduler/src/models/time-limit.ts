/** Reason why a call under a time limit was interrupted. */
export type Interruption = "timed_out" | "stopped";

/** Time limit for several calls together. */
export interface TimeLimit {
  /** Aborts when the time is up or the caller stops; pass it to calls, so that they close their connections. */
  readonly signal: AbortSignal;
  /** Null until the limit is reached. */
  readonly interruption: Interruption | null;
  /** Settles with the call, or rejects as soon as the limit is reached, even if the call ignores the signal. */
  readonly run: <Value>(call: Promise<Value>) => Promise<Value>;
}

/** Runs `body` under a time limit that a caller's signal can shorten. It leaves no timer and no listener behind. */
export async function withTimeLimit<Value>(
  options: { readonly milliseconds: number; readonly signal?: AbortSignal | undefined },
  body: (limit: TimeLimit) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  let interruption: Interruption | null = null;
  const interrupt = (reason: Interruption) => () => {
    interruption ??= reason;
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
      run: (call) => settledOrAborted(call, signal),
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", stop);
  }
}

function settledOrAborted<Value>(call: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
