import { interrupt, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ApprovalRequest } from "@tidemark/core-state";
import { asUser, type Clock, systemClock } from "@tidemark/state-manager";
import { type ApprovalAnswer, approvalAnswerSchema, LONGEST_TEXT, readApprovalAnswer } from "./answer.ts";
import { type ApprovalOutcome, decideApproval, type PayloadSchema } from "./decision.ts";
import { type ApprovalDraft, approvalTypeOf, requestApproval } from "./request.ts";
import { approvalHashNow, COMMIT_APPROVAL } from "./state.ts";
import { approvalText } from "./text.ts";
import { shownRequest } from "./visibility.ts";

/** What a client sees while a run waits for approval: the value of the interrupt. */
export interface ApprovalQuestion {
  readonly type: "approval";
  /** The question in words. */
  readonly question: string;
  /** Why the last answer decided nothing, or the answer to a question of the person; null at first. */
  readonly note: string | null;
  /** The same for a program: what kind of slip it was, and what is wrong with an edited payload; null at first. */
  readonly problem: ApprovalProblem | null;
  /** Every open request; an answer names one of them by `id`. */
  readonly requests: readonly ApprovalRequest[];
}

/** Why an answer decided nothing, for a program. */
export type ApprovalProblem = Omit<NonNullable<ApprovalRequest["note"]>, "message">;

/** How a person is asked. */
export interface AskApprovalOptions {
  /** The person who answers. Defaults to `user:unknown`. Never taken from the answer itself. */
  readonly by?: string;
  readonly clock?: Pick<Clock, "now">;
  /** Hash of what a request would be for now; null when it is gone. Without it the stored payload counts. */
  readonly hashNow?: (request: ApprovalRequest) => string | null;
  /** What an edited payload must satisfy, by kind of approval; the others cannot be edited. */
  readonly editable?: EditablePayloads;
  /** Reads answers that are the application's own; what it gives null for is read as usual. */
  readonly read?: ReadOwnAnswer;
  readonly question?: string;
  readonly note?: string | null;
  readonly problem?: ApprovalProblem | null;
  /** Names of fields whose values are left out of the question. Defaults to none. */
  readonly hidden?: readonly string[];
  /** The turn in which it is decided, for the audit log. Defaults to null. */
  readonly turnId?: string | null;
}

/** What an edited payload must satisfy, by kind of approval; as a function, by what was asked. */
export type EditablePayloads = Readonly<Record<string, PayloadSchema | ((request: ApprovalRequest) => PayloadSchema)>>;

/**
 * Reads an answer in a form of the application's own: the number of a choice, words of another language.
 *
 * Null for an answer that is not of that form, "unclear" for one that decides nothing. What comes from a client is not to be trusted: it may be anything.
 */
export type ReadOwnAnswer = (
  answer: unknown,
  requests: readonly ApprovalRequest[],
) => ApprovalAnswer | "unclear" | null;

/** What came of an answer, or that it could not be understood. */
export type AskedApproval = ApprovalOutcome | { readonly outcome: "unclear"; readonly said: string };

/**
 * Asks a person about requests that are in the state, inside a node of your own, and decides the one that is answered.
 *
 * The run stops here until somebody resumes it. Then the node runs again from its start, so ask in a node that does nothing
 * else, and make requests in a node before it. Every answer decides at most one request; what to store is `request` of the
 * outcome. What cannot be understood decides nothing.
 */
export function askApproval(requests: readonly ApprovalRequest[], options: AskApprovalOptions = {}): AskedApproval {
  const { by = asUser("unknown"), clock = systemClock, hashNow, editable = {}, turnId = null } = options;
  const shown = requests.map((each) => shownRequest(each, options.hidden ?? []));
  const value: ApprovalQuestion = {
    type: "approval",
    question: options.question ?? approvalText({ kind: "question", pending: shown }),
    note: options.note ?? null,
    problem: options.problem ?? null,
    requests: shown,
  };
  // A schema object would make LangGraph throw at an answer that does not fit; here such an answer is asked again.
  const answer: unknown = interrupt<ApprovalQuestion, unknown>(value, { responseSchema: approvalAnswerSchema() });
  const own = options.read?.(answer, requests) ?? null;
  if (own === "unclear") return { outcome: "unclear", said: saidIn(answer) };
  const read = readApprovalAnswer(own ?? answer, requests);
  if (!read.understood) return { outcome: "unclear", said: read.said };
  const request = requests.find(({ id }) => id === read.id);
  if (request === undefined) return decideApproval(null, read.decision, { by, now: clock.now() });
  const present = hashNow === undefined ? approvalHashNow(request, {}, ({ payload }) => payload) : hashNow(request);
  const seen = read.hash ?? present;
  return decideApproval(request, read.decision, {
    by,
    now: clock.now(),
    turnId,
    // Both what would run and what the person saw have to be what was asked for.
    hash: present === seen && present !== null ? present : GONE,
    schema: schemaFor(request, editable),
  });
}

const saidIn = (answer: unknown): string => (typeof answer === "string" ? answer.trim().slice(0, LONGEST_TEXT) : "");

function schemaFor(request: ApprovalRequest, editable: EditablePayloads): PayloadSchema | undefined {
  // A commit makes exactly the change that was proposed: it can be approved or rejected.
  if (request.approvalType === COMMIT_APPROVAL) return undefined;
  const schema = Object.hasOwn(editable, request.approvalType) ? editable[request.approvalType] : undefined;
  return typeof schema === "function" ? schema(request) : schema;
}

/** The hash of nothing: no request has it. */
const GONE = "";

/** What a node asks approval for; the id, the time and the thread are added. */
export type ApprovalAsked = Omit<ApprovalDraft, "id" | "now" | "threadId">;

/**
 * Makes requests for approval and gives the update that stores them; a node that runs again makes them with the same ids.
 *
 * A request counts in the thread of the run: in a copy of the thread the person is asked again.
 *
 * Return it from the node that wants something done, and go on to an `approvalNode`.
 */
export function requestApprovals(
  config: LangGraphRunnableConfig,
  drafts: readonly ApprovalAsked[],
  clock: Pick<Clock, "now"> = systemClock,
): { readonly execution_pending_approvals: Readonly<Record<string, ApprovalRequest>> } {
  const now = clock.now();
  const task = taskOf(config);
  const threadId = threadOf(config);
  const requests = drafts.map((draft, index) => {
    const approvalType = approvalTypeOf(draft.capability, draft.operation);
    return requestApproval({ ...draft, id: `${approvalType}:${task}:${index + 1}`, now, threadId });
  });
  return { execution_pending_approvals: Object.fromEntries(requests.map((each) => [each.id, each])) };
}

/**
 * The host's id of a task: the same when the task runs again, another one every time that the node is reached anew.
 *
 * @internal
 */
export function taskOf(config: LangGraphRunnableConfig | undefined): string {
  const id: unknown = config?.configurable?.["__pregel_task_id"];
  return typeof id === "string" ? id : "0";
}

/**
 * The thread of a run; undefined without one.
 *
 * @internal
 */
export function threadOf(config: LangGraphRunnableConfig | undefined): string | undefined {
  const id: unknown = config?.configurable?.["thread_id"];
  return typeof id === "string" && id !== "" ? id : undefined;
}
