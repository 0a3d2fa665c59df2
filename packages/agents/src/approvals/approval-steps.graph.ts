import { Command, END, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ApprovalRequest, StateDeclaration } from "@tidemark/core-state";
import { type JsonObject, type OptionNames, requireKnownOptions } from "@tidemark/core-state/internal";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Approvers, type Values, withFacts } from "@tidemark/state-manager/internal";
import type { AnyUpdate, WritableUpdateOf } from "@tidemark/state-manager/internal/langgraph";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { type ApprovalNodeOptions, approvalNode, requireApprovalFields } from "./approval-node.graph.ts";
import { type ApprovalRequestDraft, type EditablePayloads, requestApprovals } from "./ask.graph.ts";
import { routeAfterApproval } from "./branch.graph.ts";
import { withApprovalsOf } from "./state.ts";
import { approvedEffect, type EffectFunction, RULE } from "./effect.graph.ts";

/** What a person is asked to approve. */
export interface ApprovalStepRequest extends Pick<ApprovalRequestDraft, "expiresAt" | "payload"> {
  /** What will be done, as a sentence for the person who decides. */
  readonly text: string;
}

/** Which requests of `approvalSteps` a person decides, and who may. */
export interface ApprovalStepsRule<State> extends Approvers {
  /**
   * True for a request that a person has to decide. The effect of any other runs without a question, and the log says that `rule` approved
   * it. An error, or a result other than false, asks. Defaults to always.
   */
  readonly when?: (asked: { readonly payload: JsonObject; readonly values: State }) => boolean;
}

/** Options of `approvalSteps`. */
export interface ApprovalStepsOptions<
  State extends StateDeclaration,
  Name extends string,
  Answer,
  Agent extends string,
  Next extends string,
> extends Omit<ApprovalNodeOptions, "agent" | "approvalType" | "approve" | "editable" | "policies"> {
  /** Name of the steps, and the approval type. */
  readonly name: Name;
  /** Agent under whose name the effect writes. Defaults to the name of the steps. */
  readonly agent?: Agent;
  /** Returns what has to be approved: one request, several, or null to go on without a request and without the effect. */
  readonly request: (
    values: GraphValueOf<State>,
    config: LangGraphRunnableConfig,
  ) => ApprovalStepRequest | readonly ApprovalStepRequest[] | null;
  /**
   * Which requests a person decides, `when`, and who may: `by`, `signatures` and `notRequester`. An answer of another person changes nothing:
   * the question stays open, with the problem `notAllowed`. All of it is checked again before the effect. Defaults to every request, and to
   * everybody.
   */
  readonly approve?: ApprovalStepsRule<GraphValueOf<State>>;
  /** Schema of a payload that the person may edit. Defaults to none: the request is approved as it is, or rejected. */
  readonly editable?: EditablePayloads[string];
  /** Does what was approved, once for each approved request, and returns an update of fields that the agent owns, or nothing. */
  readonly effect: EffectFunction<State, Answer>;
  /** Node that runs after the last request is decided, approved or not. Defaults to `END`. */
  readonly next?: Next;
}

const OPTIONS: OptionNames<ApprovalStepsOptions<StateDeclaration, string, void, string, string>> = {
  agent: true,
  approve: true,
  by: true,
  clock: true,
  editable: true,
  effect: true,
  explain: true,
  name: true,
  next: true,
  payloadNow: true,
  read: true,
  rejection: true,
  request: true,
  reveal: true,
  text: true,
};

/** A node with its name and the nodes that it may lead to, for `addNode`. */
type Step<State extends StateDeclaration, Name extends string> = [
  name: Name | `${Name}_approval` | `${Name}_effect`,
  node: GraphNodeOf<State>,
  options: { ends: string[] },
];

/**
 * Creates the nodes of an approval in a custom graph. Pass them to `addNode`, and draw an edge to the node with this name.
 *
 * - `<name>` stores the request that `request` returns. One that needs no person by `approve.when` goes on to the effect, approved by `rule`.
 * - `<name>_approval` waits for a person, and only that. A rejected, expired or changed request ends with a message.
 * - `<name>_effect` calls `effect` once for each approved request, with exactly the approved payload and an idempotency `key`.
 *
 * Each node names the next one itself, so draw no edge from them: `next` is where the graph goes on. With several requests, what a
 * person approved is done before the next answer arrives.
 *
 * In a fork, an import and a run from an old checkpoint nothing runs on an earlier approval: the person is asked again. Every decision
 * and every effect is an entry of `runtime_audit_log`. A state without `execution_pending_approvals` throws `agents/missingFields`.
 *
 * @example
 * ```ts
 * import { Command, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, toStateSchema } from "tidemark";
 * import { approvalSteps } from "tidemark/agents";
 *
 * const sent: unknown[] = [];
 * const mail = approvalSteps(AgentState, {
 *   name: "mail",
 *   request: () => ({ text: "Send the offer", payload: { to: "ann@example.org" } }),
 *   effect: ({ payload }) => void sent.push(payload),
 * });
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode(mail)
 *   .addEdge(START, "mail")
 *   .compile({ checkpointer: new MemorySaver() });
 *
 * const config = { configurable: { thread_id: "ann" } };
 * await graph.invoke({}, config);
 * await graph.invoke(new Command({ resume: "hm" }), config);
 * await graph.invoke(new Command({ resume: "yes" }), config);
 * console.log(sent); // [ { to: 'ann@example.org' } ]
 * ```
 */
