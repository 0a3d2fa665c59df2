import { decideRoute, defineRegistry, describeAgent } from "@tidemark/agents";
import { finding, type Finding, listed } from "./finding.ts";
import { END, type GraphMap, nextIn, START } from "./graph-map.ts";

/** Findings about limits: those that end every run, and those that another limit precedes. */
export const limitFindings = (map: GraphMap): readonly Finding[] => [
  ...endedTurns(map),
  ...unreachedLimits(map),
  ...shortRuns(map),
];

/** Asks the routing table about a turn that has just begun, and about one that has a plan of one step. */
function endedTurns({ limits, nodes }: GraphMap): readonly Finding[] {
  if (limits === null) return [];
  const agents = [...nodes.values()].filter(({ facts }) => facts?.kind === "agent").map(({ name }) => name);
  const direct = [...nodes.values()].flatMap(({ facts }) => facts?.entry ?? [])[0];
  const registry = defineRegistry(agents.map((name) => describeAgent({ name })));
  const begun = { task_current_task: "Any task.", planning_active_capabilities: agents };
  const steps = agents.slice(0, 1).map((capability) => ({ capability }));
  const moments = [
    { when: "no turn gets beyond its start", values: begun },
    ...(direct === undefined
      ? [{ when: "no plan is ever run", values: { ...begun, planning_execution_plan: { steps } } }]
      : []),
  ];
  const ends = moments.flatMap(({ when, values }) => {
    const { to, because } = decideRoute(values, { registry, limits, direct, now: "2030-01-01T00:00:00.000Z" });
    return to === "error" ? [{ when, because }] : [];
  });
  return ends.slice(0, 1).map(({ when, because }) => {
    const [, limit = "limits"] = /\((\w+)\)/.exec(because) ?? [];
    return finding("ended-turn", {
      at: limit,
      problem: `The routing table leads to "error" at once, so ${when}: ${because}.`,
      remedy: `Raise ${limit}.`,
    });
  });
}

/** Limits whose action takes a step itself, so that the limit of steps comes first. */
const COUNTED_IN_STEPS = [
  "maxPlanningAttempts",
  "maxClarifications",
  "maxReclassifications",
  "maxSteps",
  "maxStepRetries",
];

function unreachedLimits({ limits, nodes }: GraphMap): readonly Finding[] {
  if (limits === null) return [];
  const { maxIterations = 100, maxExecutionTimeSeconds = 300, maxCost } = limits;
  const counted = COUNTED_IN_STEPS.flatMap((name) => {
    const limit = limits[name];
    if (typeof limit !== "number" || typeof maxIterations !== "number" || limit < maxIterations) return [];
    return [
      finding("unreached-limit", {
        at: name,
        problem: `${name} is ${limit}, and a turn ends after maxIterations of ${maxIterations} nodes.`,
        remedy: `Raise maxIterations above ${limit}, or lower ${name}.`,
      }),
    ];
  });
  const timed = [...nodes.values()].flatMap(({ name, facts }) => {
    const seconds = facts?.timeoutSeconds;
    if (seconds === undefined || typeof maxExecutionTimeSeconds !== "number" || seconds < maxExecutionTimeSeconds)
      return [];
    return [
      finding("unreached-limit", {
        at: `${name} + timeoutSeconds`,
        problem: `A run of "${name}" may take ${seconds} seconds, and a turn ends after maxExecutionTimeSeconds of ${maxExecutionTimeSeconds}.`,
        remedy: `Raise maxExecutionTimeSeconds above ${seconds}, or lower timeoutSeconds of "${name}".`,
      }),
    ];
  });
  const hasPrices = [...nodes.values()].some(({ facts }) => facts?.hasPrices === true);
  const priced =
    typeof maxCost !== "number" || hasPrices
      ? []
      : [
          finding("unreached-limit", {
            at: "maxCost",
            problem: `maxCost is ${maxCost}, and the graph has no prices: no call has a known cost, and a turn ends after maxUncountedCalls instead.`,
            remedy: "Pass prices, or limit maxTokens.",
          }),
        ];
  return [...counted, ...timed, ...priced];
}

/** A run needs one step more than its shortest path has nodes. */
function shortRuns(map: GraphMap): readonly Finding[] {
  const { recursionLimit } = map;
  if (recursionLimit === null) return [];
  const path = shortestPath(map);
  if (path === null || path.length < recursionLimit) return [];
  return [
    finding("short-recursion-limit", {
      at: "recursionLimit",
      problem: `The shortest path has ${path.length} nodes (${listed(path)}), which needs a recursionLimit of ${path.length + 1}; the graph has ${recursionLimit}. A run without a pause throws.`,
      remedy: `Set recursionLimit to ${path.length + 1} or more.`,
    }),
  ];
}

/** Nodes of the shortest path from the start to an end. Null without one. */
function shortestPath(map: GraphMap): readonly string[] | null {
  const next = nextIn(map);
  const waiting: (readonly string[])[] = [[START]];
  const seen = new Set<string>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const last = path.at(-1) ?? START;
    const following = next(last);
    if (following.includes(END) || following.length === 0) return path.slice(1);
    for (const name of following) {
      if (seen.has(name)) continue;
      seen.add(name);
      waiting.push([...path, name]);
    }
  }
  return null;
}
