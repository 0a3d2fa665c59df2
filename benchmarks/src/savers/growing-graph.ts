import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { StateSnapshot } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { freshText } from "../measure/fresh-text.ts";
import { frozenGraph } from "./frozen-graph.ts";
import { plainGraph } from "./plain-graph.ts";

/** Graphs whose state grows with every turn. `plain` uses no Tidemark code; in the others the reducer freezes the context. */
export type GraphKind = "plain" | "frozen" | "deltas" | "tuned deltas";

/** The two graphs that every saver is measured with. */
export const GRAPHS = ["plain", "frozen"] as const;

/** The part of a compiled graph that the benchmarks use. */
export interface GrowingGraph {
  invoke(
    input: { readonly messages: BaseMessage[] },
    config: RunnableConfig & { readonly durability?: "sync" },
  ): Promise<unknown>;
  getState(config: RunnableConfig): Promise<StateSnapshot>;
  getStateHistory(config: RunnableConfig, options?: { readonly limit?: number }): AsyncIterableIterator<StateSnapshot>;
}

/** Compiles the graph of this kind. */
export function growingGraph(checkpointer: BaseCheckpointSaver, kind: GraphKind): GrowingGraph {
  if (kind === "plain") return plainGraph(checkpointer);
  return frozenGraph(checkpointer, kind === "frozen" ? "whole" : kind);
}

/** Returns the kind with this name. Throws for an unknown one. */
export function graphKind(name: string): GraphKind {
  const kind = ([...GRAPHS, "deltas", "tuned deltas"] as const).find((each) => each === name);
  if (kind === undefined) throw new Error(`Unknown graph "${name}". Use plain, frozen, deltas or tuned deltas.`);
  return kind;
}

/** Runs one turn on a thread. */
export async function growingTurn(app: GrowingGraph, threadId: string, turn: number): Promise<void> {
  const input = { messages: [new HumanMessage({ id: `h${turn}`, content: freshText(80) })] };
  await app.invoke(input, { configurable: { thread_id: threadId }, durability: "sync" });
}
