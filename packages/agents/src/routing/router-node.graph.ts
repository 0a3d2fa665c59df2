import { Command, END, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { systemClock } from "@tidemark/state-manager";
import { rootWriter } from "@tidemark/state-manager/langgraph";
import { threadValues } from "@tidemark/state-manager/internal/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { approvalRequests, COMMIT_APPROVAL } from "../approvals/state.ts";
import { pause } from "../failures/backoff.ts";
import { failed } from "../run/node-outcome.ts";
import { threadOf } from "../approvals/ask.graph.ts";
import { unreported } from "../failures/node-errors.ts";
import { passesOn } from "../run/recorded.graph.ts";
import { declaredOnly } from "../run/infrastructure-node.graph.ts";
import { routerDecision } from "./router-decision.graph.ts";
import type { RouterOptions } from "./router-options.graph.ts";

/**
 * Makes the node that decides who comes next: it commits what was proposed, asks for approval where that is needed, keeps the
 * plan's statuses true, waits before another attempt, and goes where `decideRoute` says.
 *
 * In a graph of one's own every other node goes back to it, except those that answer; in that of `createAgentGraph` a node takes
 * the decision along where nothing has to happen in between. `control_next_agent` says where it went.
 */
export function routerNode<State extends StateDeclaration>(
  state: State,
  options: RouterOptions<State>,
): (values: GraphValueOf<State>, config: LangGraphRunnableConfig) => Promise<Command | Command[]> {
  const { runs, policies, clock = systemClock, timer = systemClock, errors = unreported } = options;
  const commit = rootWriter(state, { ...(policies !== undefined && { policies }), clock });
  const decide = routerDecision(state, options);

  return async (input, config) => {
    const values = threadValues(state, input, config);
    const startedAt = clock.now();
    try {
      return needsCommit(values) ? committed(values, config) : await routed(values, config);
    } catch (error) {
      if (passesOn(error) || config.signal?.aborted === true) {
        runs?.leave(config);
        throw error;
      }
      const known: AgentValues = { ...(values satisfies object) };
      errors.report(error, { node: "router", values: known });
      // Whoever decides cannot be asked what to do about it: the run ends with an answer that says so.
      const failure = failed(known, { node: "router", step: null, error, startedAt, now: clock.now() });
      return new Command({ update: declaredOnly(state, { ...failure, control_next_agent: "error" }), goto: "error" });
    }
  };

  function committed(values: GraphValueOf<State>, config: LangGraphRunnableConfig): Command[] {
    const written = commit(values, config);
    const updates = Array.isArray(written) ? written : [new Command({ update: { ...written } })];
    return [...updates, new Command({ goto: "router" })];
  }

  async function routed(values: GraphValueOf<State>, config: LangGraphRunnableConfig): Promise<Command> {
    const run = runs?.enter(config);
    const threadId = threadOf(config);
    let decision = decide(values, { killReason: run?.reason() ?? null, threadId });
    if (decision.route.to === "retry" && decision.next !== "approval") {
      const signals = [config.signal, run?.signal].filter((each) => each !== undefined);
      await pause(decision.route.delaySeconds, { ...clock, wait: timer.wait }, AbortSignal.any(signals));
      config.signal?.throwIfAborted();
      // While nobody worked the run may have been killed, or its time may have run out.
      decision = decide(values, { killReason: run?.reason() ?? null, hasPaused: true, threadId });
    }
    if (decision.next === null) runs?.leave(config);
    return new Command({ update: decision.update, goto: decision.next ?? END });
  }
}

/**
 * True while proposals wait for a commit. One that a commit left open has been looked at, and waits for an answer.
 *
 * @internal
 */
export function needsCommit({
  control_proposals: proposals,
  execution_pending_approvals: requests,
}: WithProposals): boolean {
  if (!Array.isArray(proposals) || proposals.length === 0) return false;
  const isNew = proposals.some((each: unknown) => Reflect.get(Object(each), "openSince") === undefined);
  const asked = Object.values(approvalRequests({ execution_pending_approvals: requests }));
  return isNew || asked.some(({ approvalType, status }) => approvalType === COMMIT_APPROVAL && status !== "pending");
}

interface WithProposals {
  readonly control_proposals?: unknown;
  readonly execution_pending_approvals?: unknown;
}
