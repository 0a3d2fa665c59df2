import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ApprovalRequest, StateDeclaration } from "@tidemark/core-state";
import { asUser, type Clock, systemClock, type Values } from "@tidemark/state-manager";
import { defineNode, type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { cancelApprovals, expireApprovals } from "../approval-decision.ts";
import {
  approvalHashNow,
  approvalRequests,
  approvedUpdate,
  clearedApproval,
  COMMIT_APPROVAL,
  type PayloadNow,
  pendingApprovals,
} from "../approval-state.ts";
import { type ApprovalNews, approvalText } from "../approval-text.ts";
import { agentErrors } from "../errors.ts";
import { askApproval, type AskedApproval, type EditablePayloads, type ReadOwnAnswer, taskOf } from "./approval-ask.ts";

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
  /** Reads answers that are the application's own; what it gives null for is read as usual. */
  readonly read?: ReadOwnAnswer;
  /** Answers a question back; the payload is shown when not said. It is called once for each question. */
  readonly explain?: (
    request: ApprovalRequest,
    question: string,
    tools: { readonly values: Values; readonly config: LangGraphRunnableConfig },
  ) => string | Promise<string>;
  /**
   * What a rejection leaves behind, and the end of a request that nobody can approve any more.
   *
   * `message` (if not said): a message says so, and both fields of the answer are null. `flag`: `approval_approved` is false
   * and nothing is said, for a node behind this one that words the answer and clears the fields.
   */
  readonly rejection?: "message" | "flag";
  /** Words what people read; English when not said. */
  readonly say?: (news: ApprovalNews) => string;
}

const NOTE = "approval-note:";
const FIELDS = ["execution_pending_approvals", "approval_approved", "approved_payload"] as const;

