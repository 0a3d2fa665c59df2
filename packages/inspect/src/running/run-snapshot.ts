import type { AnswerMatch } from "./cassette.ts";
import type { NodeProgress } from "./run-progress.ts";

/** Models of a run: recorded answers only, recorded ones for prompts that are the same, or live ones. */
export type RunModels = "recorded" | "mixed" | "live";

/** A run that the inspector has started, as it is now. */
export interface RunSnapshot {
  readonly threadId: string;
  /** Grows with every change. */
  readonly version: number;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly isRunning: boolean;
  readonly nodes: readonly NodeProgress[];
  readonly words: { readonly node: string; readonly text: string } | null;
  /** Outcome of the session, or `failed`. Null while it runs. */
  readonly outcome: string | null;
  /** Reason of an outcome other than `done` and `interrupted`. */
  readonly problem: string | null;
  readonly models: RunModels;
  /** Recorded answers that were given, by the way in which they were found. */
  readonly recorded: Readonly<Record<AnswerMatch, number>>;
  /** Number of calls that reached a model. */
  readonly live: number;
}

/** Outcomes of a session that did not run to its end, as sentences. */
export const PROBLEMS: Readonly<Record<string, string>> = {
  aborted: "The run was stopped. What its finished nodes wrote is stored.",
  abandoned: "The thread has gone on without an answer to this question, so it does not wait for one any more.",
  alreadyResolved: "This question was already answered. The first answer counts.",
  busy: "Another turn of this thread is running.",
  fenced: "Another process has taken the thread over.",
  missingNode: "The thread waits at a node that this graph does not have.",
  notAllowed: "The user of this inspector may not decide this request. The question waits as before.",
  notDue: "The time that the thread waits for has not come.",
  nothingToContinue: "The thread has nothing to continue: its last turn has ended.",
  superseded: "Another checkpoint counts as the newest one of this thread. Check the clocks of its machines.",
  unfinished: "The last turn has not finished.",
  changedRequest: "The request has changed since it was shown.",
  unknownInterrupt: "The thread has no such question.",
};
