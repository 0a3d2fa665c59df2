import { BaseCheckpointSaver } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import { stateOf } from "@tidemark/core-state/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { factsOf } from "@tidemark/state-manager/internal";
import { beginsTurns, migrationsFor } from "@tidemark/state-manager/internal/langgraph";
import type { SessionGraph } from "@tidemark/state-manager/langgraph";
import { limitsOfGraph } from "@tidemark/agents/internal/langgraph";
import { isGraph } from "../running/inspected-graph.graph.ts";
import { type GraphMap, type MappedNode, START } from "./graph-map.ts";

/** Reads a compiled graph. */
export function mapOf(graph: SessionGraph): GraphMap<SessionGraph> {
  const builder = recordOf(Reflect.get(graph, "builder"));
  const edges = listOf(builder["edges"]).filter(isEdge);
  const waits = listOf(builder["waitingEdges"]).flatMap((each) => {
    const [from, to] = listOf(each);
    return typeof to === "string" ? [{ from: listOf(from).filter((one) => typeof one === "string"), to }] : [];
  });
  const branches = recordOf(builder["branches"]);
  const nodes = [[START, {}], ...Object.entries(recordOf(builder["nodes"]))] as const;
  const mapped = nodes.map(([name, spec]): MappedNode<SessionGraph> => {
    const { runnable, ends } = recordOf(spec);
    const listed = Object.values(recordOf(branches[name])).map((branch) => recordOf(branch)["ends"]);
    const choices = listed.map((each) => (each === undefined ? null : targetsOf(each)));
    const inner = isGraph(runnable) ? runnable : null;
    return {
      name,
      facts: factsOf(runnable),
      always: edges.filter(([from]) => from === name).map(([, to]) => to),
      may: choices.includes(null) ? null : [...choices.flatMap((each) => each ?? []), ...targetsOf(ends)],
      joins: waits.filter(({ from }) => from.includes(name)).map(({ to }) => to),
      choices,
      inner,
      returns: inner === null ? [] : outputOf(inner),
    };
  });
  const state = stateOf(graph);
  const checkpointer: unknown = Reflect.get(graph, "checkpointer");
  const saver = checkpointer instanceof BaseCheckpointSaver ? checkpointer : null;
  const limits = limitsOfGraph(graph);
  const { recursionLimit } = recordOf(Reflect.get(graph, "config"));
  const channels = Object.entries(recordOf(Reflect.get(graph, "channels"))).filter(([name]) => !/^__|:/.test(name));
  return {
    state,
    nodes: new Map(mapped.map((node) => [node.name, node])),
    single: channels.filter(([name, channel]) => keepsOne(state, name, channel)).map(([name]) => name),
    channels: channels.map(([name]) => name),
    waits,
    output: outputOf(graph),
    hasStore: isSet(Reflect.get(graph, "store")),
    hasCheckpointer: isSet(checkpointer),
    hasMigrations: state !== null && migrationsFor(state, saver) !== undefined,
    beginsTurns: beginsTurns(graph),
    limits: limits === null ? null : recordOf(limits),
    recursionLimit: typeof recursionLimit === "number" ? recursionLimit : null,
  };
}

const outputOf = (graph: SessionGraph): readonly string[] =>
  [Reflect.get(graph, "outputChannels")].flat().filter((name) => typeof name === "string");

const keepsOne = (state: StateDeclaration | null, name: string, channel: unknown): boolean => {
  const declared = state !== null && Object.hasOwn(state.fields, name) ? state.fields[name] : undefined;
  if (declared !== undefined && declared.holds !== "channel") {
    return declared.reducer === undefined && declared.holds !== "messages";
  }
  return typeof channel === "object" && channel !== null && channel.constructor.name === "LastValue";
};

/** Targets of a branch, by label or as a list. */
const targetsOf = (ends: unknown): readonly string[] =>
  (Array.isArray(ends) ? ends : Object.values(recordOf(ends))).filter((name) => typeof name === "string");

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isPlainRecord(value)
    ? value
    : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.keys(value).map((key) => [key, Reflect.get(value, key)]))
      : {};

const isSet = (value: unknown): boolean => typeof value === "object" && value !== null;

const listOf = (value: unknown): readonly unknown[] =>
  value instanceof Set ? [...value] : Array.isArray(value) ? value : [];

const isEdge = (edge: unknown): edge is readonly [string, string] =>
  Array.isArray(edge) && typeof edge[0] === "string" && typeof edge[1] === "string";
