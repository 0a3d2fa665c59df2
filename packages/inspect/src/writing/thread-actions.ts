import type { RecordedAnswer } from "../running/cassette.ts";
import type { RunSnapshot } from "../running/run-snapshot.ts";
import type { ShownMerge } from "./shown-merge.ts";
import type { ShownReplay } from "./shown-replay.ts";
import type { WriteAction } from "./write-body.ts";

/** Facts that a page needs before it offers to write. */
export interface WritingAbout {
  /** Name of the person who writes, if there is only one. */
  readonly person: string | null;
  /** True if the page asks for the name. */
  readonly asksForPerson: boolean;
  /** True if the graph takes messages of a user. Otherwise it takes a record of fields. */
  readonly takesMessages: boolean;
  /** True if fields belong to users, so that the name decides whose values a turn reads. */
  readonly needsUser: boolean;
  /** True if fields have owners, whose rules decide about edits. */
  readonly hasOwners: boolean;
  readonly nodes: readonly string[];
}

/** Result of a request that writes. */
export interface WriteResult {
  /** The run that it has started; null for none. */
  readonly run: RunSnapshot | null;
  /** The merge that it has made. */
  readonly merged?: ShownMerge;
}

/** Everything that the inspector does to threads. */
export interface ThreadActions {
  readonly about: WritingAbout;
  /** Reads a request and does what it asks for. */
  readonly write: (action: WriteAction, request: Request, body: string) => Promise<WriteResult>;
  /** Waits until the run of a thread has changed since a version. Null if there is none. */
  readonly run: (threadId: string, version: number) => Promise<RunSnapshot | null>;
  /** The last replay of a turn. Null if there is none. */
  readonly replay: (threadId: string, turn: number) => ShownReplay | null;
  /** Answers of models that were recorded in a thread. */
  readonly answersOf: (threadId: string) => readonly RecordedAnswer[];
}
