import type { StoredOutcome } from "./turn-outcome.ts";
import type { TurnRequest } from "./turn-request.ts";

/** Waits for changes. Those between two calls of `next` are not missed. */
export interface TurnWatch {
  /** Resolves to true at a change, and to false after a time in milliseconds or when the signal is aborted. It may resolve earlier. */
  next(signal?: AbortSignal, milliseconds?: number): Promise<boolean>;
  /** Ends the present or the next call of `next`. */
  wake(): void;
  /** Ends the watch. */
  end(): void;
}

/** Result of accepting a turn. */
export type Acceptance =
  | {
      /** `accepted`: the turn is stored and will run. */
      readonly outcome: "accepted";
      /** Id of the turn. */
      readonly turnId: string;
      /** True if the same request was accepted before. */
      readonly repeated: boolean;
    }
  | {
      /** `full`: too many turns wait. Nothing was stored; send the request again later. */
      readonly outcome: "full";
      /** Number of turns that wait. */
      readonly waiting: number;
      /** Maximum number. */
      readonly limit: number;
    };

/** Conditions of accepting a turn. */
export interface AcceptOptions {
  /** Time before which the turn does not start, in milliseconds from now. 0 for none. */
  readonly delay: number;
  /** Maximum number of turns that wait. */
  readonly limit: number;
  /** Span that sends the turn, as a `traceparent` of W3C Trace Context. A repeated request keeps that of the first. Defaults to null. */
  readonly traceparent?: string | null;
}

/** Position of a turn on its way. */
export type TurnStage = "waiting" | "running" | "ended";

/** Stored facts about a turn. */
export interface TurnRecord {
  readonly request: TurnRequest;
  readonly stage: TurnStage;
  /** Number of times that a worker started it. */
  readonly attempts: number;
  /** Result. Null until the turn has ended. */
  readonly outcome: StoredOutcome | null;
}

/** A turn that a worker has claimed. Only the newest claim of a turn can end it. */
export interface ClaimedTurn {
  /** Number of the turn in the storage. */
  readonly number: number;
  readonly request: TurnRequest;
  /** Span that sent the turn, as a `traceparent`. Null for none. */
  readonly traceparent: string | null;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** Number of the claim, which grows with each claim of the turn. */
  readonly claim: number;
}

/** Conditions of a claim. */
export interface ClaimOptions {
  /** Id of the worker. */
  readonly worker: string;
  /** Maximum number of turns that it claims. Defaults to 1. */
  readonly most?: number;
  /** Number of workers that may end or freeze while they run a turn alone. A turn of which as many did is set aside. */
  readonly maxAttempts: number;
  /** Maximum number of turns of one user that run at the same time. */
  readonly maxPerUser: number;
}

/** Events of a turn in the order in which they were emitted. */
export interface StoredTurnEvent {
  /** Number of the event in its turn, from 1. */
  readonly number: number;
  /** The event as JSON. */
  readonly body: string;
}

/** A worker that lives, as the storage knows it. */
export interface WorkerPresence {
  readonly worker: string;
  /** Number that grows while the worker lives. */
  readonly beats: number;
  /** True if the process of the worker has certainly ended. */
  readonly ended: boolean;
  /** True for a worker that stops, and claims no turns. */
  readonly stopping: boolean;
}

/** A turn that a worker has claimed, as the storage knows it. */
export interface HeldTurn {
  readonly turnId: string;
  readonly number: number;
  readonly claim: number;
  /** True if somebody has cancelled it. */
  readonly cancelling: boolean;
}

/** Numbers of the turns of one name. */
export interface TurnMeasures {
  /** Turns that wait, without delayed ones. */
  readonly waiting: number;
  /** Turns whose delay has not passed. */
  readonly delayed: number;
  /** Turns that run. */
  readonly running: number;
  /** Time that the oldest waiting turn has waited, in seconds. */
  readonly oldestSeconds: number;
  /** Turns that have ended, since the storage was made. */
  readonly ended: number;
  /** Turns that another worker took over. */
  readonly takeovers: number;
  /** Turns that were set aside. */
  readonly setAside: number;
  /** Workers that live. */
  readonly workers: number;
}

/** Ages at which records are removed, in milliseconds. */
export interface TrimAges {
  /** Age of events of ended turns. */
  readonly events: number;
  /** Age of ended turns. */
  readonly turns: number;
}

/**
 * Storage of turns: accepted requests, their order, their results and events.
 *
 * Every method is one transaction. It decides which turn of a thread is next, never what is committed to the thread: the saver does.
 */
export interface TurnStore {
  /** Stores a turn durably. Throws `workers/changedRequest` for the id of another request. */
  accept(request: TurnRequest, options: AcceptOptions): Promise<Acceptance>;
  /** Returns what is known of a turn. */
  read(turnId: string): Promise<TurnRecord | null>;
  /** Returns the turns of a thread that have not ended, in order. */
  open(threadId: string): Promise<readonly TurnRecord[]>;
  /** Cancels a turn that waits, or marks one that runs. False if it has ended or does not exist. */
  cancel(turnId: string): Promise<boolean>;
  /**
   * Claims the next turns that may run, of different threads. None for a worker that is not registered.
   *
   * A turn is suspect after two workers ended or froze while they ran it. Then it is claimed only by a worker that runs nothing else, and
   * that worker claims nothing beside it.
   */
  claim(options: ClaimOptions): Promise<readonly ClaimedTurn[]>;
  /** Time until the next delayed turn may run, in milliseconds. Null for none. */
  due(): Promise<number | null>;
  /** Watches the turns that may run, or the changes of one turn. */
  watch(turnId?: string): TurnWatch;
  /** Stores the result of a turn. False if the claim is not the newest one. */
  end(turn: ClaimedTurn, outcome: StoredOutcome): Promise<boolean>;
  /** Returns a turn that did not start to its place. Its attempt is not counted. */
  release(turn: Pick<ClaimedTurn, "number" | "claim">): Promise<void>;
  /** Appends events of a turn. False if the claim is not the newest one. */
  append(turn: ClaimedTurn, events: readonly StoredTurnEvent[]): Promise<boolean>;
  /** Reads events of a turn after a number. */
  events(turnId: string, after: number, most: number): Promise<readonly StoredTurnEvent[]>;
  /** Registers a worker. `holder` names its process. */
  enter(worker: string): Promise<void>;
  /** Shows that a worker lives. Returns its turns as the storage knows them, or null if the worker was taken for dead. */
  beat(worker: string): Promise<readonly HeldTurn[] | null>;
  /** Marks a worker that stops. */
  retire(worker: string): Promise<void>;
  /** Returns all workers. */
  workers(): Promise<readonly WorkerPresence[]>;
  /** Removes a worker that has not shown itself since `beats`, and makes its turns claimable. Returns their number. */
  bury(worker: string, beats: number | null): Promise<number>;
  /** Returns the numbers of the turns. */
  measure(): Promise<TurnMeasures>;
  /** Removes old events and records. Returns the number of removed rows. */
  trim(ages: TrimAges): Promise<number>;
  /** Closes the connection. */
  close(): Promise<void>;
}
