import { z } from "zod";
import { Confidence } from "./agent-output.ts";
import { GuardrailStage } from "./guardrail.ts";
import { JsonObject } from "./json-value.ts";
import { Timestamp } from "./timestamp.ts";

/** Output of an agent. */
const AgentOutputEntry = z.strictObject({
  /** Name of the agent. */
  step: z.string().min(1),
  timestamp: Timestamp,
  confidence: Confidence,
  explanation: z.string(),
});

/** Transition of a workflow from one step to the next. */
const TransitionEntry = z.strictObject({
  action: z.literal("transition"),
  from: z.string(),
  to: z.string(),
  timestamp: Timestamp,
});

/** Answer of the owner to a proposal. */
const CommitEntry = z.strictObject({
  action: z.literal("commit"),
  proposalId: z.string().min(1),
  proposedBy: z.string().min(1),
  decidedBy: z.string().min(1),
  /** Reason that the proposing agent stated. */
  reason: z.string(),
  turnId: z.string().min(1).nullable(),
  /** Changed paths as JSON Pointers, by field name; "" is the whole value. */
  accepted: z.record(z.string(), z.array(z.string()).readonly()),
  /** Reason for each refused field, by field name. */
  refused: z.record(z.string(), z.string()),
  timestamp: Timestamp,
});

/** Change of the state from outside a run, by a person or on behalf of one. */
const EditEntry = z.strictObject({
  action: z.literal("edit"),
  author: z.string().min(1),
  reason: z.string(),
  turnId: z.string().min(1).nullable(),
  /** Names of the fields that were written. */
  fields: z.array(z.string()).readonly(),
  timestamp: Timestamp,
});

/** End of an approval request: a person decided it, it expired, or the action had changed. */
const ApprovalEntry = z.strictObject({
  action: z.literal("approval"),
  requestId: z.string().min(1),
  /** The capability or agent that requested approval. */
  capability: z.string().min(1),
  /** The kind of approval: `memory_save`, `python`. */
  approvalType: z.string().min(1),
  stepObjective: z.string(),
  outcome: z.enum(["approved", "rejected", "expired", "cancelled"]),
  /** The person who approved or rejected; null for an expired or canceled request. */
  decidedBy: z.string().min(1).nullable(),
  /** The people who approved, in their order; present if a rule says who may approve. */
  signedBy: z.array(z.string().min(1)).readonly().optional(),
  /** Reason for the rejection; empty if the person gave none. */
  reason: z.string(),
  /** The payload that was requested. */
  asked: JsonObject,
  /** The payload that was approved instead; null if it was not edited. */
  edited: JsonObject.nullable(),
  /** Digest of the action that was decided. */
  hash: z.string().min(1),
  requestedAt: Timestamp,
  turnId: z.string().min(1).nullable(),
  timestamp: Timestamp,
});

/** Action of an agent that a person had approved. */
const EffectEntry = z.strictObject({
  action: z.literal("effect"),
  requestId: z.string().min(1),
  /** The agent that acted. */
  by: z.string().min(1),
  /** The person who approved, or the last one of several. */
  approvedBy: z.string().min(1),
  /** The people who approved, in their order; present if a rule says who may approve. */
  signedBy: z.array(z.string().min(1)).readonly().optional(),
  /** True if that person approved a different payload than the requested one. */
  edited: z.boolean(),
  /** Names of the fields that the agent wrote. */
  fields: z.array(z.string()).readonly(),
  turnId: z.string().min(1).nullable(),
  timestamp: Timestamp,
});

/** Pruning of a field that exceeded its budget. */
const PruneEntry = z.strictObject({
  action: z.literal("prune"),
  field: z.string().min(1),
  /** Policy of the budget: `dropOldest`, `summarize`. */
  policy: z.string().min(1),
  /** Number of entries removed. */
  entries: z.int().min(0),
  /** Size of the removed entries, in bytes of JSON. */
  bytes: z.int().min(0),
  timestamp: Timestamp,
});

/** Decision of a guardrail that did not simply allow. */
const GuardrailEntry = z.strictObject({
  action: z.literal("guardrail"),
  guardrail: z.string().min(1),
  stage: GuardrailStage,
  /** `asked`: a person has to approve the call. `replaced`: the answer was changed. */
  outcome: z.enum(["allowed", "asked", "refused", "replaced"]),
  reason: z.string(),
  /** True if the guardrail threw, took too long or returned something else than a decision. */
  failed: z.boolean(),
  /** The agent whose call or answer it was. */
  agent: z.string().min(1).optional(),
  tool: z.string().min(1).optional(),
  toolCallId: z.string().optional(),
  turnId: z.string().min(1).nullable(),
  timestamp: Timestamp,
});

/**
 * One entry of the audit log: the output of an agent (which has no `action`), a transition, a commit, an edit from outside
 * a run, an approval decision, an approved action, the pruning of a field, or the decision of a guardrail.
 */
export const AuditEntry = z.union([
  AgentOutputEntry,
  TransitionEntry,
  CommitEntry,
  EditEntry,
  ApprovalEntry,
  EffectEntry,
  PruneEntry,
  GuardrailEntry,
]);
export type AuditEntry = z.infer<typeof AuditEntry>;
