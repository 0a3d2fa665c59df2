import { Command, interrupt, type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { ApprovalRequest, type StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import { checkApprovers } from "../answers/approvers.ts";
import { checkBareAnswer, collectedOfTask, keepCollected, takeBackAnswer } from "../answers/bare-answer.graph.ts";
import { asAnswerer } from "../kernel/answerers.graph.ts";
import { asUser } from "../kernel/as-user.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { CommitQuestion } from "../kernel/pending-interrupt.ts";
import { commit, type CommitResult } from "./commit.ts";
import { shownApproval } from "./commit-approval.ts";
import type { ChangeDecision } from "./commit-decision.ts";
import type { CommitPolicies } from "./conflict-policy.ts";
import { withFacts } from "../kernel/node-facts.ts";
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
   * session. If a policy says who may answer, the answer of anybody else changes nothing, and the same question stays open. Defaults to `record`.
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
): (values: GraphValueOf<State>, config?: LangGraphRunnableConfig) => Promise<GraphUpdateOf<State> | Command[]> {
  const { owner = "root", roles = [], policies = {}, clock = systemClock, ask = "record", choose } = options;
  const hidden = Object.values(state.fields)
    .filter(({ name, ui }) => ui === false && options.reveal?.includes(name) !== true)
    .map(({ name }) => name);
  const needsRequester = checkApprovers("policies", policies, "policy");
  if (needsRequester && !Object.hasOwn(state.fields, "runtime_user_id")) {
    const problem = "`notRequester` needs the field runtime_user_id of fieldGroups.session";
    throw stateManagerErrors.invalidApprovalRule({ option: "policies", name: owner, problem });
  }
  const node = async (
    input: GraphValueOf<State>,
    config: LangGraphRunnableConfig = {},
  ): Promise<GraphUpdateOf<State> | Command[]> => {
    // Values are read from the thread, because the input may come from a `Send`.
    const values = threadValues(state, input, config);
    const proposals: unknown = Reflect.get(values, "control_proposals");
    if (!Array.isArray(proposals) || proposals.length === 0) return {};
    const thread: unknown = config.configurable?.["thread_id"];
    const by = {
      decidedBy: owner,
      roles,
      policies,
      now: clock.now(),
      ...(typeof thread === "string" && { threadId: thread }),
    };
    const attempt = ({ answers, answeredBy, requests }: Collected): CommitResult<State> => {
      const asked: unknown = Reflect.get(values, "execution_pending_approvals");
      const all = { ...(isPlainRecord(asked) && asked), ...requests };
      const given = Object.keys(requests).length === 0 ? values : { ...values, execution_pending_approvals: all };
      return commit(state, given, proposals, { ...by, answers, answeredBy });
    };
    let collected: Collected = { answers: {}, answeredBy: {}, requests: {}, threadId: by.threadId };
    let result = attempt(collected);
    const kept = result.decisions.filter((each): each is KeptChange => each.outcome === "kept");
    if (choose !== undefined && kept.length > 0) {
      collected = { ...collected, answers: choose(kept, values) };
      result = attempt(collected);
    }
    if (ask === "record") return commitWrites(result);
    if (result.approvals.some(isGuarded)) {
      collected = collectedIn(await collectedOfTask(), collected);
      result = attempt(collected);
    }
    let refused: NotAllowed = {};
    while (result.approvals.length > 0) {
      const { approvals } = result;
      const guarded = approvals.some(isGuarded);
      // oxlint-disable-next-line eslint/no-await-in-loop -- each question follows the last answer
      if (guarded) await checkBareAnswer(approvals);
      const shown = approvals.map((each) => shownApproval(withReason(each, refused), hidden));
      // An invalid answer is not a decision: open changes are asked again.
      const given = readAnswers(interrupt<CommitQuestion, unknown>(question(shown)), approvals);
      const person = answererOf(config);
      const answeredBy = Object.fromEntries(Object.keys(given).map((id) => [id, person]));
      const next: Collected = {
        ...collected,
        answers: { ...collected.answers, ...given },
        answeredBy: { ...collected.answeredBy, ...answeredBy },
      };
      const attempted = attempt(next);
      refused = notAllowedIn(attempted.decisions, given);
      if (Object.keys(refused).length === 0) {
        result = attempted;
        const signed = result.approvals.filter(({ signatures }) => signatures !== undefined);
        collected = { ...next, requests: Object.fromEntries(signed.map((each) => [each.id, each])) };
      }
      if (guarded && result.approvals.length > 0) {
        // What several people approve is kept beside the question, which stays the same one until there are enough.
        // oxlint-disable-next-line eslint/no-await-in-loop -- see above
        await keepCollected(collected);
        // oxlint-disable-next-line eslint/no-await-in-loop -- see above
        await takeBackAnswer();
      }
    }
    return commitWrites(result);
  };
  return withFacts(node, { kind: "commit", writesAs: [owner, ...roles], policies });
}

/** Answers of people so far, and the requests that more of them have to approve. */
interface Collected {
  readonly answers: Readonly<Record<string, boolean>>;
  readonly answeredBy: Readonly<Record<string, string>>;
  readonly requests: Readonly<Record<string, ApprovalRequest>>;
  readonly threadId: string | undefined;
}

const StoredCollection = z.object({
  answers: z.record(z.string(), z.boolean()),
  answeredBy: z.record(z.string(), z.string()),
  requests: z.record(z.string(), ApprovalRequest),
  threadId: z.string().optional(),
});

/** What a task has stored. Answers in another thread, of which this one is a copy, do not count. */
function collectedIn(stored: unknown, before: Collected): Collected {
  const { data } = StoredCollection.safeParse(stored);
  if (data === undefined || data.threadId !== before.threadId) return before;
  return { ...data, answers: { ...data.answers, ...before.answers }, threadId: before.threadId };
}

const isGuarded = ({ signaturesNeeded }: ApprovalRequest): boolean => signaturesNeeded !== undefined;

/** Reasons why answers do not count, by the id of the request. */
type NotAllowed = Readonly<Record<string, string>>;

const notAllowedIn = (decisions: readonly ChangeDecision[], given: Readonly<Record<string, boolean>>): NotAllowed =>
  Object.fromEntries(
    decisions.flatMap((each) =>
      each.outcome === "asked" && each.notAllowed !== undefined && Object.hasOwn(given, each.answerId)
        ? [[each.answerId, each.notAllowed]]
        : [],
    ),
  );

const withReason = (request: ApprovalRequest, reasons: NotAllowed): ApprovalRequest => {
  const message = Object.hasOwn(reasons, request.id) ? reasons[request.id] : undefined;
  return message === undefined ? request : { ...request, note: { code: "notAllowed", message, issues: [] } };
};

function answererOf(config: LangGraphRunnableConfig): string {
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
