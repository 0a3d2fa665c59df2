import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { ApprovalRequest, type AuditEntry, type PlanStep } from "@tidemark/core-state";
import { agentControlDefaults, type JsonObject } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { Clock } from "@tidemark/state-manager";
import { z } from "zod";
import type { AgentValues } from "../kernel/agent-values.ts";
import { instantAfter } from "../kernel/clock.ts";
import { approversIn, requesterIn, whenIn } from "@tidemark/state-manager/internal";
import { approvalEntry, effectEntry, turnIdOf } from "../approvals/audit.ts";
import { askApproval, threadOf } from "../approvals/ask.graph.ts";
import type { PayloadSchema } from "../approvals/decision.ts";
import { type ApprovalPolicy, needsApproval } from "../approvals/policy.ts";
import { approvalHash, requestApproval } from "../approvals/request.ts";
import {
  collectedOfTask,
  keepCollected,
  takeBackAnswer,
  takeBackCopied,
} from "@tidemark/state-manager/internal/langgraph";
import { approvalText } from "../approvals/text.ts";
import { agentErrors } from "../kernel/errors.ts";
import type { ReadArguments } from "./read-arguments.ts";

/** Rules by the names of tools. */
export type ToolApprovals = ApprovalPolicy<AgentValues>;

/** One call that may need an approval. */
export interface CallToApprove {
  readonly agent: string;
  readonly tool: string;
  readonly callId: string;
  readonly read: Pick<ReadArguments, "json" | "unfit" | "value">;
  readonly step: PlanStep | null;
  /** Time of the model's answer. */
  readonly askedAt: string;
  /** Schema of the arguments; without one they cannot be edited. */
  readonly schema: z.ZodType<JsonObject> | null;
  /** Reason of a guardrail that asks for an approval, whatever the rules say; null without one. */
  readonly asked: string | null;
}

/** Circumstances of an approval. */
export interface ToolApprovalOptions {
  readonly values: AgentValues;
  readonly approvals: ToolApprovals | undefined;
  readonly approvalSeconds: number | undefined;
  readonly config: LangGraphRunnableConfig;
  readonly clock: Pick<Clock, "now">;
}

/** Result: the arguments to call with, or why the tool is not called. */
export type ToolApproval =
  | {
      readonly outcome: "approved";
      readonly args: JsonObject;
      /** The person who approved; null when nobody was asked. */
      readonly by: string | null;
      readonly audit: readonly AuditEntry[];
    }
  | { readonly outcome: "declined"; readonly reason: string; readonly audit: readonly AuditEntry[] };

/**
 * Asks a person about a call of a tool when its rule says so.
 *
 * The run pauses at an interrupt of the call's own task: other calls go on, and each call is answered by itself. The approval is for
 * exactly these arguments in this thread. An answer that decides nothing asks again, with a note.
 */
