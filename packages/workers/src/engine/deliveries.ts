import type { Clock } from "@tidemark/state-manager";
import { Signals } from "./signals.ts";

/** Time after which deliveries look for turns of other processes, in milliseconds. */
const LOOK = 200;

/** Number of deliveries whose turns are looked up at once. */
const LOOKED_UP = 16;

/** A turn that this worker has claimed and not started. */
interface ClaimedRun {
  readonly turnId: string;
  /** Runs the turn. Rejects if its result could not be stored. */
  readonly run: () => Promise<void>;
}

/** How a worker finds turns that nothing has delivered. */
export interface LookOptions {
  /** Time after which it looks for them, in milliseconds. Defaults to that after which a silent worker is taken for dead. */
  readonly sweep?: number;
  /** Signals at which it looks, and which it gives when a turn has ended. Defaults to those of this worker. */
  readonly signals?: Signals;
}

/** Options of {@link openDeliveries}. */
interface DeliveryOptions extends LookOptions {
  /** Maximum number of turns that run at the same time. */
  readonly concurrency: number;
  readonly sweep: number;
  /** Claims the next turn. Null if there is none that may run. */
  readonly claim: () => Promise<ClaimedRun | null>;
  /** True for a turn that has ended or does not exist. */
  readonly hasEnded: (turnId: string) => Promise<boolean>;
  readonly report: (error: unknown) => void;
  readonly clock: Pick<Clock, "wait">;
}

/**
 * Turns that an engine has delivered to this worker.
 *
 * A delivery makes the worker run what is next, which may be another turn: the storage decides on the order of a thread, on the limits and
 * on who is served. So the worker is never idle while a turn may run, whatever the engine delivers first.
 */
export interface TurnDeliveries {
  /**
   * Resolves to true when the turn has ended, here or elsewhere, and to false when this worker stops before: then deliver it to another one.
   * Never rejects. A turn may be delivered any number of times.
   */
  deliver(turnId: string): Promise<boolean>;
  /** Looks for turns now. */
  wake(): void;
  /** Claims no more turns. Resolves when none of this worker runs. */
  stop(): Promise<void>;
}

interface Delivery {
  readonly ended: Promise<boolean>;
  readonly end: (hasEnded: boolean) => void;
}

/** A turn that runs here. */
interface RunningDelivery {
  readonly turnId: string;
  /** Resolves when it does not run any more. */
  over: Promise<void>;
}

/** Runs turns as long as deliveries are open, and looks now and then for turns whose delivery was lost. */
export function openDeliveries({
  concurrency,
  sweep,
  claim,
  hasEnded,
  report,
  clock,
  signals = new Signals(clock),
}: DeliveryOptions): TurnDeliveries {
  const open = new Map<string, Delivery>();
  const running = new Set<RunningDelivery>();
  const stopped = new AbortController();

  const end = (turnId: string, isEnded: boolean): void => {
    open.get(turnId)?.end(isEnded);
    open.delete(turnId);
  };
  const lookUp = async (turnId: string): Promise<void> => {
    try {
      if (await hasEnded(turnId)) end(turnId, true);
    } catch (error) {
      report(error);
    }
  };
  const run = (claimed: ClaimedRun): void => {
    const { turnId } = claimed;
    const start = async (): Promise<void> => {
      try {
        await claimed.run();
      } catch (error) {
        report(error);
      }
      running.delete(entry);
      if (open.has(turnId)) await lookUp(turnId);
      signals.wake();
    };
    const entry: RunningDelivery = { turnId, over: Promise.resolve() };
    running.add(entry);
    entry.over = start();
  };
  const claimNext = async (): Promise<boolean> => {
    if (running.size >= concurrency) return false;
    try {
      const claimed = await claim();
      if (claimed === null) return false;
      run(claimed);
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };
  /** Deliveries whose turns do not run here: they wait, or another worker has them. */
  const elsewhere = (): readonly string[] => {
    const here = new Set([...running].map(({ turnId }) => turnId));
    return [...open.keys()].filter((turnId) => !here.has(turnId));
  };

  const claiming = (async () => {
    while (!stopped.signal.aborted) {
      // A delivery that comes during the claim must not wait for the next look.
      const woken = signals.next();
      if (await claimNext()) continue;
      const isWaiting = running.size < concurrency && elsewhere().length > 0;
      await clock.wait(isWaiting ? LOOK : sweep, AbortSignal.any([woken, stopped.signal]));
    }
  })();
  const watching = (async () => {
    for (let from = 0; !stopped.signal.aborted; from += LOOKED_UP) {
      await clock.wait(LOOK, stopped.signal);
      const waiting = elsewhere();
      if (from >= waiting.length) from = 0;
      await Promise.all(waiting.slice(from, from + LOOKED_UP).map(lookUp));
    }
  })();

  return {
    deliver(turnId) {
      if (stopped.signal.aborted) return Promise.resolve(false);
      const known = open.get(turnId);
      if (known !== undefined) return known.ended;
      let settle: (hasEnded: boolean) => void = ignore;
      const ended = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      open.set(turnId, { ended, end: settle });
      void lookUp(turnId);
      signals.wake();
      return ended;
    },
    wake: () => signals.wake(),
    async stop() {
      stopped.abort();
      await Promise.all([claiming, watching]);
      await Promise.all([...running].map(({ over }) => over));
      for (const turnId of open.keys()) end(turnId, false);
    },
  };
}

const ignore = (): void => undefined;
