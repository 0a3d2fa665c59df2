import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { type CommitPolicies } from "@tidemark/state-manager/internal";
import { systemClock } from "@tidemark/state-manager";
import { storeUserValues } from "@tidemark/state-manager/internal/langgraph";
import { type GraphNodeOf, commitNode } from "@tidemark/state-manager/langgraph";
import { type AgentValues, declaredOnly } from "../kernel/agent-values.ts";
import { defaultRetryPolicy } from "../failures/backoff.ts";
import { type GraphRouting, hasEnded, needsCommit } from "../routing/graph-routing.graph.ts";
import { guardedNode, type GuardOptions } from "../run/guarded.graph.ts";
import { resultOf } from "../run/joined-result.graph.ts";

/** Options of the commit node. */
export interface CommitNodeOptions<State extends StateDeclaration> extends GuardOptions {
  readonly routing: GraphRouting;
  /** Rules for proposals whose field has changed after they were made. */
  readonly policies?: CommitPolicies<State> | undefined;
}

/**
 * Creates the node that stores data before the run continues: accepted proposals, a question for a person, the outcomes
 * of steps that ran next to each other, values of the user, or the end of a run without an answering node.
 *
 * A run passes through it only when there is something to store.
 */
export function turnCommitNode<State extends StateDeclaration>(
  state: State,
  options: CommitNodeOptions<State>,
): GraphNodeOf<State> {
  const { routing, policies, clock = systemClock, runs } = options;
  const commit = commitNode(state, { ...(policies !== undefined && { policies }), clock });
  const storeUser = (values: AgentValues, config: LangGraphRunnableConfig) =>
    storeUserValues(state, { ...values }, { config, now: clock.now() });
  const run = async (values: GraphValueOf<State>, config: LangGraphRunnableConfig): Promise<unknown> => {
    const agentValues: AgentValues = values;
    if (hasEnded(agentValues)) return storeUser(agentValues, config);
    if (needsCommit(agentValues)) return commit(values, config);
    const { next, stores, update } = routing.decide(agentValues, config);
    if (next !== null && next !== "approval" && !stores) return {};
    if (next !== null) return declaredOnly(state, update());
    runs?.leave(config);
    return { ...declaredOnly(state, update()), ...(await storeUser(agentValues, config)) };
  };
  return guardedNode(
    state,
    {
      name: "commit",
      builtIn: {},
      retryPolicy: defaultRetryPolicy("router"),
      stops: false,
      step: null,
      begin: ({ values, config }) => ({
        run: () => run(values, config),
        complete: (answer) => resultOf("commit", answer),
      }),
    },
    options,
  );
}
