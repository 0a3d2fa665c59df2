import { getConfig, interrupt, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ApprovalRequest } from "@tidemark/core-state";
import { asUser, type Clock, systemClock } from "@tidemark/state-manager";
import {
  type ApprovalProblem,
  type ApprovalQuestion,
  type Approvers,
  type FindApprovers,
  idOf,
  type People,
  refusedPerson,
  visibleText,
  withSignaturesNeeded,
} from "@tidemark/state-manager/internal";
import {
  asAnswerer,
  checkBareAnswer,
  isLastAnswer,
  shownHashes,
  takeBackAnswer,
} from "@tidemark/state-manager/internal/langgraph";
import type { AnswerIssue } from "../plans/issues.ts";
import {
  type ApprovalAnswer,
  approvalAnswerSchema,
  LONGEST_TEXT,
  type ReadAnswer,
  readApprovalAnswer,
} from "./answer.ts";
import { type ApprovalOutcome, decideApproval, type PayloadSchema } from "./decision.ts";
import { type ApprovalDraft, approvalTypeOf, requestApproval } from "./request.ts";
import { approvalHashNow, COMMIT_APPROVAL } from "./state.ts";
import { type ApprovalNotice, approvalText } from "./text.ts";
import { shownRequest } from "./visibility.ts";

export type { ApprovalQuestion } from "@tidemark/state-manager/internal";

/** Options of `askApproval`. */
export interface AskApprovalOptions {
  /**
   * The person who answers; a function is called after the answer. Defaults to the `user_id` of the session that answered, or of the run
   * without a session. Never read from the answer itself.
   */
  readonly by?: string | (() => string);
  readonly clock?: Pick<Clock, "now">;
  /** Finds who may decide a request. Another person is asked again, and nothing changes. Defaults to everybody. */
  readonly approvers?: FindApprovers;
  /** Id of the user who sent the message of the turn. Defaults to null: nobody knows. */
  readonly requester?: string | null;
  /**
   * Returns the hash of a request's current content, or null if the content is gone. Defaults to the hash of the stored
   * payload.
   */
  readonly hashNow?: (request: ApprovalRequest) => string | null;
  /** Schemas of edited payloads by approval type. Other types cannot be edited. */
  readonly editable?: EditablePayloads;
  /** Reads answers in a custom format. Return null to read an answer in the default format. */
  readonly read?: ReadOwnAnswer;
  /** Writes the text for an answer that could be for several questions. Defaults to English. */
  readonly text?: (notice: ApprovalNotice) => string;
  readonly question?: string;
  readonly note?: string | null;
  readonly problem?: ApprovalProblem | null;
  /** Names of fields whose values are left out of the question. Defaults to none. */
  readonly hidden?: readonly string[];
  /** Id of the turn, for the audit log. Defaults to null. */
  readonly turnId?: string | null;
}

/** Schemas of edited payloads by approval type. A function returns the schema for a request. */
export type EditablePayloads = Readonly<Record<string, PayloadSchema | ((request: ApprovalRequest) => PayloadSchema)>>;

/**
 * Reads an answer in a custom format, such as the number of a choice or words of another language.
 *
 * Return null for an answer in another format, and "unclear" for an answer that is neither a yes nor a no. Client input is
 * untrusted: it can be any value.
 */
export type ReadOwnAnswer = (
  answer: unknown,
  requests: readonly ApprovalRequest[],
) => ApprovalAnswer | "unclear" | null;

/** Result of an answer. */
export type ApprovalAnswerOutcome =
  | ApprovalOutcome
  | { readonly outcome: "unclear"; readonly text: string; readonly issues: readonly AnswerIssue[] };

/**
 * Asks a person about stored requests from inside a custom node, and decides the request that is answered.
 *
 * The run stops here until it is resumed. The node then runs again from its start, so ask in a node that does nothing
 * else, and create requests in an earlier node. Every answer decides at most one request. Store `request` of the
 * outcome. An answer that is not understood is not a decision, and neither is one without an id while the thread has
 * several open questions.
 */
export async function askApproval(
  given: readonly ApprovalRequest[],
  options: AskApprovalOptions = {},
): Promise<ApprovalAnswerOutcome> {
  const requests = given.map((request) => withSignaturesNeeded(request, options.approvers));
  const { text: say = approvalText, note = null, problem = null } = options;
  const isAmbiguous = (await checkBareAnswer(requests)) === "ambiguous";
  const first = isAmbiguous ? { note: say({ kind: "ambiguous" }), code: "ambiguous" as const } : null;
  const shown = requests.map((request) => shownRequest(request, options.hidden ?? []));
  const question = visibleText(options.question ?? approvalText({ kind: "question", pending: shown }));
  let value: ApprovalQuestion = {
    type: "approval",
    question,
    note: visibleNote(first?.note ?? note),
    problem: first === null ? problem : { code: first.code, issues: [] },
    requests: shown,
  };
  for (;;) {
    // With a Zod schema LangGraph would throw for an invalid answer. Here an invalid answer is asked again.
    const answer: unknown = interrupt<ApprovalQuestion, unknown>(value, { responseSchema: approvalAnswerSchema() });
    // oxlint-disable-next-line eslint/no-await-in-loop -- each question follows the last answer
    const outcome = await outcomeOf(answer, requests, options);
    if (outcome.outcome !== "refused" || outcome.because !== "notAllowed") return outcome;
    value = { ...value, note: visibleNote(outcome.message), problem: { code: "notAllowed", issues: [] } };
    // oxlint-disable-next-line eslint/no-await-in-loop -- see above
    await takeBackAnswer();
  }
}

