import { ToolMessage } from "@langchain/core/messages";
import { Command, getCurrentTaskInput, isCommand } from "@langchain/langgraph";
import { type AuditEntry, checkUpdate, type StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { raisedVersions } from "@tidemark/state-manager/internal";
import { nodeResult } from "@tidemark/state-manager/internal/langgraph";
import { asUpdate, inState } from "./middleware-schema.graph.ts";
import { proposalsOf } from "./subagent-changes.ts";

/** A call of a tool whose writes are checked. */
export interface WritingCall {
  readonly state: StateDeclaration;
  /** Values of the agent when the call began. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly toolCall: { readonly name: string; readonly id?: string; readonly args: Readonly<Record<string, unknown>> };
  /** Subagent that calls; null for the main agent. */
  readonly subagent: string | null;
  /** Owner as which the main agent writes. */
  readonly owner: string;
  /** Entries of the audit log of the call itself. */
  readonly audit: readonly AuditEntry[];
  readonly now: string;
}

/** Tool of deepagents that runs a subagent and returns all of its state. */
const TASK = "task";

/**
 * Checks what a tool writes, and turns what a subagent returned into proposals.
 *
 * A tool of the main agent writes the fields of its owner. A subagent works on a copy, so its tools may write every declared field; what it has
 * changed is proposed when it ends. An invalid update, and one of a field of another owner, becomes an error that the model reads, and nothing of it is written.
 */
export function checkedWrites(result: ToolMessage | Command, call: WritingCall): ToolMessage | Command {
  const { state, audit } = call;
  const written = isCommand(result) ? nodeResult(result) : null;
  if (written === null || written.parent !== null) return withAudit(result, audit, state);
  const fields = new Map(inState(state).map((declared) => [declared.name, declared]));
  const declared = Object.fromEntries(written.writes.filter(([name]) => fields.has(name)));
  const others = Object.fromEntries(written.writes.filter(([name]) => !fields.has(name)));
  const isTask = call.toolCall.name === TASK;
  const own = isTask ? subagentWrites(declared, call) : toolWrites(declared, call);
  if (own instanceof ToolMessage) return own;
  const log = [
    ...audit,
    ...(isTask ? newEntries(call.values["runtime_audit_log"], declared["runtime_audit_log"]) : []),
  ];
  const marked = Object.entries(log.length === 0 ? own : { ...own, runtime_audit_log: log }).flatMap(
    ([name, value]) => {
      const field = fields.get(name);
      return field === undefined ? [] : [[name, asUpdate(field, value)] as const];
    },
  );
  const update = { ...(isTask ? changedOnly(others) : others), ...Object.fromEntries(marked) };
  return new Command({ update, goto: [...written.goto] });
}

/** Updates by field. */
type Update = Readonly<Record<string, unknown>>;

function toolWrites(update: Update, { state, values, toolCall, subagent, owner }: WritingCall): Update | ToolMessage {
  const check = checkUpdate(state, update, subagent === null ? { agent: owner } : {});
  if (check.ok) {
    const versions = raisedVersions(state, Object.keys(update), values);
    return { ...check.update, ...(versions !== null && { runtime_field_versions: versions }) };
  }
  const problems = check.issues.map(({ message }) => message).join("\n");
  return new ToolMessage({
    content: `Nothing was written.\n${problems}`,
    name: toolCall.name,
    tool_call_id: toolCall.id ?? "",
    status: "error",
  });
}

/** The changes of a subagent as proposals. */
function subagentWrites(after: Update, { state, values: before, toolCall, now }: WritingCall): Update {
  const { subagent_type: name } = toolCall.args;
  const subagent = typeof name === "string" && name !== "" ? name : "subagent";
  const proposals = proposalsOf({ state, subagent, callId: toolCall.id ?? "", before, after, now });
  return proposals.length === 0 ? {} : { control_proposals: proposals };
}

/** Fields of other middleware that a subagent has changed. Those that it returns as it got them would collide with those of other subagents. */
function changedOnly(update: Update): Update {
  const before: unknown = getCurrentTaskInput();
  if (!isPlainRecord(before)) return update;
  return Object.fromEntries(
    Object.entries(update).filter(
      ([name, value]) => name === "messages" || !(name in before) || !isSame(before[name], value),
    ),
  );
}

const isSame = (one: unknown, other: unknown): boolean => one === other || sameJson(one, other);

/** Entries of a list that it did not have before. */
function newEntries(before: unknown, after: unknown): readonly AuditEntry[] {
  const known: readonly unknown[] = Array.isArray(before) ? before : [];
  const listed: readonly AuditEntry[] = Array.isArray(after) ? after : [];
  return listed.filter((entry) => !known.some((each) => sameJson(each, entry)));
}

/** Adds the entries of a call to a result without writes of fields. */
function withAudit(
  result: ToolMessage | Command,
  audit: readonly AuditEntry[],
  { fields }: StateDeclaration,
): ToolMessage | Command {
  const log = fields["runtime_audit_log"];
  if (audit.length === 0 || log === undefined || !ToolMessage.isInstance(result)) return result;
  return new Command({ update: { messages: [result], runtime_audit_log: asUpdate(log, audit) } });
}
