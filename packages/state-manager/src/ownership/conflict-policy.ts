import type { StateDeclaration } from "@tidemark/core-state";
import { type Approvers, approversIn } from "../answers/approvers.ts";

/**
 * Handling of a change whose field has changed since the proposer read it.
 *
 * - `reject`: the change is refused as `stale` or `conflict`.
 * - `rebase`: the change is applied to the newer value if nothing can be lost: an update through the field's reducer, edits
 *   whose paths are unchanged. Otherwise it is refused.
 * - `keepBoth`: both values are kept, and the proposal stays open until the writer chooses.
 * - `ask`: a person is asked, and the proposal stays open until they answer. An object says who may answer, as an approval rule does.
 */
export type ConflictPolicy = "reject" | "rebase" | "keepBoth" | "ask" | ({ readonly policy: "ask" } & Approvers);

/** Policies by field name. Defaults to `reject`. */
export type CommitPolicies<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]?: ConflictPolicy;
};

/**
 * Returns who may answer about a field. Null if everybody may.
 *
 * @internal
 */
export const approversOf = (policies: object | undefined, field: string): Approvers | null =>
  policies !== undefined && Object.hasOwn(policies, field) ? approversIn(Reflect.get(policies, field)) : null;
