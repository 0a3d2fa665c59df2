import { z } from "zod";
import { JsonValue } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** A JSON Pointer into a field's value: "" is the value itself, `/legs/0/seat` a path in it. */
const Pointer = z.string().regex(/^(\/([^~/]|~[01])*)*$/, "expected a JSON Pointer such as /legs/0/seat");

/** Value at the path when the edit was proposed. The commit compares it, to detect changes since then. */
const was = JsonValue.optional();

/** One edit inside a field's value: a JSON Patch operation, with the value that it was based on. */
export const ProposedPatch = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), path: Pointer, value: JsonValue }),
  z.strictObject({ op: z.literal("replace"), path: Pointer, value: JsonValue, was }),
  z.strictObject({ op: z.literal("remove"), path: Pointer, was }),
]);
export type ProposedPatch = z.infer<typeof ProposedPatch>;

/** Proposed change of one field: a new value, written as the owner would write it, or edits inside its value. */
export const ProposedChange = z.union([
  z.strictObject({ value: JsonValue }),
  z.strictObject({ patches: z.array(ProposedPatch).min(1).readonly() }),
]);
export type ProposedChange = z.infer<typeof ProposedChange>;

/** Proposal of an agent to change fields that it does not own. */
export const Proposal = z.strictObject({
  proposalId: z.string().min(1),
  /** Name of the proposing agent. */
  proposedBy: z.string().min(1),
  /** The turn of the proposal; null before the first turn. */
  turnId: z.string().min(1).nullable(),
  /** Reason for the change, in a sentence. */
  reason: z.string(),
  createdAt: Timestamp,
  /** Changes, by field name. */
  changes: z.record(z.string(), ProposedChange),
  /** Version of each field that the proposing agent had read, by field name. */
  baseVersions: z.record(z.string(), z.int().min(0)),
  /** Time at which a commit left the proposal open for a decision; it then outlives its turn. */
  openSince: Timestamp.optional(),
});
export type Proposal = z.infer<typeof Proposal>;

/** Removes a proposal from the open ones after the commit has answered it. */
export const SettledProposal = z.strictObject({ proposalId: z.string().min(1), settled: z.literal(true) });
export type SettledProposal = z.infer<typeof SettledProposal>;
