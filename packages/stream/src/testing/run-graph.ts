import { type AuditEntry, type StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import { countingIds } from "@tidemark/state-manager/testing";
import type { RunEvent } from "../events/run-events.ts";
import { streamRun, type StreamableGraph, type StreamRunOptions } from "../events/stream-run.graph.ts";
import type { scriptedModel } from "@tidemark/agents/testing";

type ScriptedModel = ReturnType<typeof scriptedModel>;

/** Options of {@link runGraph}. */
export interface RunGraphOptions<State extends StateDeclaration> extends Partial<StreamRunOptions> {
  readonly state: State;
  /** Scripted models of the run. Their calls are reported, and unused answers throw an error. */
  readonly models?: readonly ScriptedModel[];
}

/** Result of one run. */
export interface GraphRun<State extends StateDeclaration> {
  /** Stored values at the end of the run. */
  readonly state: GraphValueOf<State>;
  readonly events: readonly RunEvent[];
  /** Outcome of the run: `finished`, `interrupted`, `cancelled` or `failed`. */
  readonly end: string;
  /** Commits of this turn, accepted and refused, from the audit log. */
  readonly commits: readonly Extract<AuditEntry, { readonly action: "commit" }>[];
  /** Calls of the scripted models, in order for each model. */
  readonly calls: ScriptedModel["got"];
}

/** Graph that stores its state, such as a compiled graph with a checkpointer. */
export interface StoringRunGraph extends StreamableGraph {
  getState(config: object): Promise<{ readonly values: unknown }>;
}

/**
 * Runs a compiled graph once and returns its values, events, commits and model calls.
 *
 * The graph must have a checkpointer. Run ids are numbered. A scripted model with unused answers throws
 * `agents/unusedAnswers`.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { AgentState } from "tidemark";
 * import { createAgentGraph, modelParts } from "tidemark/agents";
 * import { runGraph, scriptedModel } from "tidemark/testing";
 *
 * const model = scriptedModel(["Nothing to do."]);
 * const graph = createAgentGraph({
 *   state: AgentState,
 *   agents: [],
 *   planner: () => Promise.resolve({ steps: [] }),
 *   responder: modelParts(model).responder,
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
  for await (const event of streamRun(graph, input, { ids: countingIds("run"), ...rest, threadId })) events.push(event);
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
