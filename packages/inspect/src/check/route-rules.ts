import { finding, type Finding, listed } from "./finding.ts";
import { END, type GraphMap } from "./graph-map.ts";

/** Findings about the edges after a node: those that never lead anywhere, overlap, or leave a gap. */
export const routeFindings = (map: GraphMap): readonly Finding[] => [
  ...emptyRoutes(map),
  ...overlaps(map),
  ...skippedJoins(map),
];

function emptyRoutes({ nodes }: GraphMap): readonly Finding[] {
  return [...nodes.values()]
    .filter(({ choices }) => choices.some((targets) => targets?.length === 0))
    .map(({ name }) =>
      finding("empty-route", {
        at: name,
        problem: `A conditional edge of "${name}" lists no target, so LangGraph throws whatever it chooses.`,
        remedy: "List the targets, or leave the list out.",
      }),
    );
}

/** Edges always lead on, beside what a conditional edge or a command chooses. */
function overlaps({ nodes }: GraphMap): readonly Finding[] {
  return [...nodes.values()].flatMap(({ name, always, may }) => {
    const edges = always.filter((target) => target !== END);
    const chosen = new Set(may ?? []);
    const twice = edges.filter((target) => chosen.has(target));
    return [
      ...twice.map((target) =>
        finding("overlapping-route", {
          at: `${name} + ${target}`,
          problem: `An edge leads from "${name}" to "${target}" in any case, so a conditional edge or a command that chooses "${target}" changes nothing.`,
          remedy: `Remove the edge, or leave "${target}" out of the choices.`,
        }),
      ),
      ...(chosen.has(END) && edges.length > 0
        ? [
            finding("unended-route", {
              at: name,
              problem: `"${name}" may choose the end, and its edge leads to ${listed(edges)} in any case: the choice ends nothing.`,
              remedy: `Choose ${listed(edges)} in the conditional edge instead of drawing an edge. Silence this if only the other choices are meant to end.`,
            }),
          ]
        : []),
    ];
  });
}

/** A node that waits for several others never runs in a run that leaves one of them out. */
function skippedJoins({ nodes, waits }: GraphMap): readonly Finding[] {
  const all = [...nodes.values()];
  const isChosen = (name: string): boolean =>
    !all.some(({ always, joins }) => always.includes(name) || joins.includes(name)) &&
    all.some(({ choices }) =>
      choices.some((targets) => targets !== null && targets.length > 1 && targets.includes(name)),
    );
  return waits.flatMap(({ from, to }) => {
    const chosen = from.filter(isChosen);
    const [first] = chosen;
    if (first === undefined) return [];
    const by = all.find(({ choices }) => choices.some((targets) => targets?.includes(first) === true))?.name ?? "";
    return [
      finding("skipped-join", {
        at: `${from.join(" + ")} + ${to}`,
        problem: `"${to}" waits for ${listed(from)}, and "${by}" chooses whether ${listed(chosen)} ${chosen.length === 1 ? "runs" : "run"}. When it leaves one out, "${to}" never runs, and the run ends without an error.`,
        remedy: `Draw an edge from each of them to "${to}". Silence this if all of them are always chosen.`,
      }),
    ];
  });
}