export async function approveToolCall(call: CallToApprove, options: ToolApprovalOptions): Promise<ToolApproval> {
  const { agent, tool, read, step } = call;
  const { json: args } = read;
  const { values, approvals, clock } = options;
  // A state without settings has the safe ones.
  const { agent_control = agentControlDefaults() } = values;
  // A rule reads what the tool would receive, which can be more than JSON.
  const inputs = isPlainRecord(read.value) ? read.value : {};
  const asks = isPlainRecord(read.value) || typeof whenIn(approvals?.[tool]) !== "function";
  const rules = asks ? approvals : { ...approvals, [tool]: "always" as const };
  const need = needsApproval({ ...values, agent_control }, { capability: tool, step, inputs }, rules);
  if (!need.needed && call.asked === null) return { outcome: "approved", args, by: null, audit: [] };
  if (read.unfit !== null) throw agentErrors.unfitToolArguments({ agent, tool, problem: unfitProblem(read.unfit) });
  const request = requestOf(call, options);
  const turnId = turnIdOf(values);
  const schema = payloadOf(call);
  const rule = approvals?.[tool];
  // What several people approve is kept beside the question, which stays the same one until there are enough.
  const isCopied = await takeBackCopied(request);
  let open = isCopied ? request : await collectedRequest(request, schema);
  let noted = isCopied ? copiedRequest(request) : open;
  for (;;) {
    const { message: note = null, ...problem } = noted.note ?? {};
    // oxlint-disable-next-line eslint/no-await-in-loop -- each question follows the last answer
    const asked = await askApproval([noted], {
      approvers: () => approversIn(rule),
      requester: requesterIn(values),
      clock,
      turnId,
      note,
      problem: "code" in problem ? { code: problem.code ?? "unclear", issues: problem.issues ?? [] } : null,
      ...(schema !== null && { editable: { [request.approvalType]: schema } }),
    });
    switch (asked.outcome) {
      case "approved": {
        const { payload } = asked.request;
        const approved = isPlainRecord(payload["arguments"]) ? payload["arguments"] : args;
        const work = { by: `${agent}:${tool}`, fields: [], turnId, timestamp: clock.now() };
        return {
          outcome: "approved",
          args: asked.edited ? approved : args,
          by: asked.request.decidedBy,
          audit: [asked.audit, effectEntry(asked.request, work)],
        };
      }
      case "rejected":
        return { outcome: "declined", reason: asked.reason ?? "a person said no", audit: [asked.audit] };
      case "signed": {
        open = asked.request;
        noted = open;
        // oxlint-disable-next-line eslint/no-await-in-loop -- see above
        await keepCollected(open);
        // oxlint-disable-next-line eslint/no-await-in-loop -- see above
        await takeBackAnswer();
        break;
      }
      case "asked": {
        const message = approvalText({ kind: "explained", request: open });
        noted = { ...open, note: { code: "explained", message, issues: [] } };
        break;
      }
      case "unclear": {
        const message = approvalText({ kind: "unclear", text: asked.text, pending: [open] });
        noted = { ...open, note: { code: "unclear", message, issues: [] } };
        break;
      }
      case "refused":
      default: {
        if (asked.request !== null && asked.request.status !== "pending") {
          const audit = asked.audit ?? approvalEntry(asked.request, { turnId });
          return { outcome: "declined", reason: asked.message, audit: [audit] };
        }
        const code = asked.because === "notEditable" || asked.because === "invalidPayload" ? asked.because : "unknown";
        const message = approvalText({ kind: "refused", message: asked.message });
        noted = { ...open, note: { code, message, issues: asked.issues } };
      }
    }
  }
}

/** A request that is asked again, because its question came with a copy of the thread. */
function copiedRequest(request: ApprovalRequest): ApprovalRequest {
  const message = approvalText({ kind: "otherThread", request });
  return { ...request, note: { code: "otherThread", message, issues: [] } };
}

/**
 * A request with the approvals that it has so far, and the arguments that they are for. Without them if the call is another one now, or
 * the edited arguments do not satisfy the schema any more.
 */
async function collectedRequest(request: ApprovalRequest, schema: PayloadSchema | null): Promise<ApprovalRequest> {
  const stored = ApprovalRequest.safeParse(await collectedOfTask());
  if (!stored.success) return request;
  const { id, threadId, status, payload, askedPayload = payload, hash, signatures = [] } = stored.data;
  const isSame =
    id === request.id &&
    threadId === request.threadId &&
    status === "pending" &&
    hash === approvalHash(stored.data) &&
    approvalHash({ ...request, payload: askedPayload }) === request.hash;
  const isFit = hash === request.hash || schema?.safeParse(payload).success === true;
  return isSame && isFit
    ? { ...request, payload, hash, signatures, ...(hash !== request.hash && { askedPayload }) }
    : request;
}

function requestOf(
  { agent, tool, callId, read, askedAt, asked }: CallToApprove,
  { approvalSeconds, config }: ToolApprovalOptions,
): ApprovalRequest {
  return requestApproval({
    id: `${agent}:${tool}:${callId}`,
    capability: agent,
    operation: tool,
    stepObjective: `Call the tool "${tool}"${asked === null || asked === "" ? "" : `: ${asked}`}`,
    payload: { agent, tool, arguments: read.json },
    now: askedAt,
    expiresAt: approvalSeconds === undefined ? null : instantAfter(askedAt, approvalSeconds),
    threadId: threadOf(config),
  });
}

const unfitProblem = (found: string): string =>
  `a person has to approve them, and cannot be shown ${found}. The schema of the tool has to return plain JSON.`;

/** An edited payload is for the same tool, with arguments that fit it. */
const payloadOf = ({ agent, tool, schema }: CallToApprove): PayloadSchema | null =>
  schema === null ? null : z.object({ agent: z.literal(agent), tool: z.literal(tool), arguments: schema });
