import { Command, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ApprovalRequest, StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { threadValue, threadValues } from "@tidemark/state-manager/internal/langgraph";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { valuesOfStep } from "../parallel/step-view.ts";
import { positionOfTask } from "../routing/step-task.graph.ts";
import { threadOf } from "../approvals/ask.graph.ts";
import { branchesOf } from "../approvals/branches-of-request.graph.ts";
import type { ApprovalGuardOptions } from "../approvals/guard.graph.ts";
import { grantedApprovals } from "../approvals/step-approval.graph.ts";
import { approvalText } from "../approvals/text.ts";
import { renewedIn } from "../approvals/thread.ts";

/**
 * Wraps the node of an agent: in a run from an old checkpoint that begins after the agent was approved, the agent does not run, and a
 * person is asked again. An approval is for the run in which it was given.
 */
export function askingAgain<State extends StateDeclaration>(
  state: State,
  node: GraphNodeOf<State>,
  options: ApprovalGuardOptions,
): GraphNodeOf<State> {
  // Without `await`, and with a bound function, nothing is added to the stack of an error.
  return (input, config) => {
    if (!hasRequests(threadValue("execution_pending_approvals", config, null))) return node(input, config);
    const run = node.bind(undefined, input, config);
    return renewedGrants(threadValues(state, input, config), input, config).then((renewed) =>
      renewed === null
        ? Promise.resolve().then(run)
        : new Command({ update: { execution_pending_approvals: renewed } }),
    );
  };

  /** Requests that have to be approved again, or null. */
  async function renewedGrants(
    thread: AgentValues,
    input: object,
    config: LangGraphRunnableConfig,
  ): Promise<Readonly<Record<string, ApprovalRequest>> | null> {
    const now = options.clock.now();
    const threadId = threadOf(config);
    const { name } = options.agent;
    const index = positionOfTask(input, config);
    const values = index === null ? thread : valuesOfStep(thread, { index, agent: name }, now);
    const granted = grantedApprovals(values, name, { now, threadId }, options);
    if (granted.length === 0) return null;
    const branches = await branchesOf(granted, config.configurable ?? {});
    const old = granted.filter(({ id }) => branches.get(id)?.isApproved === true);
    return old.length === 0 ? null : renewedIn(threadId, old, { now, note });
  }
}

const hasRequests = (requests: unknown): boolean => isPlainRecord(requests) && Object.keys(requests).length > 0;

const note = (request: ApprovalRequest): string => approvalText({ kind: "otherThread", request });
