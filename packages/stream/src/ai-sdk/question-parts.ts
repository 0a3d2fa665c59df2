import { isPlainRecord } from "@tidemark/reducers/internal";
import type { PendingInterrupt } from "@tidemark/state-manager";
import { pendingInterrupt, requestsOf } from "@tidemark/state-manager/internal";
import type { RunInterrupt } from "../events/run-events.ts";
import type { Signer } from "./signature.ts";
import type { UiToolPart } from "./ui-message.ts";

/** Thread of a conversation, and what signs the requests that it shows. */
export interface Asking {
  readonly threadId: string;
  readonly signer: Signer | null;
}

/** Id of a request for approval: the question, the request, and the hash of the content that was shown. */
export interface ApprovalId {
  readonly interruptId: string;
  readonly requestId: string;
  readonly hash: string;
}

/** Part that shows a question. */
export interface QuestionPart {
  readonly type: "data-question";
  /** Id of the question. */
  readonly id: string;
  readonly data: QuestionData;
}

/** Data of a part `data-question`. */
export interface QuestionData {
  /** Id for the reply. */
  readonly interruptId: string;
  readonly kind: PendingInterrupt["kind"];
  /** Text of the question, if it has one. */
  readonly question: string | null;
  /** False once the question no longer waits. */
  readonly open: boolean;
  /** Requests for approval. The tool part with this id shows the content. */
  readonly requests?: readonly {
    readonly id: string;
    readonly hash: string;
    readonly toolCallId: string;
    /** Payload to edit, if it is not the input of the tool part, which has only the arguments of a call. */
    readonly payload?: unknown;
  }[];
  /** Reason why the last answer was not a decision, with the issues of an edit. */
  readonly note?: string | null;
  readonly problem?: unknown;
  /** Value that the node passed to `interrupt`. Only for the kind `question`. */
  readonly value?: unknown;
  /** JSON Schema of the answer, if the node provides one. */
  readonly responseSchema?: unknown;
  /** Signature to send with the reply, if the server signs. */
  readonly signature?: string;
}

/** Writes the id of a request for approval as text. */
const approvalIdOf = ({ interruptId, requestId, hash }: ApprovalId): string =>
  [interruptId, requestId, hash].map(encodeURIComponent).join(":");

/** Reads the id of a request for approval. Returns null for any other text. */
export function readApprovalId(text: string): ApprovalId | null {
  try {
    const [interruptId = "", requestId = "", hash = "", ...more] = text.split(":").map(decodeURIComponent);
    const isComplete = interruptId !== "" && requestId !== "" && hash !== "" && more.length === 0;
    return isComplete ? { interruptId, requestId, hash } : null;
  } catch {
    return null;
  }
}

/** Text that the signature of a request for approval covers. */
export const signedApproval = (threadId: string, approvalId: string): readonly string[] => [
  "approval",
  threadId,
  approvalId,
];

/** Text that the signature of a question covers, with the hashes of its requests. */
export const signedQuestion = (threadId: string, question: PendingInterrupt): readonly string[] => [
  "question",
  threadId,
  question.id,
  ...(requestsOf(question) ?? []).map(({ id, hash }) => `${id}:${hash}`),
];

/** Id of a question that contains its signature, if the server signs: a client that answers by this id needs nothing else. */
export function signedId({ interruptId, value }: RunInterrupt, { threadId, signer }: Asking): string {
  if (signer === null) return interruptId;
  return `${interruptId}.${signer.sign(signedQuestion(threadId, pendingInterrupt(interruptId, "", value)))}`;
}

/** Parts that show a question: its requests for approval as tool parts, and the question itself. */
export function questionParts(
  { interruptId, value, responseSchema }: RunInterrupt,
  { threadId, signer }: Asking,
): { readonly tools: readonly UiToolPart[]; readonly question: QuestionPart } {
  const asked = pendingInterrupt(interruptId, "", value);
  const requests = requestsOf(asked) ?? [];
  const tools = requests.map(({ id: requestId, hash, payload, approvalType, stepObjective }): UiToolPart => {
    const approvalId = approvalIdOf({ interruptId, requestId, hash });
    const call = calledTool(requestId, payload);
    return {
      type: "dynamic-tool",
      toolCallId: call?.toolCallId ?? `approval:${interruptId}:${requestId}`,
      toolName: call?.toolName ?? approvalType,
      title: stepObjective,
      input: call?.input ?? payload,
      state: "approval-requested",
      approval: {
        id: approvalId,
        ...(stepObjective !== "" && { requestReason: stepObjective }),
        ...(signer !== null && { signature: signer.sign(signedApproval(threadId, approvalId)) }),
      },
    };
  });
  const data: QuestionData = {
    interruptId,
    kind: asked.kind,
    question: textOf(value),
    open: true,
    ...(requestsOf(asked) === null
      ? { value }
      : {
          requests: requests.map(({ id, hash, payload }, index) => ({
            id,
            hash,
            toolCallId: tools[index]?.toolCallId ?? "",
            ...(tools[index]?.input !== payload && { payload }),
          })),
        }),
    ...(asked.kind === "approval" && { note: asked.value.note, problem: asked.value.problem }),
    ...(responseSchema !== undefined && asked.kind === "question" && { responseSchema }),
    ...(signer !== null && { signature: signer.sign(signedQuestion(threadId, asked)) }),
  };
  return { tools, question: { type: "data-question", id: interruptId, data } };
}

/** Call of a tool that a request is about. Null for the request of another node. */
function calledTool(requestId: string, { agent, tool, arguments: input }: Readonly<Record<string, unknown>>) {
  if (typeof agent !== "string" || typeof tool !== "string") return null;
  const prefix = `${agent}:${tool}:`;
  if (!requestId.startsWith(prefix) || requestId.length === prefix.length) return null;
  return { toolCallId: requestId.slice(prefix.length), toolName: tool, input };
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (!isPlainRecord(value)) return null;
  const { question = value["message"] } = value;
  return typeof question === "string" ? question : null;
}
