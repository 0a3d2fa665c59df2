interface Following {
  /** Id of the last run that this page has started. */
  readonly ownRun: () => string | null;
  readonly isRunning: () => boolean;
  /** Calls a function when a run of this page has ended. Returns a function that ends this. */
  readonly onIdle: (listener: () => void) => () => void;
  /** Follows the running turn, or reads the thread. */
  readonly follow: () => unknown;
}

/** Follows the turns of other tabs, and the one that ran before this page was loaded. */
export function followOtherTurns(threadId: string, { ownRun, isRunning, onIdle, follow }: Following): () => void {
  let isMissed = false;
  const check = () => {
    if (!isMissed || isRunning()) return;
    isMissed = false;
    void follow();
  };
  const leave = onIdle(check);
  const changes = new EventSource(`/api/chat/${threadId}/changes`);
  changes.addEventListener("message", ({ data }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends changes in this shape
    const change = JSON.parse(String(data)) as { readonly runId: string | null; readonly ended: string | null };
    const run = change.runId ?? change.ended;
    if (run === null || run !== ownRun()) isMissed = true;
    check();
  });
  return () => {
    leave();
    changes.close();
  };
}
