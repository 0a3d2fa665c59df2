import type { StateDeclaration } from "@tidemark/core-state";

/**
 * What happens to a change whose field has moved on since the proposer looked at it.
 *
 * - `reject`: it is refused, as stale or as in conflict.
 * - `rebase`: it is made on the newer value where that can lose nothing: an update through the field's own reducer, edits
 *   where their places still hold what the proposer saw. Otherwise it is refused.
 * - `keepBoth`: both values are kept, and the proposal stays open until the writer has chosen.
 * - `ask`: a person is asked, and the proposal stays open until they have answered.
 */
export type ConflictPolicy = "reject" | "rebase" | "keepBoth" | "ask";

/** Policies by field name; a field without one rejects. */
export type CommitPolicies<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]?: ConflictPolicy;
};
