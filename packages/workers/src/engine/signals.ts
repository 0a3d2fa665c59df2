/** Wakes callers of this process that wait for a change. */
export class Signals {
  #waiting = new Set<() => void>();

  /** Wakes everybody who waits. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const each of waiting) each();
  }

  /** Resolves at the next call of `wake`, after so many milliseconds, or when the signal is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener("abort", done, { once: true });
      this.#waiting.add(done);
    });
  }
}
