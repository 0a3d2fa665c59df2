import { isFrameworkField } from "@tidemark/core-state/internal";
import { finding, type Finding, listed, ownersOf } from "./finding.ts";
import { END, type GraphMap, type MappedNode } from "./graph-map.ts";

/** Two nodes that can run in the same step, and the paths to them from the node where they part. */
interface Pair {
  readonly nodes: readonly [MappedNode, MappedNode];
  readonly paths: readonly [readonly string[], readonly string[]];
}

/** Findings about nodes that run in the same step and can write the same field. */
export function sameStepFindings(map: GraphMap): readonly Finding[] {
  const pairs = pairsOf(map);
  const plain = pairs.filter(
    ({ nodes }) => map.single.length > 0 && nodes.every(({ facts, inner }) => facts === null && inner === null),
  );
  return [
    ...pairs.flatMap(({ nodes: [one, other], paths }) => {
      const fields = map.single.filter((field) => mayWrite(map, one, field) && mayWrite(map, other, field));
      return fields.map((field) =>
        finding("same-step-writes", {
          at: `${[one.name, other.name].toSorted().join(" + ")} + ${field}`,
          problem: `"${one.name}" and "${other.name}" run in the same step (${pathsText(paths)}), and both can write "${field}", which has no reducer. LangGraph then refuses the step.`,
          remedy: `Give "${field}" a reducer, or let one of them write it.`,
        }),
      );
    }),
    ...pairs.flatMap((pair) => [...graphsOf(map, pair), ...countersOf(map, pair), ...ownerOf(map, pair)]),
    ...plain.map(({ nodes: [one, other], paths }) =>
      finding("same-step-nodes", {
        at: [one.name, other.name].toSorted().join(" + "),
        problem: `"${one.name}" and "${other.name}" run in the same step (${pathsText(paths)}). What plain functions write is not known; if both write one of ${listed(map.single)}, LangGraph refuses the step.`,
        remedy: "Give the field that both write a reducer. Silence this if they write different fields.",
      }),
    ),
  ];
}

/** A subgraph returns every field of its output that has a value, also those that its nodes have not written. */
function graphsOf(map: GraphMap, { nodes: [one, other], paths }: Pair): readonly Finding[] {
  if (one.inner === null && other.inner === null) return [];
  const fields = map.single.filter((field) => returns(map, one, field) && returns(map, other, field));
  if (fields.length === 0) return [];
  return [
    finding("same-step-graphs", {
      at: [one.name, other.name].toSorted().join(" + "),
      problem: `"${one.name}" and "${other.name}" run in the same step (${pathsText(paths)}), and both return ${listed(fields.slice(0, 3))}${fields.length > 3 ? ` and ${fields.length - 3} more fields` : ""} without a reducer: a subgraph returns each field that has a value. LangGraph then refuses the step.`,
      remedy: "Give the subgraph an output schema without these fields, or call it in a node that returns the others.",
    }),
  ];
}

const returns = (map: GraphMap, node: MappedNode, field: string): boolean =>
  node.inner === null ? mayWrite(map, node, field) : node.returns.includes(field);

function countersOf({ state, limits }: GraphMap, { nodes: [one, other], paths }: Pair): readonly Finding[] {
  const both = [one, other].every(({ facts }) => facts?.counts === true);
  if (limits !== null || !both || !Object.hasOwn(state?.fields ?? {}, "control_iteration")) return [];
  return [
    finding("same-step-counters", {
      at: [one.name, other.name].toSorted().join(" + "),
      problem: `"${one.name}" and "${other.name}" run in the same step (${pathsText(paths)}), and both count their run in "control_iteration", which has no reducer. LangGraph refuses the step.`,
      remedy: "Pass `counts: false` to agentNode of both.",
    }),
  ];
}

/** Nodes that declare who they are, and not what they write. */
function ownerOf(map: GraphMap, { nodes: [one, other], paths }: Pair): readonly Finding[] {
  const names = (one.facts?.writesAs ?? []).filter((name) => other.facts?.writesAs.includes(name) === true);
  if ([one, other].some(({ facts }) => facts?.kind !== "node") || map.state === null) return [];
  const { fields } = map.state;
  const owned = map.single.filter((name) => {
    const field = fields[name];
    if (field === undefined || isFrameworkField(field) || mayWrite(map, one, name)) return false;
    return ownersOf(field).some((owner) => names.includes(owner));
  });
  if (owned.length === 0) return [];
  return [
    finding("same-step-owner", {
      at: [one.name, other.name].toSorted().join(" + "),
      problem: `"${one.name}" and "${other.name}" run in the same step (${pathsText(paths)}), and both write as ${listed(names)}, which owns ${listed(owned)}. Which of these each of them writes is not declared; if both write one, LangGraph refuses the step.`,
      remedy: "Give the field that both write a reducer. Silence this if they write different fields.",
    }),
  ];
}

const pathsText = (paths: Pair["paths"]): string => paths.map((path) => path.join(" → ")).join(" and ");

/** True for a field that a node declares, or that its owners give to this node by name. */
function mayWrite({ state }: GraphMap, { facts, name }: MappedNode, field: string): boolean {
  if (facts === null || facts.kind === "framework") return false;
  if (facts.writes !== undefined) return facts.writes.includes(field);
  const declared = state?.fields[field];
  const owners = declared === undefined ? [] : ownersOf(declared);
  // An owner that is this node alone says that nobody else writes the field, and `any` says nothing about who does.
  return owners.length > 1 && facts.kind === "node" && owners.includes(facts.writesAs[0] ?? name);
}

/** Pairs of nodes that can run in the same step. Both paths have the same length, because steps run side by side. */
function pairsOf({ nodes }: GraphMap): readonly Pair[] {
  const seen = new Map<string, Pair>();
  const waiting: Pair[] = [];
  const add = (one: MappedNode, other: MappedNode, paths: Pair["paths"]): void => {
    const key = [one.name, other.name].toSorted().join("\n");
    if (one.name === other.name || seen.has(key)) return;
    const pair: Pair = { nodes: [one, other], paths };
    seen.set(key, pair);
    waiting.push(pair);
  };
  const named = (names: readonly string[]): readonly MappedNode[] =>
    [...new Set(names)].flatMap((name) => (name === END ? [] : (nodes.get(name) ?? [])));
  for (const fork of nodes.values()) {
    const always = named(fork.always);
    for (const [index, one] of always.entries()) {
      for (const other of [...always.slice(index + 1), ...named(fork.may ?? [])]) {
        add(one, other, [
          [fork.name, one.name],
          [fork.name, other.name],
        ]);
      }
    }
  }
  for (let pair = waiting.shift(); pair !== undefined; pair = waiting.shift()) {
    const { nodes: both, paths } = pair;
    const [ones, others] = [named(nextOf(both[0])), named(nextOf(both[1]))];
    for (const one of ones)
      for (const other of others)
        add(one, other, [
          [...paths[0], one.name],
          [...paths[1], other.name],
        ]);
  }
  return [...seen.values()];
}

/** Nodes after a node, if the graph says which. */
const nextOf = ({ always, may }: MappedNode): readonly string[] => [...always, ...(may ?? [])];
