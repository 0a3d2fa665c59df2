import type { Clock } from "@tidemark/state-manager";
import type { TurnWatch } from "../store/turn-store.ts";

/** Time after which deliveries are looked up whose turns do not run here, in milliseconds. */
const LOOK = 200;

/** Shortest time until this worker looks for a delayed turn, in milliseconds. It may be due and not for this worker. */
const SOON = 20;

/** Number of deliveries whose turns are looked up at once. */
const LOOKED_UP = 16;

/** A turn that this worker has claimed and not started. */
interface ClaimedRun {
  readonly turnId: string;
  /** Runs the turn. Rejects if its result could not be stored. */
  readonly run: () => Promise<void>;
}

/** Options of {@link openDeliveries}. */
interface DeliveryOptions {
  /** Maximum number of turns that run at the same time. */
  readonly concurrency: number;
  /** Claims the next turns, at most as many. */
  readonly claim: (most: number) => Promise<readonly ClaimedRun[]>;
  /** Time until the next delayed turn may run, in milliseconds. Null for none. */
  readonly due: () => Promise<number | null>;
  /** Watches the turns that may run. */
  readonly watch: TurnWatch;
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

/** Runs turns as long as deliveries are open, whether or not they were delivered. */
export function openDeliveries({
  concurrency,
  claim,
  due,
  watch,
  hasEnded,
  report,
  clock,
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
      watch.wake();
    };
    const entry: RunningDelivery = { turnId, over: Promise.resolve() };
    running.add(entry);
    entry.over = start();
  };
  /** Claims turns until nothing is left for this worker. Returns the time until it has to look again, in milliseconds. */
  const claimAll = async (): Promise<number> => {
    try {
      while (running.size < concurrency && !stopped.signal.aborted) {
        const claimed = await claim(concurrency - running.size);
        for (const each of claimed) run(each);
        if (claimed.length === 0) return Math.max(SOON, (await due()) ?? Infinity);
      }
    } catch (error) {
      report(error);
    }
    return Infinity;
  };
  /** Deliveries whose turns do not run here: they wait, or another worker has them. */
  const elsewhere = (): readonly string[] => {
    const here = new Set([...running].map(({ turnId }) => turnId));
    return [...open.keys()].filter((turnId) => !here.has(turnId));
  };

  const claiming = (async () => {
    while (!stopped.signal.aborted) await watch.next(stopped.signal, await claimAll());
    watch.end();
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
      watch.wake();
      return ended;
    },
    wake: () => watch.wake(),
    async stop() {
      stopped.abort();
      await Promise.all([claiming, watching]);
      await Promise.all([...running].map(({ over }) => over));
      for (const turnId of open.keys()) end(turnId, false);
    },
  };
}

const ignore = (): void => undefined;
