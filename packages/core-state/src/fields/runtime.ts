import { append, lastWrite, mergeByKey } from "@tidemark/reducers";
import { z } from "zod";
import { field, fields } from "../field.ts";
import { AgentControl } from "../schemas/agent-control.ts";
import { AuditEntry } from "../schemas/audit-entry.ts";
import { JsonObject } from "../schemas/json-value.ts";
import { Timestamp } from "../schemas/timestamp.ts";

/** What the framework itself keeps: which turn, session and versions the values belong to, and who did what. */
export const runtimeFields = fields("runtime", {
  checkpoint_metadata: field({
    doc: "What the host says of the checkpoint this turn began from; null without one.",
    schema: JsonObject.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  info: field({
    doc: "What the host program keeps with the turn; null for nothing.",
    schema: JsonObject.nullable(),
    initial: () => null,
    lifetime: "turn",
    writer: "runtime",
  }),
  turn_id: field({
    doc: "Id of the turn, which a resumed turn keeps; null before the first turn.",
    schema: z.string().min(1).nullable(),
    initial: () => null,
    lifetime: "thread",
    writer: "runtime",
  }),
  field_versions: field({
    doc: "How often each field was written by its owner or by a commit, by field name; missing means never.",
    schema: z.record(z.string(), z.int().min(0)),
    initial: () => ({}),
    lifetime: "thread",
    writer: "runtime",
    reduce: mergeByKey<number>(),
  }),
  schema_version: field({
    doc: "Version of the declaration the thread was last written with; null before the first turn.",
    schema: z.int().min(1).nullable(),
    initial: () => null,
    lifetime: "thread",
    writer: "runtime",
  }),
  agent_control: field({
    doc: "The switches and limits that were set for the whole thread: what a turn begins with; null for none.",
    schema: AgentControl.partial().nullable(),
    initial: () => null,
    lifetime: "thread",
    writer: "runtime",
  }),
  session_id: field({
    doc: "Id of the conversation; null when it has none.",
    schema: z.string().min(1).nullable(),
    initial: () => null,
    lifetime: "thread",
    writer: "runtime",
  }),
  user_id: field({
    doc: "Id of the person who speaks; null when it is unknown.",
    schema: z.string().min(1).nullable(),
    initial: () => null,
    lifetime: "thread",
    writer: "runtime",
  }),
  created_at: field({
    doc: "When the conversation began, as ISO 8601 in UTC; null before the first turn.",
    schema: Timestamp.nullable(),
    initial: () => null,
    lifetime: "thread",
    writer: "runtime",
  }),
  updated_at: field({
    doc: "When the conversation was last changed, as ISO 8601 in UTC; null before the first turn.",
    schema: Timestamp.nullable(),
    initial: () => null,
    lifetime: "thread",
    writer: "runtime",
    // Agents that run in parallel all note their change; without a reducer the host refuses the second note.
    reduce: lastWrite<string | null>,
  }),
  audit_log: field({
    doc: "Outputs, commits, approvals, edits and transitions, with who and why; the newest 200 entries.",
    schema: z.array(AuditEntry).readonly(),
    initial: () => [],
    lifetime: "thread",
    writer: "runtime",
    reduce: append<AuditEntry>({ cap: 200 }),
  }),
});
