import type { ProposedChange } from "@tidemark/core-state/internal";

/** Why a change was refused; `at` is a JSON Pointer into the field, empty for the field as a whole. */
export type Refusal =
  /** What came is no proposal. */
  | { readonly code: "malformed"; readonly message: string }
  /** The same proposal was answered before. */
  | { readonly code: "alreadyDecided" }
  | { readonly code: "unknownField" }
  /** The one who commits may not write the field either, or nobody may. */
  | { readonly code: "notAllowed"; readonly owners: readonly string[] }
  | { readonly code: "invalid"; readonly at: string; readonly message: string }
  /** The field has moved on since the proposer looked at it. */
  | { readonly code: "stale"; readonly base: number; readonly current: number }
  /** Somebody else was at the same place; `with` is the proposal of this commit that was, null when it was earlier. */
  | { readonly code: "conflict"; readonly with: string | null; readonly at: string }
  /** The proposer claims to have seen what does not exist yet. */
  | { readonly code: "futureBase"; readonly base: number; readonly current: number }
  /** What would be written is no longer what was approved. */
  | { readonly code: "changedSinceAsked" }
  /** The writer, or a person who was asked, said no. */
  | { readonly code: "declined" };

/** The answer to one change of one proposal. */
export type ChangeDecision = {
  readonly proposalId: string;
  readonly proposedBy: string;
  /** Empty for what is no proposal. */
  readonly field: string;
} & (
  | {
      readonly outcome: "accepted";
      /** `unchanged`: the field holds this value already, so nothing is written and its version stays. */
      readonly how: "clean" | "rebased" | "chosen" | "unchanged";
      /** The version of the field with this change in it. */
      readonly version: number;
      /** The places that changed, as JSON Pointers. */
      readonly at: readonly string[];
    }
  | { readonly outcome: "refused"; readonly reason: Refusal }
  /** Both values wait for the writer's choice, which is an answer under `answerId`. */
  | {
      readonly outcome: "kept";
      readonly answerId: string;
      readonly current: unknown;
      readonly proposed: ProposedChange;
      /** The proposal of this commit that was first; null when it was an earlier one. */
      readonly against: string | null;
    }
  /** A person is asked: the approval of this id waits for an answer. */
  | { readonly outcome: "asked"; readonly answerId: string }
);

const words: { readonly [Code in Refusal["code"]]: (reason: Extract<Refusal, { code: Code }>) => string } = {
  malformed: ({ message }) => `malformed: ${message}`,
  alreadyDecided: () => "answered before",
  unknownField: () => "unknown field",
  notAllowed: ({ owners }) => `not allowed: owned by ${owners.join(", ") || "nobody"}`,
  invalid: ({ at, message }) => `invalid${at === "" ? "" : ` at ${at}`}: ${message}`,
  stale: ({ base, current }) => `stale: based on version ${base}, now ${current}`,
  conflict: (reason) =>
    `conflict${reason.with === null ? "" : ` with ${reason.with}`}${reason.at === "" ? "" : ` at ${reason.at}`}`,
  futureBase: ({ base, current }) => `based on version ${base}, but the field is at ${current}`,
  changedSinceAsked: () => "changed since it was asked",
  declined: () => "declined",
};

/** Says a refusal in words, as the audit log keeps it. */
export function refusalText(reason: Refusal): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has for each code the words of that very refusal
  return (words[reason.code] as (reason: Refusal) => string)(reason);
}
