import { BaseMessage, ToolMessage } from "@langchain/core/messages";
import { Command, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { AuditEntry } from "@tidemark/core-state";
import type { JsonObject } from "@tidemark/core-state/internal";
import { type Clock } from "@tidemark/state-manager";
import { askedAtOf } from "../tools/call-tool.graph.ts";
import { editedArguments, readArguments } from "../tools/arguments.graph.ts";
import { approveToolCall, type ToolApprovals } from "../tools/tool-approval.graph.ts";
import { asUpdate } from "./middleware-schema.graph.ts";
import type { WritingCall } from "./tool-writes.graph.ts";

/** A call of a tool that a person may have to approve. */
export interface AskedCall extends Omit<WritingCall, "audit"> {
  readonly tool: unknown;
  readonly approvals: ToolApprovals | undefined;
  readonly clock: Pick<Clock, "now">;
  readonly config: LangGraphRunnableConfig;
}

/** The arguments to call with, null for those of the model; or the result in place of a call. */
export type AskedResult =
  | { readonly outcome: "approved"; readonly args: JsonObject | null; readonly audit: readonly AuditEntry[] }
  | { readonly outcome: "declined"; readonly result: ToolMessage | Command };

/**
 * Asks a person about a call when a rule says so.
 *
 * The run pauses in the call's own task. The approval is for exactly these arguments in this thread. Arguments that the schema of the tool refuses are
 * not asked about: the tool refuses them as well.
 */
export async function askBefore(call: AskedCall): Promise<AskedResult> {
  const { state, values, toolCall, subagent, owner, tool, approvals, clock, config, now } = call;
  const unasked = { outcome: "approved", args: null, audit: [] } as const;
  if (approvals === undefined || !Object.hasOwn(approvals, toolCall.name)) return unasked;
  const { name, id: callId = "", args } = toolCall;
  const read = await readArguments(tool, args);
  if (!read.ok) return unasked;
  const { messages } = values;
  const asked: readonly BaseMessage[] = Array.isArray(messages)
    ? messages.filter((each) => BaseMessage.isInstance(each))
    : [];
  const approval = await approveToolCall(
    {
      agent: subagent ?? owner,
      tool: name,
      callId,
      read: read.arguments,
      step: null,
      askedAt: askedAtOf(asked, callId) ?? now,
      schema: editedArguments(tool),
      asked: null,
    },
    { values, approvals, approvalSeconds: undefined, config, clock },
  );
  if (approval.outcome === "approved") {
    return {
      outcome: "approved",
      args: approval.args === read.arguments.json ? null : approval.args,
      audit: approval.audit,
    };
  }
  const content = `The call was not approved: ${approval.reason}. Do not repeat it unless the user asks for it.`;
  const message = new ToolMessage({ content, name, tool_call_id: callId, status: "error" });
  const log = state.fields["runtime_audit_log"];
  const entries = log === undefined ? {} : { runtime_audit_log: asUpdate(log, approval.audit) };
  return { outcome: "declined", result: new Command({ update: { messages: [message], ...entries } }) };
}
