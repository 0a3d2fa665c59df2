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
    description: "What the host says of the checkpoint this turn began from; null without one.",
    schema: JsonObject.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "runtime",
  }),
  info: field({
    description: "What the host program keeps with the turn; null for nothing.",
    schema: JsonObject.nullable(),
    default: () => null,
    lifetime: "turn",
    owner: "runtime",
  }),
  turn_id: field({
    description: "Id of the turn, which a resumed turn keeps; null before the first turn.",
    schema: z.string().min(1).nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "runtime",
  }),
  field_versions: field({
    description: "How often each field was written by its owner or by a commit, by field name; missing means never.",
    schema: z.record(z.string(), z.int().min(0)),
    default: () => ({}),
    lifetime: "thread",
    owner: "runtime",
    reducer: mergeByKey<number>(),
  }),
  schema_version: field({
    description: "Version of the declaration the thread was last written with; null before the first turn.",
    schema: z.int().min(1).nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "runtime",
  }),
  agent_control: field({
    description: "The switches and limits that were set for the whole thread: what a turn begins with; null for none.",
    schema: AgentControl.partial().nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "runtime",
  }),
  session_id: field({
    description: "Id of the conversation; null when it has none.",
    schema: z.string().min(1).nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "runtime",
  }),
  user_id: field({
    description: "Id of the person who speaks; null when it is unknown.",
    schema: z.string().min(1).nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "runtime",
  }),
  created_at: field({
    description: "When the conversation began, as ISO 8601 in UTC; null before the first turn.",
    schema: Timestamp.nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "runtime",
  }),
  updated_at: field({
    description: "When the conversation was last changed, as ISO 8601 in UTC; null before the first turn.",
    schema: Timestamp.nullable(),
    default: () => null,
    lifetime: "thread",
    owner: "runtime",
    // Agents that run in parallel all note their change; without a reducer the host refuses the second note.
    reducer: lastWrite<string | null>,
  }),
  audit_log: field({
    description: "Outputs, commits, approvals, edits and transitions, with who and why; the newest 200 entries.",
    schema: z.array(AuditEntry).readonly(),
    default: () => [],
    lifetime: "thread",
    owner: "runtime",
    reducer: append<AuditEntry>({ cap: 200 }),
  }),
});
