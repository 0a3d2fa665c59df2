import type { ProposedChange } from "@tidemark/core-state/internal";

/** Reason why a change was refused. `at` is a JSON Pointer into the field, empty for the whole field. */
export type Refusal =
  /** The value is not a proposal. */
  | { readonly code: "malformed"; readonly message: string }
  /** The same proposal was answered before. */
  | { readonly code: "alreadyDecided" }
  | { readonly code: "unknownField" }
  /** The committing agent does not own the field. */
  | { readonly code: "notAllowed"; readonly owners: readonly string[] }
  | { readonly code: "invalid"; readonly at: string; readonly message: string }
  /** The field has changed since the proposer read it. */
  | { readonly code: "stale"; readonly base: number; readonly current: number }
  /** Somebody else changed the same path. `with` is their proposal in this commit; null for an earlier one. */
  | { readonly code: "conflict"; readonly with: string | null; readonly at: string }
  /** The proposal is based on a version that does not exist yet. */
  | { readonly code: "futureBase"; readonly base: number; readonly current: number }
  /** The value that would be written is no longer the approved one. */
  | { readonly code: "changedSinceAsked" }
  /** The writer or a person declined the change. */
  | { readonly code: "declined" }
  /** The stored values of the user were deleted since the thread read them. */
  | { readonly code: "forgotten" }
  /** Too many changes were decided since the proposer read the thread, or the user's values: this one may have been among them. */
  | { readonly code: "tooOld" };

/** Decision about one change of one proposal. */
export type ChangeDecision = {
  readonly proposalId: string;
  readonly proposedBy: string;
  /** Name of the field; empty for a malformed proposal. */
  readonly field: string;
} & (
  | {
      readonly outcome: "accepted";
      /** `unchanged`: the field already has this value, so nothing is written and its version stays. */
      readonly how: "clean" | "rebased" | "chosen" | "unchanged";
      /** Version of the field after this change. */
      readonly version: number;
      /** Changed paths as JSON Pointers. */
      readonly at: readonly string[];
    }
  | { readonly outcome: "refused"; readonly reason: Refusal }
  /** Both values are kept until the writer chooses, with an answer under `answerId`. */
  | {
      readonly outcome: "kept";
      readonly answerId: string;
      readonly current: unknown;
      readonly proposed: ProposedChange;
      /** Proposal of this commit that wrote `current`; null for an earlier commit. */
      readonly against: string | null;
    }
  /** The approval with the id `answerId` waits for a person's answer. */
  | {
      readonly outcome: "asked";
      readonly answerId: string;
      /** Reason why an answer of this commit does not count: the person may not decide this. */
      readonly notAllowed?: string;
    }
);

const texts: { readonly [Code in Refusal["code"]]: (reason: Extract<Refusal, { code: Code }>) => string } = {
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
  forgotten: () => "the values of the user were deleted meanwhile",
  tooOld: () => "too many later changes: it may have been decided before",
};

/** Returns the text of a refusal for the audit log. */
export function refusalText(reason: Refusal): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table maps each code to the text of that refusal
  return (texts[reason.code] as (reason: Refusal) => string)(reason);
}