/**
 * Makes the node in which a run waits for people: it asks about every pending request, and takes one answer at a time.
 *
 * It interrupts and does nothing else, so nothing happens twice when it runs again. An answer decides the request that it
 * names; go on to the work that was approved, and then back to the node while others wait, as `approvalBranch` does.
 *
 * - Approved: the request is stored as approved, and `approval_approved` with `approved_payload` say so to whoever reads them.
 * - Rejected: a message says so, and both fields are null again.
 * - A question is answered in a message and the request stays pending; so it does after an answer that is not understood.
 * - Expired, or about something that has changed since: the request is ended, a message says so, and nothing runs.
 *
 * Requests live in the thread: an answer may come after a restart, and from another process with the same checkpointer.
 * A state without the fields of approvals throws `agents/missingFields`.
 *
 * @example
 * ```ts
 * import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { approvalBranch, approvalNode, onceApproved, openApprovals } from "@tidemark/agents/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 * import { toStateSchema } from "@tidemark/core-state/langgraph";
 *
 * const sent: unknown[] = [];
 * const mail = { capability: "mail", stepObjective: "Send the offer", payload: { to: "ann@example.org" } };
 * const next = approvalBranch({ approved: "send" });
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("draft", (_values, config) => openApprovals(config, [mail]))
 *   .addNode("approval", approvalNode(AgentState))
 *   .addNode("send", onceApproved(AgentState, { agent: "send", effect: ({ payload }) => void sent.push(payload) }))
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
export function approvalNode<State extends StateDeclaration>(
  state: State,
  options: ApprovalNodeOptions = {},
): GraphNodeOf<State> {
  const { agent = "approval", clock = systemClock, by = userOf, rejection = "message", say = approvalText } = options;
  requireApprovalFields(agent, state);
  const talks = Object.hasOwn(state.fields, "messages");

  const node = defineNode<StateDeclaration, string, "runtime">(state, {
    agent,
    roles: ["runtime"],
    clock,
    run: async (values, { config }) => {
      const now = clock.now();
      const requests = approvalRequests(values);
      const expired = expireApprovals(requests, now);
      const changed = cancelApprovals(pickChanged(requests, values), now);
      const ended = { ...changed, ...expired };
      const news: ApprovalNews[] = Object.values(ended).map((request) => ({
        kind: request.status === "expired" ? "expired" : "changed",
        request,
      }));
      const open = pendingApprovals(values).filter(({ id }) => !Object.hasOwn(ended, id));
      if (open.length === 0)
        return news.length === 0 ? {} : updateOf({ requests: ended, news, flags: "clear" }, config);
      const asked = askApproval(open, {
        by: by(config),
        clock,
        hashNow: (request) => approvalHashNow(request, values, options.payloadNow),
        ...(options.editable && { editable: options.editable }),
        ...(options.read && { read: options.read }),
        question: say({ kind: "question", pending: open }),
        note: noteOf(values["messages"], open),
      });
      const settled = await settle(asked, { open, values, config });
      return updateOf(
        { ...settled, requests: { ...ended, ...settled.requests }, news: [...news, ...settled.news], open },
        config,
      );
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field that it reads or writes was found in the state above
  return node as GraphNodeOf<State>;

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
    switch (asked.outcome) {
      case "approved":
        // A commit reads its answers from the requests; the two fields are for what waits to be done.
        return {
          requests: byId(asked.request),
          news: [],
          flags: asked.request.approvalType === COMMIT_APPROVAL ? "keep" : asked.request,
        };
      case "rejected":
        return { requests: byId(asked.request), news: [{ ...asked, kind: "rejected" }], flags: "clear" };
      case "asked": {
        const { request, question } = asked;
        const explained = await options.explain?.(request, question, { values, config });
        return { requests: {}, news: [{ kind: "explained", request }], flags: "keep", question, explained };
      }
      case "unclear":
        return { requests: {}, news: [{ kind: "unclear", said: asked.said, pending: open }], flags: "keep" };
      case "refused":
      default: {
        const { request, message } = asked;
        const over = request !== null && request.status !== "pending";
        return {
          requests: over ? byId(request) : {},
          news: [{ kind: "refused", message }],
          flags: over ? "clear" : "keep",
        };
      }
    }
  }

  function updateOf(
    { requests, news, flags, question, explained, open = [] }: Told,
    config: LangGraphRunnableConfig,
  ): Values {
    const id = `${NOTE}${open.map((request) => request.id).join(",")}:${taskOf(config)}`;
    // Whoever reads the flag words what has come to an end.
    const flagged = flags === "clear" && rejection === "flag";
    const content = flagged ? "" : (explained ?? news.map(say).join("\n"));
    return {
      ...(Object.keys(requests).length > 0 && { execution_pending_approvals: requests }),
      ...(flags === "clear" && clearedApproval()),
      ...(flagged && { approval_approved: false }),
      ...(typeof flags === "object" && approvedUpdate(flags)),
      ...(talks &&
        content !== "" && {
          messages: [
            ...(question === undefined ? [] : [{ role: "user", content: question, id: `${id}:question` }]),
            { role: "assistant", content, id, name: agent },
          ],
        }),
    };
  }
}

type Requests = Readonly<Record<string, ApprovalRequest>>;

interface Circumstances {
  readonly values: Values;
  readonly config: LangGraphRunnableConfig;
}

/** What one answer comes to. */
interface Settled {
  readonly requests: Requests;
  readonly news: readonly ApprovalNews[];
  /** What becomes of the two fields of the answer; a request for the one that was approved. */
  readonly flags: "clear" | "keep" | ApprovalRequest;
  readonly question?: string;
  readonly explained?: string | undefined;
}

/** The same, with the requests that people were asked about. */
interface Told extends Settled {
  readonly open?: readonly ApprovalRequest[];
}

const byId = (request: ApprovalRequest): Requests => ({ [request.id]: request });

/**
 * Refuses a state that approvals cannot live in.
 *
 * @internal
 */
export function requireApprovalFields(by: string, state: StateDeclaration): void {
  const fields = FIELDS.filter((name) => !Object.hasOwn(state.fields, name));
  if (fields.length > 0) throw agentErrors.missingFields({ by, fields });
}

function userOf({ configurable }: LangGraphRunnableConfig): string {
  const id: unknown = configurable?.["user_id"];
  return asUser(typeof id === "string" && id !== "" ? id : "unknown");
}

/** What this node said last about one of these requests, as long as nobody else has spoken since. */
function noteOf(messages: unknown, open: readonly ApprovalRequest[]): string | null {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : null;
  if (typeof last !== "object" || last === null) return null;
  const id: unknown = Reflect.get(last, "id");
  const content: unknown = Reflect.get(last, "content");
  if (typeof id !== "string" || !id.startsWith(NOTE) || typeof content !== "string") return null;
  return open.some((request) => id.includes(request.id)) ? content : null;
}
