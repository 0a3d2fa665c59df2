import { ApprovalRequest, AuditEntry, Proposal } from "tidemark/schemas";
import type { z } from "zod";
import type { ActivityLine } from "./api.ts";

type Line = Omit<ActivityLine, "key">;

/** Lists activity from the state, newest first: open proposals, approvals, and entries of the audit log. */
export function activityLines(values: Readonly<Record<string, unknown>>): readonly ActivityLine[] {
  const lines: readonly Line[] = [
    ...listOf(AuditEntry, values["runtime_audit_log"]).map(loggedLine),
    // Decided approvals are in the audit log.
    ...listOf(ApprovalRequest, values["execution_pending_approvals"])
      .filter(({ status }) => status === "pending")
      .map(approvalLine),
    ...listOf(Proposal, values["control_proposals"]).map(proposalLine),
  ];
  return (
    lines
      .map((line, index) => ({ ...line, key: `${line.at}/${index}` }))
      // Entries with the same time keep the order of the log, reversed.
      .toReversed()
      .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
  );
}

function loggedLine(entry: AuditEntry): Line {
  const at = entry.timestamp;
  if (!("action" in entry)) {
    const sure = `${Math.round(entry.confidence * 100)} % sure`;
    return { kind: "answer", who: named(entry.step), what: `answered, ${sure}`, why: entry.explanation, at };
  }
  switch (entry.action) {
    case "transition":
      return { kind: "other", who: "flow", what: `went from ${named(entry.from)} to ${named(entry.to)}`, why: "", at };
    case "commit": {
      const accepted = Object.keys(entry.accepted);
      const refused = Object.entries(entry.refused).map(([field, why]) => `${field}: ${why}`);
      const result = accepted.length === 0 ? "accepted nothing" : `committed ${accepted.join(", ")}`;
      return {
        kind: accepted.length === 0 ? "refusal" : "commit",
        who: named(entry.decidedBy),
        what: `${result}, proposed by ${named(entry.proposedBy)}`,
        why: [entry.reason, ...refused].filter((text) => text !== "").join(" "),
        at,
      };
    }
    case "edit":
      return {
        kind: "commit",
        who: named(entry.author),
        what: `edited ${entry.fields.join(", ")}`,
        why: entry.reason,
        at,
      };
    case "approval":
      return {
        kind: "approval",
        who: named(entry.decidedBy ?? "nobody"),
        what: `${entry.outcome} it${entry.edited === null ? "" : " with an edit"}`,
        why: [entry.stepObjective, entry.reason].filter((text) => text !== "").join(" "),
        at,
      };
    case "effect": {
      const wrote = entry.fields.length === 0 ? "acted" : `wrote ${entry.fields.join(", ")}`;
      return {
        kind: "other",
        who: named(entry.by),
        what: `${wrote}, approved by ${named(entry.approvedBy)}`,
        why: "",
        at,
      };
    }
    case "guardrail":
      return {
        kind: entry.outcome === "refused" ? "refusal" : "other",
        who: named(entry.guardrail),
        what: `${entry.outcome} ${entry.tool === undefined ? `the ${entry.stage}` : named(entry.tool)}`,
        why: entry.reason,
        at,
      };
    case "prune":
    default:
      return { kind: "other", who: "budget", what: `truncated ${entry.field}`, why: "", at };
  }
}

const approvalLine = ({ capability, stepObjective, requestedAt }: ApprovalRequest): Line => ({
  kind: "approval",
  who: named(capability),
  what: "asks for approval",
  why: stepObjective,
  at: requestedAt,
});

const proposalLine = ({ proposedBy, changes, reason, createdAt }: Proposal): Line => ({
  kind: "proposal",
  who: named(proposedBy),
  what: `proposes ${Object.keys(changes).join(", ")}`,
  why: reason,
  at: createdAt,
});

/** A user whom the application does not know has the name "unknown". */
const named = (name: string): string => name.replace(/^user:unknown$/, "somebody").replace(/^user:/, "");

/** Valid entries of a list or a record. */
function listOf<Schema extends z.ZodType>(schema: Schema, value: unknown): readonly z.output<Schema>[] {
  const entries: readonly unknown[] = typeof value === "object" && value !== null ? Object.values(value) : [];
  return entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}
