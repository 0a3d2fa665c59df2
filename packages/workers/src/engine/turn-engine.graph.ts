import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/checkpoint";
import type { TurnStore } from "../store/turn-store.ts";
import type { TurnDeliveries } from "./deliveries.ts";

/** Runs turns of a worker. */
export interface TurnRunner {
  /** Name of the turns. */
  readonly queue: string;
  /** Id of the worker, which is the beginning of its ids in the storage. */
  readonly worker: string;
  /** Number of turns that may run at the same time. */
  readonly concurrency: number;
  /** Time after which a worker that does not show itself is taken for dead, in milliseconds. */
  readonly takeOver: number;
  /** Runs the turns that may run, and those that an engine delivers. */
  openDeliveries(): TurnDeliveries;
  /** Reports an error of the engine. */
  report(error: unknown): void;
}

/** A turn to hand to the queue of an engine. */
export interface DispatchedTurn {
  readonly queue: string;
  readonly turnId: string;
  readonly threadId: string;
  readonly userId: string | null;
  /** Time before which the turn does not start, in milliseconds from now. */
  readonly delay: number;
}

/** Work of an engine in this process. */
export interface EngineWork {
  /** Called when the turns of another worker can be run. */
  wake(): void;
  /** Starts no more turns. Resolves when none of this process runs. */
  stop(): Promise<void>;
}

/**
 * Brings turns to workers: an engine delivers each turn at least once, and its storage keeps their order and results.
 *
 * An engine never decides what is committed to a thread: the saver does, under the lease of the session.
 */
export interface TurnEngine {
  /** Name of the engine. */
  readonly name: string;
  /** Returns the storage of the turns of a name. */
  store(queue: string): TurnStore;
  /** Returns locks on the database of a saver with leases of this duration, or null for a saver that the engine does not know. */
  locks(saver: BaseCheckpointSaver, leaseMilliseconds: number): ThreadLocks | null;
  /** Hands a stored turn to the queue of the engine. Called again for a turn that was accepted before. */
  dispatch(turn: DispatchedTurn): Promise<void>;
  /** Calls the runner for each turn, until it is stopped. */
  work(runner: TurnRunner): Promise<EngineWork>;
  /** Closes the connections. */
  close(): Promise<void>;
}
