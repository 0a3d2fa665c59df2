import type { Signals } from "./signals.ts";
import type { EngineWork, TurnRunner } from "./turn-engine.graph.ts";

/** Runs turns of any thread, `concurrency` at a time, and looks for new ones at every signal and at an interval. */
export function claimLoop(runner: TurnRunner, signals: Signals, milliseconds: number): EngineWork {
  const stopped = new AbortController();
  const slot = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        if (await runner.runNext()) {
          signals.wake();
          continue;
        }
      } catch (error) {
        runner.report(error);
      }
      await signals.wait(milliseconds, stopped.signal);
    }
  };
  const slots = Array.from({ length: runner.concurrency }, slot);
  return {
    wake: () => signals.wake(),
    async stop() {
      stopped.abort();
      await Promise.all(slots);
    },
  };
}
