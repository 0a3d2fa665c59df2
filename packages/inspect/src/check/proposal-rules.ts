import { isCommittable } from "@tidemark/state-manager/internal";
import { finding, type Finding, listed, ownersOf } from "./finding.ts";
import { type GraphMap, nextIn, reached } from "./graph-map.ts";

/** Findings about proposals: those that nobody decides, and those that everybody refuses. */
export function proposalFindings(map: GraphMap): readonly Finding[] {
  const { state, nodes } = map;
  const made = [...nodes.values()].flatMap(({ name, facts }) =>
    (facts?.proposes ?? []).map((field) => ({ name, field })),
  );
  const commits = [...nodes.values()].flatMap(({ facts }) =>
    facts?.kind === "commit" || facts?.kind === "framework" ? [facts.writesAs] : [],
  );
  if (made.length > 0 && commits.length === 0) {
    const [first] = made;
    return [
      finding("missing-commit", {
        at: first?.name ?? "",
        problem: `"${first?.name}" proposes ${listed(made.filter(({ name }) => name === first?.name).map(({ field }) => field))}, and the graph has no commitNode: no proposal is ever decided.`,
        remedy: "Add commitNode(state) as the last node of a turn.",
      }),
    ];
  }
  return [
    ...unfollowed(map, made),
    ...made.flatMap(({ name, field }) => {
      const declared = state?.fields[field];
      if (declared === undefined || commits.some((owners) => isCommittable(declared, owners))) return [];
      return [
        finding("refused-proposal", {
          at: `${name} + ${field}`,
          problem: `"${name}" proposes "${field}", which only ${listed(ownersOf(declared))} may write; the graph commits as ${listed([...new Set(commits.flat())].toSorted())}. Every such proposal is refused.`,
          remedy: `Add "root" to the owners of "${field}", or a commitNode with this owner.`,
        }),
      ];
    }),
  ];
}

/** The start of the next turn ends proposals that no commit has decided. */
function unfollowed(
  map: GraphMap,
  made: readonly { readonly name: string; readonly field: string }[],
): readonly Finding[] {
  if (!map.beginsTurns || map.limits !== null) return [];
  const next = nextIn(map);
  const isDecided = (name: string): boolean =>
    [...reached(next(name), next)].some((each) => {
      const node = map.nodes.get(each);
      // A subgraph and a plain function may commit.
      return node !== undefined && (node.facts === null || node.facts.kind === "commit");
    });
  return [...new Set(made.map(({ name }) => name))]
    .filter((name) => !isDecided(name))
    .map((name) =>
      finding("unreached-commit", {
        at: name,
        problem: `"${name}" proposes ${listed(made.filter((each) => each.name === name).map(({ field }) => field))}, and no path leads from it to a commitNode: the next turn ends the proposals undecided.`,
        remedy: "Draw an edge from it to the commitNode.",
      }),
    );
}