async function outcomeOf(
  answer: unknown,
  requests: readonly ApprovalRequest[],
  options: AskApprovalOptions,
): Promise<ApprovalAnswerOutcome> {
  const { by, clock = systemClock, hashNow, editable = {}, turnId = null, approvers, requester = null } = options;
  const own = options.read?.(answer, requests) ?? null;
  const read = own === "unclear" ? unclear(textIn(answer)) : readApprovalAnswer(own ?? answer, requests);
  const user = answererId();
  const isLast = isLastAnswer();
  const person = (typeof by === "function" ? by() : by) ?? asUser(user ?? "unknown");
  const people = {
    user: by === undefined ? user : idOf(person),
    requester,
    isRequester: user !== null && user === requester,
  };
  const request = read.understood ? requests.find(({ id }) => id === read.id) : undefined;
  if (!read.understood || request === undefined) {
    // A person who may decide none of them could otherwise close the question.
    const refusals = isLast ? requests.map((each) => refusalFor(each, approvers?.(each) ?? null, people)) : [];
    const [refusal = null] = refusals;
    if (refusal !== null && !refusals.includes(null)) return refusal;
    if (!read.understood) return { outcome: "unclear", text: read.text, issues: read.issues };
    return decideApproval(null, read.decision, { by: person, now: clock.now() });
  }
  const present = hashNow === undefined ? approvalHashNow(request, {}, ({ payload }) => payload) : hashNow(request);
  // A decision without a hash is about the question that the thread shows.
  const seen = read.hash ?? (await shownHashes()).get(request.id) ?? present;
  const decided = (found: Approvers | null) =>
    decideApproval(request, read.decision, {
      by: person,
      now: clock.now(),
      turnId,
      approvers: found === null ? null : { ...found, ...people },
      // The current content and the content that the person saw must both equal the requested content.
      hash: present === seen && present !== null ? present : GONE,
      schema: schemaFor(request, editable),
    });
  const found = approvers?.(request) ?? null;
  if (found === null || isLast) return decided(found);
  // An earlier answer was one of a person who may answer, and decided nothing. Nobody may know any more who that was.
  const unchecked = decided(null);
  const decidesNothing = unchecked.outcome === "asked" || unchecked.request?.status === "pending";
  return decidesNothing && unchecked.outcome !== "signed" ? unchecked : decided(found);
}

/** Refusal of a person who may not decide a request. Null for a person who may. */
function refusalFor(request: ApprovalRequest, approvers: Approvers | null, people: People): ApprovalOutcome | null {
  const message = approvers === null ? null : refusedPerson(approvers, request, { ...people, approves: false });
  return message === null
    ? null
    : { outcome: "refused", because: "notAllowed", request, message, issues: [], audit: null };
}

const unclear = (text: string): ReadAnswer => ({ understood: false, text, issues: [] });

/** Id of the person who gave the last answer. Null if nobody knows. */
function answererId(): string | null {
  const id: unknown = asAnswerer(getConfig() ?? {}).configurable?.["user_id"];
  return typeof id === "string" && id !== "" ? id : null;
}

const visibleNote = (note: string | null): string | null => (note === null ? null : visibleText(note));

const textIn = (answer: unknown): string => (typeof answer === "string" ? answer.trim().slice(0, LONGEST_TEXT) : "");

function schemaFor(request: ApprovalRequest, editable: EditablePayloads): PayloadSchema | undefined {
  // A commit makes exactly the proposed change: it can be approved or rejected, not edited.
  if (request.approvalType === COMMIT_APPROVAL) return undefined;
  const schema = Object.hasOwn(editable, request.approvalType) ? editable[request.approvalType] : undefined;
  return typeof schema === "function" ? schema(request) : schema;
}

/** Hash that no request has. */
const GONE = "";

/** Draft of a request. The id, the time and the thread are added. */
export type ApprovalRequestDraft = Omit<ApprovalDraft, "id" | "now" | "threadId">;

/**
 * Creates approval requests and returns the update that stores them. A node that runs again creates them with the same
 * ids.
 *
 * Return the update from the node that needs approval, and continue with an `approvalNode`. A request is valid only in
 * the thread of the run: in a copy of the thread the person is asked again.
 */
export function requestApprovals(
  config: LangGraphRunnableConfig,
  drafts: readonly ApprovalRequestDraft[],
  clock: Pick<Clock, "now"> = systemClock,
): { readonly execution_pending_approvals: Readonly<Record<string, ApprovalRequest>> } {
  const now = clock.now();
  const task = taskOf(config);
  const threadId = threadOf(config);
  const requests = drafts.map((draft, index) => {
    const approvalType = approvalTypeOf(draft.capability, draft.operation);
    return requestApproval({ ...draft, id: `${approvalType}:${task}:${index + 1}`, now, threadId });
  });
  return { execution_pending_approvals: Object.fromEntries(requests.map((request) => [request.id, request])) };
}

/**
 * LangGraph's id of a task: the same when the task runs again, and a new one each time the node is reached.
 *
 * @internal
 */
export function taskOf(config: LangGraphRunnableConfig | undefined): string {
  const id: unknown = config?.configurable?.["__pregel_task_id"];
  return typeof id === "string" ? id : "0";
}

/**
 * Thread id of a run. Undefined without one.
 *
 * @internal
 */
export function threadOf(config: LangGraphRunnableConfig | undefined): string | undefined {
  const id: unknown = config?.configurable?.["thread_id"];
  return typeof id === "string" && id !== "" ? id : undefined;
}
