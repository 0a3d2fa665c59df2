import type { Plain } from "../values/plain-value.ts";

/** What a merge has brought from a fork into its thread, as it is shown. */
export interface ShownMerge {
  /** Fields that only the fork has changed. */
  readonly taken: readonly string[];
  /** Fields whose reducer has combined both sides. */
  readonly combined: readonly string[];
  /** Fields that both sides have changed, for a person to decide. */
  readonly proposed: readonly {
    readonly field: string;
    /** Id by which the proposal is decided. */
    readonly change: string;
    readonly ours: Plain;
    readonly theirs: Plain;
  }[];
  /** Fields of the fork that stay as they were, with the reason as a part of a sentence. */
  readonly left: readonly { readonly field: string; readonly reason: string }[];
  /** Names of what ran in the fork and does not run again. */
  readonly effects: readonly string[];
  /** Message in place of those of the fork. Null for none. */
  readonly note: string | null;
}
