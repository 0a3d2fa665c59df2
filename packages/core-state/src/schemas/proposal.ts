import { z } from "zod";
import { JsonValue } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** A JSON Pointer into a field's value: "" is the value itself, `/legs/0/seat` a place in it. */
const Pointer = z.string().regex(/^(\/([^~/]|~[01])*)*$/, "expected a JSON Pointer such as /legs/0/seat");

/** What stood at the place when the edit was made; an edit whose place has changed since is not made blindly. */
const was = JsonValue.optional();

/** One edit inside a field's value, in the words of JSON Patch, with what it was based on. */
export const ProposedPatch = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), path: Pointer, value: JsonValue }),
  z.strictObject({ op: z.literal("replace"), path: Pointer, value: JsonValue, was }),
  z.strictObject({ op: z.literal("remove"), path: Pointer, was }),
]);
export type ProposedPatch = z.infer<typeof ProposedPatch>;

/** What should happen to one field: a write as the field's owner would make it, or edits inside its value. */
export const ProposedChange = z.union([
  z.strictObject({ value: JsonValue }),
  z.strictObject({ patches: z.array(ProposedPatch).min(1).readonly() }),
]);
export type ProposedChange = z.infer<typeof ProposedChange>;

/** A change that an agent would like and only the owner of the fields can make. */
export const Proposal = z.strictObject({
  proposalId: z.string().min(1),
  /** The agent that would like it. */
  proposedBy: z.string().min(1),
  /** The turn in which it was made; null before the first. */
  turnId: z.string().min(1).nullable(),
  /** Why, in a sentence. */
  reason: z.string(),
  createdAt: Timestamp,
  /** By field name. */
  changes: z.record(z.string(), ProposedChange),
  /** The version of each field the proposer had seen, by field name. */
  baseVersions: z.record(z.string(), z.int().min(0)),
  /** When a commit left it open for a choice or an answer; it then outlives its turn. */
  openSince: Timestamp.optional(),
});
export type Proposal = z.infer<typeof Proposal>;

/** Takes a proposal off the list of open ones, once the commit has answered it. */
export const SettledProposal = z.strictObject({ proposalId: z.string().min(1), settled: z.literal(true) });
export type SettledProposal = z.infer<typeof SettledProposal>;
