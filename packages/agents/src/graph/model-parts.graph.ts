import type { LoadModel } from "../models/model-source.graph.ts";
import { modelClassifier, modelPlanner, modelResponder, modelTaskExtractor } from "../plans/model-parts.graph.ts";
import type { GraphPlanner } from "../nodes/planning-nodes.graph.ts";
import type { Classifier, Responder, TaskExtractor } from "../plans/parts.ts";

/** The parts of a graph that plan, choose and answer; each may be missing. */
export interface PlanningParts {
  readonly planner?: GraphPlanner | undefined;
  readonly taskExtractor?: TaskExtractor | undefined;
  readonly classifier?: Classifier | undefined;
  readonly responder?: Responder | undefined;
}

/** The same with a planner. */
export interface CompleteParts extends PlanningParts {
  readonly planner: GraphPlanner;
  /** True when an agent that has answered the user itself goes before the responder. */
  readonly defers: boolean;
}

/** Agents and model of the missing parts. */
export interface PartsOptions {
  readonly agents: readonly { readonly name: string }[];
  /** Agent that starts every turn. */
  readonly entry: string | undefined;
  readonly load: LoadModel | null;
}

/**
 * Fills the missing parts with a model. With an entry, or with one agent, the plan is that agent, and nothing has to be chosen;
 * null when a planner is missing and there is no model.
 */
export function completeParts(given: PlanningParts, { agents, entry, load }: PartsOptions): CompleteParts | null {
  const { planner, taskExtractor, classifier, responder } = given;
  if (planner !== undefined) return { ...given, planner, defers: false };
  const agent = entry ?? (agents.length === 1 ? agents[0]?.name : undefined);
  if (agent !== undefined) {
    return {
      ...given,
      planner: ({ task }) => Promise.resolve({ steps: [{ capability: agent, taskObjective: task }] }),
      defers: false,
    };
  }
  if (load === null) return null;
  return {
    planner: async (input) => await modelPlanner(await load())(input),
    taskExtractor: taskExtractor ?? (async (input) => await modelTaskExtractor(await load())(input)),
    classifier: classifier ?? (async (input) => await modelClassifier(await load())(input)),
    responder: responder ?? (async (input) => await modelResponder(await load())(input)),
    defers: responder === undefined,
  };
}