export function approvalSteps<
  State extends StateDeclaration,
  const Name extends string,
  Answer extends AnyUpdate<WritableUpdateOf<State, Agent>> | void,
  const Agent extends string = Name,
  const Next extends string = typeof END,
>(state: State, options: ApprovalStepsOptions<State, Name, Answer, Agent, Next>): Step<State, Name>[] {
  requireKnownOptions("approvalSteps", options, OPTIONS);
  const {
    name,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the default of `Agent` is `Name`
    agent = name as string as Agent,
    request,
    approve: approvers,
    editable,
    effect,
    next = END,
    clock,
    payloadNow,
    ...asking
  } = options;
  requireApprovalFields(name, state);
  const approval = `${name}_approval` as const;
  const acting = `${name}_effect` as const;
  const isFree = (asked: ApprovalRequest, values: object): boolean =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of this state
    isFalse(() => approvers?.when?.({ payload: asked.payload, values: values as GraphValueOf<State> }));
  const route = routeAfterApproval({ approved: { [name]: acting }, again: approval, otherwise: next });
  const ask: GraphNodeOf<State> = (values, config) => {
    const drafts = [request(values, config) ?? []]
      .flat()
      .map(({ text, ...draft }) => ({ ...draft, capability: name, stepObjective: text }));
    if (drafts.length === 0) return Promise.resolve(new Command({ goto: next }));
    const asked = Object.values(requestApprovals(config, drafts, clock).execution_pending_approvals);
    const requests = asked.map((each) =>
      isFree(each, values)
        ? { ...each, status: "approved" as const, decidedBy: RULE, decidedAt: each.requestedAt }
        : each,
    );
    const update = { execution_pending_approvals: Object.fromEntries(requests.map((each) => [each.id, each])) };
    return Promise.resolve(new Command({ update, goto: route(update) }));
  };
  const timed = clock === undefined ? {} : { clock };
  const approve = approvers === undefined ? {} : { approve: { [name]: approvers } };
  const present = payloadNow === undefined ? {} : { payloadNow };
  const wait = approvalNode(state, {
    ...asking,
    ...timed,
    ...present,
    ...approve,
    approvalType: name,
    ...(editable !== undefined && { editable: { [name]: editable } }),
  });
  const act = approvedEffect(state, { ...timed, ...present, ...approve, agent, approvalType: name, effect, isFree });
  const goOn =
    (node: GraphNodeOf<State>): GraphNodeOf<State> =>
    async (values, config) => {
      const updates = updatesOf(await node(values, config));
      const requests = merged([values, ...updates]);
      const goto = route(withApprovalsOf({ execution_pending_approvals: requests }, name));
      return [...updates.map((update) => new Command({ update })), new Command({ goto })];
    };
  const own = { kind: "node", writesAs: ["runtime"] } as const;
  return [
    [name, withFacts(ask, own), { ends: [approval, acting, next] }],
    [approval, withFacts(goOn(wait), own), { ends: [approval, acting, next] }],
    [acting, withFacts(goOn(act), { ...own, writesAs: [agent, "runtime"] }), { ends: [approval, acting, next] }],
  ];
}

/** True for a function that returns false. */
function isFalse(test: () => unknown): boolean {
  try {
    return test() === false;
  } catch {
    return false;
  }
}

/** The updates in the result of a node. */
function updatesOf(written: unknown): readonly Values[] {
  const results: readonly unknown[] = Array.isArray(written) ? written : [written];
  return results.map((each): unknown => (each instanceof Command ? each.update : each)).filter(isPlainRecord);
}

/** The requests after these updates. */
const merged = (updates: readonly Values[]): Values =>
  Object.fromEntries(
    updates.flatMap(({ execution_pending_approvals: each }) => (isPlainRecord(each) ? Object.entries(each) : [])),
  );
