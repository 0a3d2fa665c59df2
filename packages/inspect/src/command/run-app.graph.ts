import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { inspector } from "../app/inspector.graph.ts";
import { adoptedSaver } from "../running/adopted-saver.graph.ts";
import { loadGraph } from "../running/load-graph.graph.ts";
import type { CommandProcess } from "./command-process.ts";
import { servePage } from "./run-inspect.graph.ts";
import type { VerbInput } from "./verbs.ts";

/** Runs the module of an app, and serves a page that talks to its graph. Without a checkpointer, its threads are kept in memory. */
export async function runApp(
  file: string,
  { json, input }: { readonly json: boolean; readonly input: VerbInput },
  process: CommandProcess,
): Promise<number> {
  const { export: name, as: person, traces } = input;
  const graph = await loadGraph(file, typeof name === "string" ? name : undefined);
  const own = adoptedSaver(graph.checkpointer);
  const saver = own ?? new MemorySaver();
  if (own === null) process.warn("The graph has no checkpointer: its threads are kept in memory until the end.");
  const write = input["read-only"] !== true;
  const named = { ...(typeof person === "string" && { person }), ...(typeof traces === "string" && { traces }) };
  const make = (token: string) => inspector({ saver, graph, write, token, ...named });
  return servePage({ name: file, json, input, make }, process);
}
