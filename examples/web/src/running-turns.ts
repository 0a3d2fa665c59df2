import type { RunEvent } from "tidemark/stream";

/** The turns that this process runs. They go on when the page that started them is closed, and any page can follow them. */
export interface RunningTurns {
  /** Starts a turn, and streams its events. */
  start(threadId: string, run: RunTurn): FollowedTurn;
  /** Streams the events of the turn that runs, from its first one; null if none runs. */
  follow(threadId: string): FollowedTurn | null;
  /** Resolves when a turn of the thread begins or ends, or when the signal is aborted. */
  changed(threadId: string, signal: AbortSignal): Promise<void>;
  /** Ends all turns. Each stays unfinished at its last stored step. */
  close(): Promise<void>;
}

/** Runs a turn, until the signal is aborted. */
export type RunTurn = (signal: AbortSignal) => AsyncIterable<RunEvent>;

/** Streams the events of a turn. The signal ends the stream, and not the turn. */
export type FollowedTurn = (signal: AbortSignal) => AsyncIterable<RunEvent>;

/** One turn with the events that it had so far. */
interface Turn {
  readonly threadId: string;
  readonly events: RunEvent[];
  readonly wake: Signals;
  readonly stopping: AbortController;
  end: "ended" | "running" | { readonly error: unknown };
}

/** Creates the list of the turns that a process runs. */
export function runningTurns(): RunningTurns {
  const turns = new Set<Turn>();
  const ends = new Set<Promise<void>>();
  const changes = new Map<string, Signals>();
  const signalsOf = (threadId: string): Signals => {
    const known = changes.get(threadId) ?? signals();
    changes.set(threadId, known);
    return known;
  };

  async function run(turn: Turn, begin: RunTurn): Promise<void> {
    try {
      for await (const event of begin(turn.stopping.signal)) {
        turn.events.push(event);
        turn.wake.send();
      }
      turn.end = "ended";
    } catch (error) {
      turn.end = { error };
    }
    turns.delete(turn);
    turn.wake.send();
    signalsOf(turn.threadId).send();
  }

  return {
    start(threadId, begin) {
      const turn: Turn = {
        threadId,
        events: [],
        wake: signals(),
        stopping: new AbortController(),
        end: "running",
      };
      turns.add(turn);
      signalsOf(threadId).send();
      const end = run(turn, begin);
      ends.add(end);
      void end.finally(() => ends.delete(end));
      return (signal) => eventsOf(turn, signal);
    },
    follow(threadId) {
      const turn = [...turns].find((each) => each.threadId === threadId);
      return turn === undefined ? null : (signal) => eventsOf(turn, signal);
    },
    changed: (threadId, signal) => signalsOf(threadId).next(signal),
    async close() {
      for (const { stopping } of turns) stopping.abort();
      await Promise.all(ends);
    },
  };
}

async function* eventsOf(turn: Turn, signal: AbortSignal): AsyncGenerator<RunEvent, undefined> {
  for (let next = 0; !signal.aborted;) {
    const event = turn.events[next];
    if (event !== undefined) {
      next += 1;
      yield event;
    } else if (turn.end === "running") {
      await turn.wake.next(signal);
    } else if (turn.end === "ended") {
      return undefined;
    } else {
      throw turn.end.error;
    }
  }
  return undefined;
}

/** Wakes everyone who waits. */
interface Signals {
  send(): void;
  next(signal: AbortSignal): Promise<void>;
}

function signals(): Signals {
  const waiting = new Set<() => void>();
  return {
    send() {
      for (const wake of waiting) wake();
    },
    next: (signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener("abort", wake);
        if (signal.aborted) wake();
      }),
  };
}
