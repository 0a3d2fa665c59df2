import { stateManagerErrors } from "../kernel/errors.ts";
import { jsonKind } from "../kernel/json-kind.ts";
import type { MergeResult } from "./merge-result.ts";

/** One of several forks that ran the same input. */
export interface Candidate<Result> {
  /** Id of the fork. */
  readonly threadId: string;
  /** Result of its turn; null if a node of it has failed. */
  readonly result: Result | null;
  /** Error of the node. Absent if none has failed. */
  readonly error?: unknown;
}

/** Result of running an input in several forks. `Turn` is the result of a turn, and `Value` the state. */
export type BestOfResult<Turn, Value> =
  | {
      /** `chosen`: the judge has chosen a fork, and it was merged. */
      readonly outcome: "chosen";
      /** Id of the chosen fork. */
      readonly threadId: string;
      /** Result of its turn. */
      readonly result: Turn;
      /** What of it was merged. */
      readonly merged: Extract<MergeResult<Value>, { readonly outcome: "merged" }>;
      /** All forks, in their order. */
      readonly candidates: readonly Candidate<Turn>[];
    }
  | {
      /** `noneChosen`: no turn ended, or the judge has chosen none. Nothing was merged, and all forks are kept. */
      readonly outcome: "noneChosen";
      readonly candidates: readonly Candidate<Turn>[];
    }
  | Exclude<MergeResult<Value>, { readonly outcome: "merged" }>;

/** A fork that runs the input. */
export interface Attempt<Turn> {
  readonly threadId: string;
  readonly run: () => Promise<Turn>;
  readonly remove: () => Promise<unknown>;
}

/** Chooses the id of one of the forks whose turn has ended; null for none. */
export type Judge<Turn> = (candidates: readonly Candidate<Turn>[]) => string | null | Promise<string | null>;

/** Runs attempts side by side, merges the one that the judge chooses, and removes those that are not kept. */
export async function bestOf<Turn extends { readonly outcome: string }, Value>(
  attempts: readonly Attempt<Turn>[],
  judge: Judge<Turn>,
  { merge, keep }: { readonly merge: (threadId: string) => Promise<MergeResult<Value>>; readonly keep: Kept },
): Promise<BestOfResult<Turn, Value>> {
  const candidates = await Promise.all(attempts.map(candidateOf));
  const ended = candidates.filter(({ result }) => result?.outcome === "done");
  const threadId = ended.length === 0 ? null : await judge(ended);
  if (threadId === null) return { outcome: "noneChosen", candidates };
  const result = ended.find((each) => each.threadId === threadId)?.result ?? null;
  if (result === null) {
    const expected = `the threadId of one of the candidates, or null`;
    const found = typeof threadId === "string" ? JSON.stringify(threadId) : jsonKind(threadId);
    throw stateManagerErrors.invalidArgument({ argument: "judge", expected, found });
  }
  const merged = await merge(threadId);
  if (merged.outcome !== "merged") return merged;
  const removed = attempts.filter((each) => keep !== "all" && !(keep === "chosen" && each.threadId === threadId));
  for (const { remove } of removed) await remove();
  return { outcome: "chosen", threadId, result, merged, candidates };
}

/** Forks that are kept after the merge. */
export const KEPT = ["all", "chosen", "none"] as const;
export type Kept = (typeof KEPT)[number];

async function candidateOf<Turn>({ threadId, run }: Attempt<Turn>): Promise<Candidate<Turn>> {
  try {
    return { threadId, result: await run() };
  } catch (error) {
    return { threadId, result: null, error };
  }
}
