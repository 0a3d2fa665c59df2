import type { SessionGraph } from "@tidemark/state-manager/langgraph";
import { fieldFindings } from "./field-rules.ts";
import { type Exception, finding, type Finding, type GraphReport, listed, type RuleCode } from "./finding.ts";
import { type GraphMap, START } from "./graph-map.ts";
import { mapOf } from "./map-of.graph.ts";
import { limitFindings } from "./limit-rules.ts";
import { pathFindings } from "./path-rules.ts";
import { proposalFindings } from "./proposal-rules.ts";
import { routeFindings } from "./route-rules.ts";
import { sameStepFindings } from "./same-step-rules.ts";

/** Reads a compiled graph and its subgraphs, and runs nothing. */
export function checkGraph(graph: SessionGraph, exceptions: readonly Exception[] = []): GraphReport {
  const { findings, unknown } = findingsIn(graph, { path: [], fields: new Set() });
  const silencedBy = (each: Finding): Exception | undefined =>
    exceptions.find(({ code, at }) => code === each.code && at === each.at);
  const unused = exceptions.filter(({ code, at }) => !findings.some((each) => each.code === code && each.at === at));
  return {
    findings: [
      ...findings.filter((each) => silencedBy(each) === undefined),
      ...unused.map(({ code, at }) =>
        finding("unused-ignore", {
          at: `${code} + ${at}`,
          problem: `The exception of "${code}" at "${at}" fits no finding.`,
          remedy: "Remove it, or correct its code and place.",
        }),
      ),
    ],
    silenced: findings.flatMap((each) => {
      const exception = silencedBy(each);
      return exception === undefined ? [] : [{ ...each, reason: exception.reason }];
    }),
    unknown,
  };
}

/** What the graph around a subgraph does for it: it starts the turns, has the storage, commits, and limits the run. */
const OF_THE_OUTER_GRAPH: ReadonlySet<string> = new Set<RuleCode>([
  "missing-commit",
  "missing-migration",
  "missing-store",
  "missing-turn-start",
  "short-recursion-limit",
  "unreached-commit",
]);

/** Findings about fields that a graph shares with the one around it, which may write and read them. */
const OF_SHARED_FIELDS: ReadonlySet<string> = new Set<RuleCode>(["unread-field", "unwritten-field"]);

/** The graph around a subgraph: the names of the nodes that lead to it, and the fields that they share. */
interface Outer {
  readonly path: readonly string[];
  readonly fields: ReadonlySet<string>;
}

function findingsIn(graph: SessionGraph, { path, fields }: Outer): Pick<GraphReport, "findings" | "unknown"> {
  const map = mapOf(graph);
  const place = (at: string): string => [...path, at].join(" / ");
  const shared = new Set([...fields, ...map.channels]);
  const inner = [...map.nodes.values()].flatMap(({ name, inner: subgraph }) =>
    subgraph === null ? [] : [findingsIn(subgraph, { path: [...path, name], fields: shared })],
  );
  const rules = [fieldFindings, proposalFindings, sameStepFindings, routeFindings, pathFindings, limitFindings];
  const isOwn = ({ code, at }: Finding): boolean =>
    path.length === 0 || !(OF_THE_OUTER_GRAPH.has(code) || (OF_SHARED_FIELDS.has(code) && fields.has(at)));
  const own = rules.flatMap((rule) => rule(map)).filter(isOwn);
  return {
    findings: [...own.map((each) => ({ ...each, at: place(each.at) })), ...inner.flatMap(({ findings }) => findings)],
    unknown: [
      ...unknownIn(map).map((text) => (path.length === 0 ? text : `${path.join(" / ")}: ${text}`)),
      ...inner.flatMap(({ unknown }) => unknown),
    ],
  };
}

function unknownIn({ state, nodes, beginsTurns, hasCheckpointer, limits, single }: GraphMap): readonly string[] {
  const all = [...nodes.values()].filter(({ name }) => name !== START);
  const plain = all.filter(({ facts, inner }) => facts === null && inner === null).map(({ name }) => name);
  const owning = all.filter(({ facts }) => facts?.kind === "node" && facts.writesAs.some((name) => name !== "runtime"));
  const open = [...nodes.values()].filter(({ may }) => may === null).map(({ name }) => name);
  const choosing = limits === null ? all.filter(({ choices }) => choices.length > 0).map(({ name }) => name) : [];
  const unguarded = all.flatMap(({ facts }) =>
    facts === null || facts.readOnly === true || facts.asks === true
      ? []
      : (facts.tools ?? []).filter(({ asks, takesKey }) => !asks && !takesKey).map(({ name }) => name),
  );
  return [
    ...(state === null ? ["The graph declares no state: owners, lifetimes and proposals are not checked."] : []),
    ...(plain.length === 0 ? [] : [`What these functions write and read is not declared: ${listed(plain)}.`]),
    ...(owning.length === 0
      ? []
      : [
          `Which fields of their owner these nodes write is not declared: ${listed(owning.map(({ name }) => name))}. Agents declare it, in writes.`,
        ]),
    ...(unguarded.length === 0
      ? []
      : [
          `Whether these tools change something outside the state is not declared; nobody approves their calls, and they take no key: ${listed([...new Set(unguarded)])}.`,
        ]),
    ...(choosing.length === 0 || single.length === 0
      ? []
      : [
          `Whether the conditional edges of ${listed(choosing)} send several tasks to one node with Send is not declared. Such a node may not write fields without a reducer.`,
        ]),
    ...(open.length === 0
      ? []
      : [
          `Where the conditional edges of ${listed(open)} lead is not declared: pass the list of their targets to addConditionalEdges.`,
        ]),
    ...(!hasCheckpointer && Object.values(state?.fields ?? {}).some(({ lifetime }) => lifetime === "user")
      ? [
          "The graph has no checkpointer, so a server brings one. Whether it brings a store for the fields of users is not known.",
        ]
      : []),
    ...(!hasCheckpointer &&
    !beginsTurns &&
    Object.values(state?.fields ?? {}).some(({ lifetime }) => lifetime === "turn")
      ? [
          "The graph has no checkpointer, and no node is turnStart. Whether sessions run it, which need one for the fields of a turn, is not known.",
        ]
      : []),
    ...(state !== null && state.version > 1 && !hasCheckpointer
      ? [`Whether sessions have the migrations from version 1 to ${state.version} is not part of the graph.`]
      : []),
  ];
}
