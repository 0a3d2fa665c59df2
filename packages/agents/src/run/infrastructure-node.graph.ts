import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { SeedStateUpdate } from "@tidemark/core-state/internal";
import type { StateDeclaration } from "@tidemark/core-state";
import { systemClock } from "@tidemark/state-manager";
import { type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { nodeRuns } from "@tidemark/state-manager/internal/langgraph";
import { type AgentValues, declaredOnly } from "../kernel/agent-values.ts";
import { defaultRetryPolicy, type RetryKind } from "../failures/backoff.ts";
import { succeeded } from "./node-outcome.ts";
import { type GuardedNode, guardedNode, type GuardOptions } from "../run/guarded.graph.ts";
import { type Emit, eventEmitter } from "../kernel/event-emitter.graph.ts";

/** Context passed to the work of a built-in node. */
export interface PartTools {
  /** Aborted when the run ends, is killed, or its time is up. */
  readonly signal: AbortSignal;
  readonly config: LangGraphRunnableConfig;
  readonly emit: Emit;
  readonly now: () => string;
}

/** Definition of a built-in node. */
export interface Part extends Pick<
  GuardedNode<StateDeclaration>,
  "builtIn" | "classifyError" | "last" | "name" | "retryPolicy" | "stops" | "traced"
> {
  /** Kind of the default retry policy. Defaults to `infrastructure`. */
  readonly retries?: RetryKind | undefined;
  /** True if the node can be a step of a plan, such as an answer or a question. Defaults to false. */
  readonly isStep?: boolean | undefined;
  readonly run: (values: AgentValues, tools: PartTools) => Promise<SeedStateUpdate>;
}

/**
 * Creates the graph node of a built-in node: its runs are counted and can be stopped, and its errors are data for the
 * routing table.
 *
 * @internal
 */
export function infrastructureNode<State extends StateDeclaration>(
  state: State,
  part: Part,
  options: GuardOptions = {},
): GraphNodeOf<State> {
  const { clock = systemClock } = options;
  const { name, builtIn = {}, retries = "infrastructure", isStep = false } = part;
  const { retryPolicy = defaultRetryPolicy(retries) } = part;
  const open = nodeRuns(
    state,
    { agent: name, roles: ["root", "planner", "runtime"], clock },
    { valuesFrom: "input", keepsProposals: true },
  );
  const step = isStep ? undefined : null;
  return guardedNode(
    state,
    {
      ...part,
      builtIn,
      retryPolicy,
      step: isStep ? undefined : null,
      begin({ values, config, key, signal, startedAt }) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field of it is optional; messages have their own typed views
        const agentValues = values as AgentValues;
        const { runtime, write } = open(values, config, key);
        const emit = eventEmitter(runtime.config, { turnId: agentValues.runtime_turn_id ?? null, clock });
        const tools = { config: runtime.config, emit, now: () => clock.now(), signal };
        return {
          run: () => part.run(agentValues, tools),
          complete(answer) {
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of `part.run`, which has this type
            const update = answer as SeedStateUpdate;
            const nodeRun = { node: name, builtIn, step, startedAt, now: clock.now() };
            return write(declaredOnly(state, succeeded(agentValues, { ...nodeRun, update })));
          },
        };
      },
    },
    options,
  );
}
