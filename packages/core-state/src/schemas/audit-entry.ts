import { z } from "zod";
import { Confidence } from "./agent-output.ts";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** An agent answered. */
const AgentOutputEntry = z.strictObject({
  /** The agent. */
  step: z.string().min(1),
  /** When the output was made. */
  timestamp: Timestamp,
  confidence: Confidence,
  explanation: z.string(),
});

/** The workflow went from one step to the next. */
const TransitionEntry = z.strictObject({
  action: z.literal("transition"),
  from: z.string(),
  to: z.string(),
  timestamp: Timestamp,
});

/** The writer answered a proposal. */
const CommitEntry = z.strictObject({
  action: z.literal("commit"),
  proposalId: z.string().min(1),
  proposedBy: z.string().min(1),
  decidedBy: z.string().min(1),
  /** Why the proposer wanted it. */
  reason: z.string(),
  turnId: z.string().min(1).nullable(),
  /** The places that were changed, as JSON Pointers, by field name; "" is a whole value. */
  accepted: z.record(z.string(), z.array(z.string()).readonly()),
  /** Why each other field was left as it was, by field name. */
  refused: z.record(z.string(), z.string()),
  timestamp: Timestamp,
});

/** A person, or a program in somebody's name, changed the state from outside a run. */
const EditEntry = z.strictObject({
  action: z.literal("edit"),
  author: z.string().min(1),
  reason: z.string(),
  turnId: z.string().min(1).nullable(),
  /** Names of the fields that were written. */
  fields: z.array(z.string()).readonly(),
  timestamp: Timestamp,
});

/** A request for approval ended: a person decided it, its time was up, or what it was for had changed. */
const ApprovalEntry = z.strictObject({
  action: z.literal("approval"),
  requestId: z.string().min(1),
  /** The capability or agent that asked. */
  capability: z.string().min(1),
  /** The kind of approval: `memory_save`, `python`. */
  approvalType: z.string().min(1),
  stepObjective: z.string(),
  outcome: z.enum(["approved", "rejected", "expired", "cancelled"]),
  /** The person who approved or rejected; null when time or the run ended the request. */
  decidedBy: z.string().min(1).nullable(),
  /** Why it was rejected; empty when the person gave no reason. */
  reason: z.string(),
  /** The payload that was asked for. */
  asked: JsonObject,
  /** The payload that was approved instead; null when it was not edited. */
  edited: JsonObject.nullable(),
  /** Digest of what was decided. */
  hash: z.string().min(1),
  requestedAt: Timestamp,
  turnId: z.string().min(1).nullable(),
  timestamp: Timestamp,
});

/** An agent acted on an approval. */
const EffectEntry = z.strictObject({
  action: z.literal("effect"),
  requestId: z.string().min(1),
  /** The agent that acted. */
  by: z.string().min(1),
  /** The person who approved. */
  approvedBy: z.string().min(1),
  /** Whether that person approved another payload than the one that was asked for. */
  edited: z.boolean(),
  /** Names of the fields that the agent wrote. */
  fields: z.array(z.string()).readonly(),
  turnId: z.string().min(1).nullable(),
  timestamp: Timestamp,
});

/** A field had outgrown its budget and was made smaller. */
const PruneEntry = z.strictObject({
  action: z.literal("prune"),
  field: z.string().min(1),
  /** What the budget says to do: `dropOldest`, `summarize`. */
  policy: z.string().min(1),
  /** How many entries were taken out, and how many bytes of JSON. */
  entries: z.int().min(0),
  bytes: z.int().min(0),
  timestamp: Timestamp,
});

/**
 * One entry of the audit log: an agent's output (which has no `action`), a transition, the answer to a proposal, an edit
 * from outside, a decision about an approval, work that was done on one, or what a budget took out.
 */
export const AuditEntry = z.union([
  AgentOutputEntry,
  TransitionEntry,
  CommitEntry,
  EditEntry,
  ApprovalEntry,
  EffectEntry,
  PruneEntry,
]);
export type AuditEntry = z.infer<typeof AuditEntry>;
