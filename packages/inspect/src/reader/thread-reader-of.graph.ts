import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { declaredMigrations } from "@tidemark/state-manager/internal";
import { explainEdge, limitsOfGraph } from "@tidemark/agents/internal/langgraph";
import { taskIds } from "../history/task-ids.graph.ts";
import { sourceOf } from "../source/source-of.graph.ts";
import type { ExplainEdge } from "./route-reasons.ts";
import { triedMigrations } from "./tried-migrations.graph.ts";
import { type ReaderOptions, ThreadReader } from "./thread-reader.ts";

/** Saver to read, and settings of the reader. */
export interface ThreadReaderOptions extends ReaderOptions {
  /** Saver whose threads are read: one of Tidemark, of LangGraph, or any other. */
  readonly saver: BaseCheckpointSaver;
  /**
   * Compiled graph of the threads. If `createAgentGraph` made it, its agents, limits and approvals explain why a node ran. Defaults to
   * working the reason out of the thread, as far as that is possible.
   */
  readonly graph?: object | undefined;
}

/**
 * Reads the threads of a saver as people and programs ask for them: their steps, the state at a step, differences, authors of values.
 *
 * Savers of Tidemark answer from records, without reading values. With other savers every checkpoint of a thread is read as a whole.
 *
 * @example
 * ```ts
 * import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { threadReader } from "tidemark/inspect";
 *
 * const State = Annotation.Root({ city: Annotation<string>, days: Annotation<number> });
 * const saver = new MemorySaver();
 * const graph = new StateGraph(State)
 *   .addNode("plan", () => ({ days: 3 }))
 *   .addEdge(START, "plan")
 *   .addEdge("plan", END)
 *   .compile({ checkpointer: saver });
 * await graph.invoke({ city: "Lisbon" }, { configurable: { thread_id: "ann" } });
 *
 * const { days } = await threadReader({ saver }).blame("ann", { fields: ["days"] });
 * console.log(days?.outcome, days?.writtenAt?.label); // node 1.2
 * ```
 */
export function threadReader({ saver, graph, ...options }: ThreadReaderOptions): ThreadReader {
  const ofGraph = graph === undefined ? null : { explain: edgeOf(graph), limits: limitsOfGraph(graph) ?? undefined };
  return new ThreadReader(sourceOf(saver), {
    taskIds,
    ...ofGraph,
    ...options,
    limits: options.limits ?? ofGraph?.limits,
    hasMigrations: () => options.state !== undefined && declaredMigrations(options.state) !== undefined,
    migrations: () => triedMigrations(saver, options.state),
  });
}

const edgeOf =
  (graph: object): ExplainEdge =>
  (from, decision) =>
    explainEdge(graph, from, decision);
