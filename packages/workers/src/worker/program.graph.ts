import { createHash } from "node:crypto";
import { stateOf } from "@tidemark/core-state/langgraph";
import type { TurnDefinition } from "../turns/definition.graph.ts";

/** Digest of what a worker needs to continue a turn of another one: the nodes of the graph, and the version of its state. */
export function programName({ graph, state }: Pick<TurnDefinition, "graph" | "state">): string {
  const nodes: unknown = Reflect.get(graph, "nodes");
  const names = Object.keys(typeof nodes === "object" && nodes !== null ? nodes : {}).toSorted();
  const version = (state ?? stateOf(graph))?.version ?? 0;
  return createHash("sha256")
    .update(JSON.stringify([version, names]))
    .digest("hex")
    .slice(0, 12);
}
