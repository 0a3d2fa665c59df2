import { z } from "zod";
import { JsonValue } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** A JSON Pointer into a field's value: "" is the value itself, `/legs/0/seat` a place in it. */
const Pointer = z.string().regex(/^(\/([^~/]|~[01])*)*$/, "expected a JSON Pointer such as /legs/0/seat");

/** One edit inside a field's value, in the words of JSON Patch. */
export const ProposedPatch = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), path: Pointer, value: JsonValue }),
  z.strictObject({ op: z.literal("replace"), path: Pointer, value: JsonValue }),
  z.strictObject({ op: z.literal("remove"), path: Pointer }),
]);
export type ProposedPatch = z.infer<typeof ProposedPatch>;

/** What should happen to one field: a write as the field's own writer would make it, or edits inside its value. */
export const ProposedChange = z.union([
  z.strictObject({ value: JsonValue }),
  z.strictObject({ patches: z.array(ProposedPatch).min(1).readonly() }),
]);
export type ProposedChange = z.infer<typeof ProposedChange>;

/** A change that an agent would like and only the writer of the fields can make. */
export const Proposal = z.strictObject({
  proposalId: z.string().min(1),
  /** The agent that would like it. */
  proposedBy: z.string().min(1),
  turnId: z.string().min(1),
  /** Why, in a sentence. */
  reason: z.string(),
  createdAt: Timestamp,
  /** By field name. */
  changes: z.record(z.string(), ProposedChange),
  /** The version of each field the proposer had seen, by field name. */
  baseVersions: z.record(z.string(), z.int().min(0)),
});
export type Proposal = z.infer<typeof Proposal>;
