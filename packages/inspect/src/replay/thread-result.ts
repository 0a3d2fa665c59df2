import type { Plain } from "../values/plain-value.ts";
import type { ValueChange } from "../values/value-diff.ts";
import type { Cause } from "./difference.ts";

/** First difference of a turn, as people see it: values are redacted. */
export interface ShownDifference {
  /** Step of the stored thread, such as `2.3`. */
  readonly step: string;
  readonly field: string;
  readonly stored: Plain;
  readonly replayed: Plain;
  /** The first parts in which the values differ, without ids and times of a run. */
  readonly changes: readonly ValueChange[];
  readonly author: readonly string[];
  readonly cause: Cause;
  readonly because: string;
}

/** Result of one lane of a turn. */
export interface LaneResult {
  /** `accepted`: it differs from the thread, and is what was accepted. */
  readonly outcome: "same" | "accepted" | "different" | "notJudged";
  readonly difference: ShownDifference | null;
  /** What the recording does not contain, by node. */
  readonly missing: readonly string[];
}

/** Result of one stored turn. */
export interface TurnReplay extends LaneResult {
  readonly turn: number;
  /** The same turn with its models. Missing unless it was asked for. */
  readonly live?: LaneResult;
}

/** Result of one thread. */
export interface ThreadReplay {
  readonly threadId: string;
  readonly outcome: LaneResult["outcome"];
  readonly turns: readonly TurnReplay[];
  /** Versions of its state, and the fields that its migration changes. Null for a thread of the current version. */
  readonly migration: { readonly from: number; readonly to: number; readonly fields: readonly string[] } | null;
  /** Reason why no turn was run. Null if they were. */
  readonly problem: string | null;
}

/** Outcome of parts: the worst one. Nothing is not judged. */
export function outcomeOf(parts: readonly Pick<LaneResult, "outcome">[]): LaneResult["outcome"] {
  const worst = (["different", "notJudged", "accepted"] as const).find((each) =>
    parts.some(({ outcome }) => outcome === each),
  );
  return worst ?? (parts.length === 0 ? "notJudged" : "same");
}
