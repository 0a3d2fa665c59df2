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
  /** Names of the fields that were changed. */
  accepted: z.array(z.string()).readonly(),
  /** Why each other field was left as it was, by field name. */
  refused: z.record(z.string(), z.string()),
  timestamp: Timestamp,
});

/** One line of the audit log: an agent's output (which has no `action`), a transition, or the answer to a proposal. */
export const AuditEntry = z.union([AgentOutputEntry, TransitionEntry, CommitEntry]);
export type AuditEntry = z.infer<typeof AuditEntry>;
