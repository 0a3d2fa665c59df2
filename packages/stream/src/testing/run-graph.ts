import { type AuditEntry, type StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { countingIds } from "@tidemark/state-manager/testing";
import type { RunEvent } from "../events/run-events.ts";
import { streamEvents, type StreamableGraph, type StreamEventsOptions } from "../events/stream-events.graph.ts";
import type { ModelCall, ScriptedModel } from "@tidemark/agents/testing";

/** How a graph is run in a test. */
export interface RunGraphOptions<State extends StateDeclaration> extends Partial<StreamEventsOptions> {
  readonly state: State;
  /** The scripted models of the run: their calls are reported, and answers that nobody asked for fail the run. */
  readonly models?: readonly ScriptedModel[];
}

/** Everything that one run came to. */
export interface GraphRun<State extends StateDeclaration> {
  /** The values at the end, as they are stored. */
  readonly state: GraphValueOf<State>;
  readonly events: readonly RunEvent[];
  /** How the run ended: `finished`, `interrupted`, `cancelled`, or `failed` with the text of the error. */
  readonly end: string;
  /** What this turn committed or refused, from the audit log. */
  readonly commits: readonly Extract<AuditEntry, { readonly action: "commit" }>[];
  /** The calls of the scripted models, in order for each. */
  readonly calls: readonly ModelCall[];
}

/** A graph that stores what it does, as every compiled graph with a checkpointer. */
export interface StoringRunGraph extends StreamableGraph {
  getState(config: object): Promise<{ readonly values: unknown }>;
}

/**
 * Runs a compiled graph once and gives all there is to look at: values, events, commits, calls of the models.
 *
 * The graph needs a checkpointer. Ids of runs are counted. A scripted model with answers left over throws
 * `agents/unusedAnswers`, so that a script says exactly what happens.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { createAgentGraph, modelResponder } from "@tidemark/agents/langgraph";
 * import { runGraph } from "@tidemark/stream/testing";
 * import { scriptedModel } from "@tidemark/agents/testing";
 * import { AgentState } from "@tidemark/core-state";
 *
 * const model = scriptedModel(["Nothing to do."]);
 * const graph = createAgentGraph({
 *   state: AgentState,
 *   agents: [],
 *   planner: () => Promise.resolve({ steps: [] }),
 *   responder: modelResponder(model),
 *   checkpointer: new MemorySaver(),
 * });
 * const input = { messages: [{ role: "user", content: "Hello" }] };
 * const run = await runGraph(graph, input, { state: AgentState, models: [model] });
 * console.log(run.end, run.state.execution_final_answer, run.calls.length); // finished Nothing to do. 1
 * ```
 */
export async function runGraph<State extends StateDeclaration>(
  graph: StoringRunGraph,
  input: unknown,
  options: RunGraphOptions<State>,
): Promise<GraphRun<State>> {
  const { models = [], threadId = "test", state: _, ...rest } = options;
  const events: RunEvent[] = [];
  for await (const event of streamEvents(graph, input, { ids: countingIds("run"), ...rest, threadId }))
    events.push(event);
  const { values } = await graph.getState({ configurable: { thread_id: threadId } });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of the graph that the state declares
  const state = values as GraphValueOf<State>;
  for (const model of models) model.assertDone();
  return { state, events, end: endOf(events), commits: commitsOf(state), calls: models.flatMap(({ got }) => got) };
}

function endOf(events: readonly RunEvent[]): string {
  const last = events.at(-1);
  if (last?.type === "run_finished") return last.outcome;
  return last?.type === "run_failed" ? "failed" : "unknown";
}

function commitsOf(values: object): GraphRun<StateDeclaration>["commits"] {
  const log: unknown = Reflect.get(values, "runtime_audit_log");
  const turn: unknown = Reflect.get(values, "runtime_turn_id");
  if (!Array.isArray(log)) return [];
  return log.filter(isCommit).filter(({ turnId }) => turnId === turn);
}

type Commit = Extract<AuditEntry, { readonly action: "commit" }>;

const isCommit = (entry: unknown): entry is Commit =>
  typeof entry === "object" && entry !== null && Reflect.get(entry, "action") === "commit";
