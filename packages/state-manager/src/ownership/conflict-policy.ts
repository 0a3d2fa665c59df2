import type { StateDeclaration } from "@tidemark/core-state";

/**
 * Handling of a change whose field has changed since the proposer read it.
 *
 * - `reject`: the change is refused as `stale` or `conflict`.
 * - `rebase`: the change is applied to the newer value if nothing can be lost: an update through the field's reducer, edits
 *   whose paths are unchanged. Otherwise it is refused.
 * - `keepBoth`: both values are kept, and the proposal stays open until the writer chooses.
 * - `ask`: a person is asked, and the proposal stays open until they answer.
 */
export type ConflictPolicy = "reject" | "rebase" | "keepBoth" | "ask";

/** Policies by field name. Defaults to `reject`. */
export type CommitPolicies<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]?: ConflictPolicy;
};
