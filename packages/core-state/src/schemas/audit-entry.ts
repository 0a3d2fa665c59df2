import { z } from "zod";
import { Confidence } from "./agent-output.ts";
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

/** A field had outgrown its budget and was made smaller. */
const PruneEntry = z.strictObject({
  action: z.literal("prune"),
  field: z.string().min(1),
  /** What the budget says to do: `dropOldest`, `summarise`. */
  policy: z.string().min(1),
  /** How many entries were taken out, and how many bytes of JSON. */
  entries: z.int().min(0),
  bytes: z.int().min(0),
  timestamp: Timestamp,
});

/**
 * One line of the audit log: an agent's output (which has no `action`), a transition, the answer to a proposal, an edit
 * from outside, or what a budget took out.
 */
export const AuditEntry = z.union([AgentOutputEntry, TransitionEntry, CommitEntry, EditEntry, PruneEntry]);
export type AuditEntry = z.infer<typeof AuditEntry>;
