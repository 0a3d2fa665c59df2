import { finding, type Finding, listed } from "./finding.ts";
import { after, END, type GraphMap, nextIn, reached, START } from "./graph-map.ts";

/** Findings about the paths of a graph: nodes that nothing reaches, and loops without an end. */
export const pathFindings = (map: GraphMap): readonly Finding[] => [
  ...unreachable(map),
  ...unreachableAgents(map),
  ...unmetRequirements(map),
  ...endless(map),
  ...endlessHandoffs(map),
];

function unreachable(map: GraphMap): readonly Finding[] {
  const seen = reached([START], nextIn(map));
  return [...map.nodes.keys()]
    .filter((name) => !seen.has(name))
    .map((name) => {
      const before = [...map.nodes.values()].filter((node) => after(map, node).includes(name)).map((node) => node.name);
      return finding("unreachable-node", {
        at: name,
        problem: `No path leads from the start to "${name}"${before.length === 0 ? "" : `: only ${listed(before)} ${before.length === 1 ? "leads" : "lead"} there`}.`,
        remedy: "Draw an edge to it, name it in `ends` of the node that goes there, or remove it.",
      });
    });
}

/** In a graph whose turns start with one agent, the others are reached by handoffs only. */
function unreachableAgents({ nodes }: GraphMap): readonly Finding[] {
  const entry = [...nodes.values()].flatMap(({ facts }) => facts?.entry ?? [])[0];
  if (entry === undefined) return [];
  const agents = [...nodes.values()].filter(({ facts }) => facts?.kind === "agent");
  const handoffsOf = (name: string): readonly string[] | undefined => nodes.get(name)?.facts?.handoffs;
  const seen = reached([entry], (name) => handoffsOf(name) ?? []);
  // The function of an agent without declared handoffs decides while it runs.
  if ([...seen].some((name) => handoffsOf(name) === undefined)) return [];
  return agents
    .filter(({ name }) => !seen.has(name))
    .map(({ name }) =>
      finding("unreachable-agent", {
        at: name,
        problem: `Turns start with "${entry}", and no handoff leads from it to "${name}".`,
        remedy: `Name "${name}" in the handoffs of an agent that is reached.`,
      }),
    );
}

/** In a graph that plans, the step of an agent fails without the contexts that the agent requires. */
function unmetRequirements({ nodes, limits }: GraphMap): readonly Finding[] {
  const all = [...nodes.values()].flatMap(({ name, facts }) => (facts === null ? [] : [{ name, ...facts }]));
  const stores = all.some(
    ({ kind, writes }) => kind === "agent" && writes?.includes("capability_context_data") === true,
  );
  if (limits === null || stores || all.some(({ entry }) => entry !== undefined)) return [];
  const provided = new Set(all.flatMap(({ provides }) => provides ?? []));
  return all.flatMap(({ name, requires = [] }) =>
    requires
      .filter((type) => !provided.has(type))
      .map((type) =>
        finding("unmet-requirement", {
          at: `${name} + ${type}`,
          problem: `"${name}" requires "${type}", and no agent provides it: every step of "${name}" fails with agents/missingInputs.`,
          remedy: `Name "${type}" in the provides of the agent that stores it.`,
        }),
      ),
  );
}

function endless(map: GraphMap): readonly Finding[] {
  const next = nextIn(map);
  const ends = (name: string): boolean => {
    const all = reached([name], next);
    return [...all].some((each) => each === END || next(each).length === 0);
  };
  const stuck = [...reached([START], next)].filter((name) => name !== END && !ends(name));
  // Every node before an endless loop is stuck as well: the loop itself is what to change.
  const loops = stuck.filter((name) => reached(next(name), next).has(name));
  if (loops.length === 0) return [];
  return [
    finding("endless-loop", {
      at: loops.toSorted().join(" + "),
      problem: `${listed(loops)} run until the recursion limit: no edge leads out of the loop.`,
      remedy: "Draw an edge to END, or name END in `ends` of the node that ends the loop.",
    }),
  ];
}

/** Handoffs between three agents or more, in a graph without limits. Two agents that hand over to and fro are stopped. */
function endlessHandoffs({ nodes, limits }: GraphMap): readonly Finding[] {
  if (limits !== null) return [];
  const next = (name: string): readonly string[] => nodes.get(name)?.facts?.handoffs ?? [];
  const around = (name: string): readonly string[] =>
    [...reached(next(name), next)].filter((each) => reached(next(each), next).has(name)).toSorted();
  const loops = new Map([...nodes.keys()].map((name) => [around(name).join(" + "), around(name)]));
  return [...loops.values()]
    .filter((loop) => loop.length > 2)
    .map((loop) =>
      finding("endless-handoffs", {
        at: loop.join(" + "),
        problem: `${listed(loop)} hand work to each other in a circle, and the graph has no limits: only the recursion limit ends it, with an error.`,
        remedy:
          "Use createAgentGraph, whose maxIterations ends the turn with an answer, or hand over in one direction.",
      }),
    );
}
