import { Runnable } from "@langchain/core/runnables";
import { Command, type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { applyUpdate, type StateDeclaration, type UpdateOf, type ValueOf } from "@tidemark/core-state";
import { withThreadValues } from "@tidemark/state-manager/internal/langgraph";
import { threadOf } from "../approvals/ask.graph.ts";
import type { Decide } from "./router-decision.graph.ts";
import { needsCommit } from "./router-node.graph.ts";
import type { ThreadRuns } from "../run/thread-runs.graph.ts";

/** A node of the graph, before it knows where to go. */
export type GraphNode<Values> = (values: Values, config: LangGraphRunnableConfig) => unknown;

type Update = Record<string, unknown>;

/** Who decides what comes after a node. */
export interface ThenRouteOptions<Values> {
  readonly state: StateDeclaration;
  readonly decide: Decide;
  readonly runs: ThreadRuns | undefined;
  /** Parts that ask nobody: they are done on the way, wherever a decision leads to them. */
  readonly onTheWay: Readonly<Record<string, GraphNode<Values>>>;
}

/**
 * Takes the router's decision along with a node's answer, so that the way over the router is no superstep of its own.
 *
 * The decision is made on the values as they are once the answer is folded in, and is written with it. What has to be a step of
 * its own goes to the router: a commit, a question to a person, a pause, a run that is killed or over. A command that leads
 * somewhere is left alone.
 */
export function thenRoute<Values extends object>(
  node: GraphNode<Values>,
  { state, decide, runs, onTheWay }: ThenRouteOptions<Values>,
): (values: Values, config: LangGraphRunnableConfig) => Promise<readonly Command[]> {
  return async (values, config) => {
    const parts = [await node(values, config)].flat();
    const commands = parts.filter((each) => each instanceof Command);
    if (commands.some(leads)) return commands;
    const updates = parts.map(updateOf);
    const way = await wayAfter(values, updates, config);
    return [...asOneStep(state, way.updates).map((update) => new Command({ update })), new Command({ goto: way.next })];
  };

  /** The updates that lead to the next node; the router is next where it has to decide in a step of its own. */
  async function wayAfter(values: Values, updates: Update[], config: LangGraphRunnableConfig) {
    let seen = folded(values, updates);
    const written = [...updates];
    while (seen !== null && (runs?.enter(config).reason() ?? null) === null && !needsCommit(seen)) {
      const { route, next, update } = decide(seen, { threadId: threadOf(config) });
      if (route.to === "retry" || next === null || next === "approval") break;
      written.push(update);
      const part = Object.hasOwn(onTheWay, next) ? onTheWay[next] : undefined;
      if (part === undefined) return { updates: written, next };
      const routed = folded(seen, [update]);
      const done = routed === null ? null : await part(routed, withThreadValues(routed, config));
      if (routed === null || !isPlainRecord(done)) return { updates: written, next };
      written.push(done);
      seen = folded(routed, [done]);
    }
    return { updates: written, next: "router" };
  }

  /** The values as the next node sees them; null when an update cannot be folded, which the host then says. */
  function folded(values: Values, updates: readonly Update[]): Values | null {
    try {
      return updates.reduce<Values>((before, update) => foldedIn(state, before, update), values);
    } catch {
      return null;
    }
  }
}

/**
 * The updates of several steps, as one step can write them.
 *
 * The host takes one value for a field that replaces, which is the last one, and passes over what comes after an `Overwrite`.
 */
function asOneStep(state: StateDeclaration, updates: readonly Update[]): readonly Update[] {
  const overwritten: Update = {};
  const replaced: Update = {};
  const kept = updates.map((update) => {
    const added: Update = {};
    for (const [name, value] of Object.entries(update)) {
      if (value instanceof Overwrite) overwritten[name] = value.value;
      else if (Object.hasOwn(overwritten, name))
        Object.assign(overwritten, foldedIn(state, overwritten, { [name]: value }));
      else if (foldsIn(state, name)) added[name] = value;
      else replaced[name] = value;
    }
    return added;
  });
  const overwrites = Object.entries(overwritten).map(([name, value]) => [name, new Overwrite(value)] as const);
  return [...kept, { ...replaced, ...Object.fromEntries(overwrites) }].filter((each) => Object.keys(each).length > 0);
}

function foldedIn<Values extends object>(state: StateDeclaration, values: Values, update: Update): Values {
  const added: Update = {};
  const replaced: Update = {};
  for (const [name, value] of Object.entries(update)) {
    if (value instanceof Overwrite) replaced[name] = value.value;
    else added[name] = value;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a node has answered was checked against the state
  const next = applyUpdate(state, values as ValueOf<StateDeclaration>, added as UpdateOf<StateDeclaration>);
  const all: object = Object.keys(replaced).length === 0 ? next : { ...next, ...replaced };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields with other values
  return all as Values;
}

const foldsIn = (state: StateDeclaration, name: string): boolean => {
  const { reducer, holds } = state.fields[name] ?? {};
  return reducer !== undefined || holds === "messages";
};

/** True for a command that goes somewhere, or to a graph around this one. */
const leads = ({ graph, goto = [] }: Command): boolean => graph !== undefined || [goto].flat().length > 0;

/** What a node wants written: its answer, or what its command carries, in pairs of name and value too. */
function updateOf(part: unknown): Update {
  const update: unknown = part instanceof Command ? part.update : part;
  const entries: readonly unknown[] = Array.isArray(update)
    ? update
    : Object.entries({ ...(isPlainRecord(update) && update) });
  return Object.fromEntries(entries.map((each) => (Array.isArray(each) ? [String(each[0]), each[1]] : ["", each])));
}

/**
 * Where an edit in the name of a node goes on: at the router. In a run the node itself says where, and this says nothing.
 *
 * A runnable of its own, because the host traces every function that it is given as a path.
 */
export class AfterEdit extends Runnable<object, "router"[]> {
  readonly lc_namespace = ["tidemark", "agents"];

  // oxlint-disable-next-line typescript/require-await -- the host asks for a promise
  override async invoke(_: object, options?: LangGraphRunnableConfig): Promise<"router"[]> {
    // The host only writes, and runs nothing, when somebody edits a thread.
    return options?.executionInfo === undefined ? ["router"] : [];
  }
}
