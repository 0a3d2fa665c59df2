import type { ThreadComparison } from "../comparison/compare-threads.ts";
import type { ThreadReplay } from "../replay/thread-result.ts";

/** A turn that ran again with its recorded values, beside the stored one. */
export interface ShownReplay {
  readonly turn: number;
  /** Result of this turn, with values as they are shown. */
  readonly result: ThreadReplay;
  /** Null if the turn could not be run. */
  readonly comparison: ThreadComparison | null;
}
