import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { type ApprovalRequest, type AuditEntry, fieldGroups, type StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { asUser, type Clock, systemClock } from "@tidemark/state-manager";
import { type Values } from "@tidemark/state-manager/internal";
import { defineNode, type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { approvalEntry, turnIdOf } from "./audit.ts";
import { cancelApprovals, expireApprovals } from "./decision.ts";
import {
  approvalHashNow,
  approvalRequests,
  approvedRequests,
  approvedUpdate,
  clearedApproval,
  COMMIT_APPROVAL,
  type PayloadNow,
  pendingApprovals,
} from "./state.ts";
import { type ApprovalNews, approvalText } from "./text.ts";
import { declaredOnly } from "../kernel/agent-values.ts";
import { requireFields } from "../kernel/require-fields.ts";
import { reboundTo } from "./thread.ts";
import { shownRequest } from "./visibility.ts";
import { hiddenFields } from "../kernel/hidden-fields.ts";
import {
  askApproval,
  type AskedApproval,
  type EditablePayloads,
  type ReadOwnAnswer,
  taskOf,
  threadOf,
} from "./ask.graph.ts";
import { editableWork, type WorkEdit } from "./work.graph.ts";

/** How approvals are asked for and answered. */
export interface ApprovalNodeOptions {
  /** The name under which the node writes and speaks: `approval` when not said. */
  readonly agent?: string;
  readonly clock?: Pick<Clock, "now">;
  /** Who answers; `user_id` of the config when not said. What an answer says about its author does not count. */
  readonly by?: (config: LangGraphRunnableConfig) => string;
  /** What a request would be for now; a plan is compared with the plan in the state when not said. */
  readonly payloadNow?: PayloadNow<Values>;
  /** What edited payloads must satisfy, by kind of approval; kinds that are not here cannot be edited. */
  readonly editable?: EditablePayloads;
  /** Reads answers in a form of the application's own; an answer that it returns null for is read as usual. */
  readonly read?: ReadOwnAnswer;
  /**
   * Answers a question of the person who is asked. Defaults to the payload of the request. Called once for each question; the
   * answer is the `note` of the next question, and never part of the conversation.
   */
  readonly explain?: (
    request: ApprovalRequest,
    question: string,
    tools: { readonly values: Values; readonly config: LangGraphRunnableConfig },
  ) => string | Promise<string>;
  /**
   * Fields with `ui: false` whose values the question may contain. Defaults to none: the change of a commit to such a field,
   * and whatever a payload holds under the name of one, is left out of the question.
   */
  readonly reveal?: readonly string[];
  /**
   * What a rejection leaves behind, and the end of a request that nobody can approve any more. Defaults to `message`.
   *
   * `message`: a neutral message says so, and both fields of the answer are null. `flag`: `approval_approved` is false
   * and no message is added, for a node behind this one that words the answer and clears the fields.
   */
  readonly rejection?: "message" | "flag";
  /** Words what people read. Defaults to `approvalText`, which is English. */
  readonly say?: (news: ApprovalNews) => string;
}

/** The fields of the answer, for a node behind this one. */
const ANSWER_FIELDS = Object.keys(fieldGroups.approval);

/**
 * Makes the node in which a run waits for people: it asks about every pending request, and takes one answer at a time.
 *
 * It interrupts and does nothing else, so nothing happens twice when it runs again. An answer decides the request that it
 * names; go on to the work that was approved, and then back to the node while others wait, as `routeAfterApproval` does.
 *
 * - Approved: the request is stored as approved. A state with `fieldGroups.approval` also says so in `approval_approved` and
 *   `approved_payload`.
 * - Rejected: a neutral message says so, and both of these fields are null again.
 * - An unclear answer, an edit that does not fit or a question decides nothing: the next question carries the reply as `note`
 *   and `problem`. The conversation does not contain it, because the person who is asked is often not the user.
 * - Expired, or about something that has changed since: the request is ended, a neutral message says so, and nothing runs.
 * - A request from another thread, of which this one is a copy, is asked again: the answer counts in one thread only.
 *
 * Every decision is an entry of `runtime_audit_log`: who, when, what was asked, what was edited.
 *
 * Requests live in the thread: an answer may come after a restart, and from another process with the same checkpointer.
 * A state without `execution_pending_approvals`, or without `fieldGroups.approval` for `rejection: "flag"`, throws
 * `agents/missingFields`.
 *
 * @example
 * ```ts
 * import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { routeAfterApproval, approvalNode, approvedEffect, requestApprovals } from "@tidemark/agents/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 *
 * const sent: unknown[] = [];
 * const mail = { capability: "mail", stepObjective: "Send the offer", payload: { to: "ann@example.org" } };
 * const next = routeAfterApproval({ approved: "send" });
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("draft", (_values, config) => requestApprovals(config, [mail]))
 *   .addNode("approval", approvalNode(AgentState))
 *   .addNode("send", approvedEffect(AgentState, { agent: "send", effect: ({ payload }) => void sent.push(payload) }))
 *   .addEdge(START, "draft")
 *   .addEdge("draft", "approval")
 *   .addConditionalEdges("approval", next, ["approval", "send", END])
 *   .addConditionalEdges("send", next, ["approval", "send", END])
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const config = { configurable: { thread_id: "ann" } };
 * await graph.invoke({}, config);
 * await graph.invoke(new Command({ resume: "hm" }), config);
 * await graph.invoke(new Command({ resume: "yes" }), config);
 * console.log(sent); // [ { to: 'ann@example.org' } ]
 * ```
 */
export const approvalNode = <State extends StateDeclaration>(
  state: State,
  options: ApprovalNodeOptions = {},
): GraphNodeOf<State> => {
  if (options.rejection === "flag") requireFields(options.agent ?? "approvalNode", state, ANSWER_FIELDS);
  return approvalNodeFor(state, options);
};

/**
 * The same for a graph that applies an edit to the work that waits: `edit` checks an edited payload, and gives the update
 * that makes it.
 *
 * @internal
 */
export function approvalNodeFor<State extends StateDeclaration>(
  state: State,
  options: ApprovalNodeOptions,
  edit?: WorkEdit,
): GraphNodeOf<State> {
  const { agent = "approval", clock = systemClock, by = userOf, rejection = "message", say = approvalText } = options;
  requireApprovalFields(agent, state);
  const talks = Object.hasOwn(state.fields, "messages");
  const logs = Object.hasOwn(state.fields, "runtime_audit_log");
  const hidden = hiddenFields(state).filter((name) => options.reveal?.includes(name) !== true);

  const node = defineNode<string, object, StateDeclaration, string>(state, {
    agent,
    // An edit changes the plan as well.
    roles: edit === undefined ? ["runtime"] : ["runtime", "planner"],
    clock,
    run: async (values, { config }) => {
      const now = clock.now();
      const turnId = turnIdOf(values);
      const requests = approvalRequests(values);
      const copied = reboundTo(threadOf(config), requests, {
        now,
        note: (request) => say({ kind: "otherThread", request }),
      });
      // An answer to the question of another thread decides nothing here.
      if (Object.keys(copied).length > 0) return updateOf({ requests: copied, flags: "clear" }, config);
      const expired = expireApprovals(requests, now);
      const changed = cancelApprovals(pickChanged(requests, values), now);
      const ended = { ...changed, ...expired };
      const news: ApprovalNews[] = Object.values(ended).map((request) => ({
        kind: request.status === "expired" ? "expired" : "changed",
        request,
      }));
      const audit = Object.values(ended).map((request) => approvalEntry(request, { turnId }));
      const open = pendingApprovals(values).filter(({ id }) => !Object.hasOwn(ended, id));
      if (open.length === 0)
        return news.length === 0 ? {} : updateOf({ requests: ended, news, audit, flags: "clear" }, config);
      const { message: note = null, ...problem } = open.find((each) => each.note !== undefined)?.note ?? {};
      const editable = editableWork(options.editable ?? {}, values, edit);
      const asked = askApproval(open, {
        by: by(config),
        clock,
        turnId,
        hashNow: (request) => approvalHashNow(request, values, options.payloadNow),
        editable,
        ...(options.read && { read: options.read }),
        question: say({ kind: "question", pending: open.map((each) => shownRequest(each, hidden)) }),
        note,
        problem: isProblem(problem) ? problem : null,
        hidden,
      });
      const settled = await settle(asked, { open, values, config });
      return updateOf(
        {
          ...settled,
          requests: { ...ended, ...withoutNotes(open), ...settled.requests },
          news: [...news, ...(settled.news ?? [])],
          audit: [...audit, ...(settled.audit ?? [])],
        },
        config,
      );
    },
  });
  const edited: typeof node = async (values, config) => {
    const update = await node(values, config);
    return isPlainRecord(update) ? { ...update, ...replacedBy(update, values) } : update;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field that it reads or writes was found in the state above
  return (edit === undefined ? node : edited) as GraphNodeOf<State>;

  /** Values that an edit puts in the place of what a field with a reducer contains; no checked update can do that. */
  function replacedBy(update: object, values: Values): Values {
    const approved = approvedRequests(update).filter((each) => each.askedPayload !== undefined);
    const work = approved.map((each) => edit?.(each, values));
    const replaced = work.flatMap((each) => (each?.ok === true ? Object.entries(each.replaced ?? {}) : []));
    return Object.fromEntries(replaced.map(([name, value]) => [name, new Overwrite(value)]));
  }

  /** Requests whose content is not what it was: nobody can approve them any more, so nobody is asked. */
  function pickChanged(requests: Requests, values: Values): Requests {
    const entries = Object.entries(requests).filter(
      ([, each]) => approvalHashNow(each, values, options.payloadNow) !== each.hash,
    );
    return Object.fromEntries(entries);
  }

  async function settle(
    asked: AskedApproval,
    { open, values, config }: { readonly open: readonly ApprovalRequest[] } & Circumstances,
  ): Promise<Settled> {
    const [oldest] = open;
    switch (asked.outcome) {
      case "approved": {
        const { request, audit } = asked;
        const applied = asked.edited ? edit?.(request, values) : undefined;
        return {
          requests: byId(request),
          audit: [audit],
          // A commit reads its answers from the requests; the two fields are for what waits to be done.
          flags: request.approvalType === COMMIT_APPROVAL ? "keep" : request,
          ...(applied?.ok === true && { work: applied.update ?? {}, others: applied.requests ?? {} }),
        };
      }
      case "rejected":
        return {
          requests: byId(asked.request),
          news: [{ kind: "rejected", request: asked.request, reason: asked.reason }],
          audit: [asked.audit],
          flags: "clear",
        };
      case "asked": {
        const { request, question } = asked;
        const explained = await options.explain?.(request, question, { values, config });
        const message = explained ?? say({ kind: "explained", request: shownRequest(request, hidden) });
        return { requests: noted(request, { code: "explained", message, issues: [] }), flags: "keep" };
      }
      case "unclear": {
        const message = say({ kind: "unclear", said: asked.said, pending: open });
        return { requests: noted(oldest, { code: "unclear", message, issues: [] }), flags: "keep" };
      }
      case "refused":
      default: {
        const { request, because, issues, audit } = asked;
        if (request !== null && request.status !== "pending") {
          const kind = request.status === "expired" ? "expired" : "changed";
          return {
            requests: byId(request),
            news: [{ kind, request }],
            audit: audit === null ? [] : [audit],
            flags: "clear",
          };
        }
        const code = because === "notEditable" || because === "invalidPayload" ? because : "unknown";
        const message = say({ kind: "refused", message: asked.message });
        return { requests: noted(request ?? oldest, { code, message, issues }), flags: "keep" };
      }
    }
  }

  function updateOf(
    { requests: own, others = {}, news = [], audit = [], flags, work }: Settled,
    config: LangGraphRunnableConfig,
  ): Values {
    const requests = { ...others, ...own };
    // A node behind this one reads the flag, and words what has come to an end.
    const flagged = flags === "clear" && rejection === "flag" && news.length > 0;
    const content = flagged ? "" : news.map(say).join("\n");
    const answer = {
      ...(flags === "clear" && clearedApproval()),
      ...(flagged && { approval_approved: false }),
      ...(typeof flags === "object" && approvedUpdate(flags)),
    };
    return {
      ...work,
      ...(Object.keys(requests).length > 0 && { execution_pending_approvals: requests }),
      ...declaredOnly(state, answer),
      ...(logs && audit.length > 0 && { runtime_audit_log: audit }),
      ...(talks &&
        content !== "" && {
          messages: [{ role: "assistant", content, id: `approval:${taskOf(config)}`, name: agent }],
        }),
    };
  }
}

type Requests = Readonly<Record<string, ApprovalRequest>>;
type Note = NonNullable<ApprovalRequest["note"]>;

interface Circumstances {
  readonly values: Values;
  readonly config: LangGraphRunnableConfig;
}

/** Result of one answer. */
interface Settled {
  readonly requests: Requests;
  /** What the user reads. */
  readonly news?: readonly ApprovalNews[];
  readonly audit?: readonly AuditEntry[];
  /** What becomes of the two fields of the answer; a request for the one that was approved. */
  readonly flags: "clear" | "keep" | ApprovalRequest;
  /** What an edit changed in the work that waits, and in approvals of it. */
  readonly work?: Values;
  readonly others?: Requests;
}

const byId = (request: ApprovalRequest): Requests => ({ [request.id]: request });

const noted = (request: ApprovalRequest | undefined, note: Note): Requests =>
  request === undefined ? {} : byId({ ...request, note });

/** The requests that carry a note, without it: a note holds until the next answer. */
function withoutNotes(open: readonly ApprovalRequest[]): Requests {
  const carrying = open.filter((each) => each.note !== undefined);
  return Object.fromEntries(carrying.map(({ note: _note, ...request }) => [request.id, request]));
}

const isProblem = (problem: Partial<Omit<Note, "message">>): problem is Omit<Note, "message"> =>
  problem.code !== undefined;

/**
 * Refuses a state that approvals cannot live in.
 *
 * @internal
 */
export const requireApprovalFields = (by: string, state: StateDeclaration): void =>
  requireFields(by, state, ["execution_pending_approvals"]);

function userOf({ configurable }: LangGraphRunnableConfig): string {
  const id: unknown = configurable?.["user_id"];
  return asUser(typeof id === "string" && id !== "" ? id : "unknown");
}
