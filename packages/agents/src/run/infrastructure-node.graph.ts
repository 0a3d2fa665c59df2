import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { AgentStateUpdate, StateDeclaration } from "@tidemark/core-state";
import type { RetryPolicy } from "@tidemark/core-state/internal";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { systemClock } from "@tidemark/state-manager";
import { defineNode, type GraphNodeOf } from "@tidemark/state-manager/langgraph";
import { threadValues } from "@tidemark/state-manager/internal/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { defaultRetryPolicy, retryKindOf } from "../failures/backoff.ts";
import type { ErrorClassifier } from "../failures/classify-error.ts";
import { failed, succeeded } from "./node-outcome.ts";
import { type Emit, eventEmitter } from "../kernel/event-emitter.graph.ts";
import { unreported } from "../failures/node-errors.ts";
import { recorded } from "./recorded.graph.ts";
import { runAgent } from "./run-agent.graph.ts";
import { stoppable, type StopOptions } from "./stoppable.graph.ts";

/** What a part of the machinery works with. */
export interface PartTools {
  /** Aborted when the run ends, is killed, or its time is up. */
  readonly signal: AbortSignal;
  readonly config: LangGraphRunnableConfig;
  readonly emit: Emit;
  readonly now: () => string;
}

/** A part of the machinery around the agents. */
export interface Part {
  /** The node's name, under which it is counted. */
  readonly name: string;
  readonly retryPolicy?: RetryPolicy;
  readonly classifyError?: ErrorClassifier;
  readonly run: (values: AgentValues, tools: PartTools) => Promise<AgentStateUpdate>;
}

/**
 * Makes a node of a part of the machinery: counted, stoppable, and its errors are data for the router.
 *
 * @internal
 */
export function infrastructureNode<State extends StateDeclaration>(
  state: State,
  part: Part,
  options: StopOptions = {},
): GraphNodeOf<State> {
  const { clock = systemClock, timer, errors = unreported } = options;
  const { name, classifyError, retryPolicy = defaultRetryPolicy(retryKindOf(name)) } = part;
  const node = defineNode(state, {
    agent: name,
    roles: ["root", "planner", "runtime"],
    clock,
    run: async (values: GraphValueOf<State>, { config }): Promise<object> => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value of it may be missing; messages are read by their own views
      const known = values as AgentValues;
      const startedAt = clock.now();
      const emit = eventEmitter(config, { turnId: known.runtime_turn_id ?? null, clock });
      const tools = { config, emit, now: () => clock.now() };
      const ran = await runAgent(
        { name, ...(classifyError !== undefined && { classifyError }) },
        (signal) => part.run(known, { ...tools, signal }),
        { signal: config.signal, timer },
      );
      if (ran.outcome === "failed") errors.report(ran.error, { node: name, values: known, classifyError });
      const about = { node: name, step: STEPS.has(name) ? undefined : null, startedAt, now: clock.now() };
      const update =
        ran.outcome === "failed"
          ? failed(known, { ...about, error: ran.error, classification: ran.classification, retryPolicy })
          : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the part returned, by its own type
            succeeded(known, { ...about, update: ran.answer as AgentStateUpdate });
      return declaredOnly(state, update);
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stopped node writes fields of the runtime
  return fromThread(
    state,
    stoppable(recorded(node, { name, steps: STEPS.has(name), clock, errors }), options),
  ) as GraphNodeOf<State>;
}

/**
 * Gives a node the fields as the thread has them, whatever it was sent.
 *
 * @internal
 */
export const fromThread =
  <Values extends object, Answer>(
    state: StateDeclaration,
    node: (values: Values, config: LangGraphRunnableConfig) => Answer,
  ): ((values: Values, config: LangGraphRunnableConfig) => Answer) =>
  (values, config) =>
    node(threadValues(state, values, config), config);

/** The answer and the question are steps of a plan as well; everything else of the machinery is none. */
const STEPS: ReadonlySet<string> = new Set(["clarify", "respond"]);

/**
 * Leaves out what a state does not declare: the parts write more fields than every state has.
 *
 * @internal
 */
export const declaredOnly = (state: StateDeclaration, update: AgentStateUpdate): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(update).filter(([name]) => Object.hasOwn(state.fields, name)));
