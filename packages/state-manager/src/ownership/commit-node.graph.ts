import { Command, interrupt, type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import type { ApprovalRequest, StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { asAnswerer } from "../kernel/answerers.graph.ts";
import { asUser } from "../kernel/as-user.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import type { CommitQuestion } from "../kernel/pending-interrupt.ts";
import { commit, type CommitResult } from "./commit.ts";
import { shownApproval } from "./commit-approval.ts";
import type { ChangeDecision } from "./commit-decision.ts";
import type { CommitPolicies } from "./conflict-policy.ts";
import { threadValues } from "../kernel/thread-values.graph.ts";

/** Options of `commitNode`. */
export interface CommitNodeOptions<State extends StateDeclaration> {
  /** Owner of the fields that the node commits. Defaults to `root`. */
  readonly owner?: string;
  /** Additional owners whose fields it may write. */
  readonly roles?: readonly string[];
  /** Handling of changes whose field has changed since the proposal, by field. Defaults to `reject`. */
  readonly policies?: CommitPolicies<State>;
  /** Clock for the audit log. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
  /**
   * Handling of the policy `ask`: `record` writes the request to `execution_pending_approvals`, `interrupt` stops the graph until it
   * is answered. With `interrupt` the audit log names the `user_id` of the session that answered as the decider, or of the run without a
   * session. Defaults to `record`.
   */
  readonly ask?: "record" | "interrupt";
  /** Fields with `ui: false` whose proposed values the interrupt may contain. Defaults to none. */
  readonly reveal?: readonly (keyof State["fields"] & string)[];
  /**
   * Decides changes with the policy `keepBoth`: true under the `answerId` of a change applies it, false declines it, a missing
   * answer leaves it open. Must be pure, because it is called again when the node runs again.
   */
  readonly choose?: (kept: readonly KeptChange[], values: GraphValueOf<State>) => Readonly<Record<string, boolean>>;
}

/** A change that waits for the writer's choice, with the current value. */
export type KeptChange = Extract<ChangeDecision, { readonly outcome: "kept" }>;

/**
 * Creates the node that commits the open proposals of all agents, by the rules of `commit`.
 *
 * Running it twice is safe: a retry, a resume or a run continued after a crash commits once. It must be the only node in its
 * step, because a replaced list or record overwrites the update of another node in the same step. Proposals made in that step
 * are kept for the next commit.
 *
 * @example
 * ```ts
 * import { END, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, commitNode, defineNode, toStateSchema } from "tidemark";
 *
 * const wish = (agent: string, task: string) =>
 *   defineNode(AgentState, {
 *     agent,
 *     run: (_, { propose }) => ({ control_proposals: [propose({ task_current_task: task }, "Overheard.")] }),
 *   });
 *
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("ann", wish("ann", "Fly to Lisbon"))
 *   .addNode("ben", wish("ben", "Sail to Lisbon"))
 *   .addNode("commit", commitNode(AgentState))
 *   .addEdge(START, "ann")
 *   .addEdge(START, "ben")
 *   .addEdge(["ann", "ben"], "commit")
 *   .addEdge("commit", END)
 *   .compile();
 * const state = await graph.invoke({});
 * console.log(state.task_current_task, state.control_proposals.length); // Fly to Lisbon 0
 * for (const entry of state.runtime_audit_log) {
 *   if ("proposedBy" in entry) console.log(entry.proposedBy, Object.keys(entry.accepted), Object.keys(entry.refused));
 *   // ann [ 'task_current_task' ] []
 *   // ben [] [ 'task_current_task' ]
 * }
 * ```
 */
export function commitNode<State extends StateDeclaration>(
  state: State,
  options: CommitNodeOptions<State> = {},
): (values: GraphValueOf<State>, config?: LangGraphRunnableConfig) => GraphUpdateOf<State> | Command[] {
  const { owner = "root", roles = [], policies = {}, clock = systemClock, ask = "record", choose } = options;
  const hidden = Object.values(state.fields)
    .filter(({ name, ui }) => ui === false && options.reveal?.includes(name) !== true)
    .map(({ name }) => name);
  return (input, config) => {
    // Values are read from the thread, because the input may come from a `Send`.
    const values = threadValues(state, input, config);
    const proposals: unknown = Reflect.get(values, "control_proposals");
    if (!Array.isArray(proposals) || proposals.length === 0) return {};
    const answers: Record<string, boolean> = {};
    const answeredBy: Record<string, string> = {};
    const now = clock.now();
    const attempt = (): CommitResult<State> =>
      commit(state, values, proposals, { decidedBy: owner, roles, policies, now, answers, answeredBy });
    let result = attempt();
    const kept = result.decisions.filter((each): each is KeptChange => each.outcome === "kept");
    if (choose !== undefined && kept.length > 0) {
      Object.assign(answers, choose(kept, values));
      result = attempt();
    }
    if (ask === "record") return commitWrites(result);
    while (result.approvals.length > 0) {
      const shown = result.approvals.map((each) => shownApproval(each, hidden));
      // An invalid answer is not a decision: open changes are asked again.
      const given = readAnswers(interrupt<CommitQuestion, unknown>(question(shown)), result.approvals);
      for (const id of Object.keys(given)) answeredBy[id] = answererOf(config);
      Object.assign(answers, given);
      result = attempt();
    }
    return commitWrites(result);
  };
}

function answererOf(config: LangGraphRunnableConfig = {}): string {
  const id: unknown = asAnswerer(config).configurable?.["user_id"];
  return asUser(typeof id === "string" && id !== "" ? id : "unknown");
}

const question = (requests: readonly ApprovalRequest[]): CommitQuestion => ({ type: "commit_approval", requests });

/** Reads the booleans under the ids of the requests. */
function readAnswers(answer: unknown, requests: readonly ApprovalRequest[]): Readonly<Record<string, boolean>> {
  if (!isPlainRecord(answer)) return {};
  return Object.fromEntries(
    requests
      .map(({ id }) => [id, Object.hasOwn(answer, id) ? answer[id] : undefined])
      .filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean"),
  );
}

/** Converts a commit to LangGraph updates: one, or several if a field reduces more than one accepted change. */
function commitWrites<State extends StateDeclaration>(result: CommitResult<State>): GraphUpdateOf<State> | Command[] {
  const replaced = Object.fromEntries(
    Object.entries(result.replaced).map(([name, value]) => [name, new Overwrite(value)]),
  );
  const [first, ...rest] = result.updates;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- updates of the same fields with LangGraph's types
  const update = { ...first, ...replaced } as GraphUpdateOf<State>;
  if (rest.length === 0) return update;
  return [update, ...rest].map((each) => new Command({ update: { ...each } }));
}
