import type { ThreadStep } from "../../src/history/thread-steps.ts";

/** A step in the order of the timeline. */
export interface OrderedStep {
  readonly step: ThreadStep;
  /** Lanes of its nodes, from 0. Empty for an input or an edit. */
  readonly lanes: readonly number[];
  /** Milliseconds before it in which nothing ran: a person was asked, or the next message came later. */
  readonly pause: number;
}

/** The steps of a turn on one branch. */
export interface OrderedTurn {
  readonly number: number;
  readonly branch: number;
  readonly steps: readonly OrderedStep[];
}

/** Turns from left to right, one lane for each node. */
export interface StepOrder {
  readonly lanes: readonly string[];
  readonly turns: readonly OrderedTurn[];
}

/** Orders the steps of a thread by turns. Turns of forks come after the turn that they left. */
export function stepOrder(steps: readonly ThreadStep[]): StepOrder {
  const lanes = [...new Set(steps.flatMap(({ nodes }) => nodes))];
  const laneOf = new Map(lanes.map((name, index) => [name, index]));
  const turns = new Map<string, { readonly number: number; readonly branch: number; readonly steps: OrderedStep[] }>();
  const lastOf = new Map<number, ThreadStep>();
  for (const step of steps) {
    const key = `${step.turn}/${step.branch}`;
    const turn = turns.get(key) ?? { number: step.turn, branch: step.branch, steps: [] };
    turns.set(key, turn);
    turn.steps.push({
      step,
      lanes: [...new Set(step.nodes)].map((node) => laneOf.get(node) ?? 0),
      pause: pauseBetween(lastOf.get(step.branch), step),
    });
    lastOf.set(step.branch, step);
  }
  return {
    lanes: [...lanes, ...waitingIn(steps, laneOf)],
    turns: [...turns.values()].toSorted((one, other) => one.number - other.number || other.branch - one.branch),
  };
}

/** Milliseconds between the end of a step and the start of the next one. */
function pauseBetween(before: ThreadStep | undefined, step: ThreadStep): number {
  if (step.waited !== null || step.stopped !== null) return (step.waited ?? 0) + (step.stopped ?? 0);
  if (before === undefined || before.at === null || step.at === null) return 0;
  return Math.max(0, Date.parse(step.at) - (step.milliseconds ?? 0) - Date.parse(before.at));
}

/** Nodes that have not run yet, such as an agent that waits for an approval. */
function waitingIn(steps: readonly ThreadStep[], laneOf: ReadonlyMap<string, number>): readonly string[] {
  const names = new Set(steps.flatMap(({ next }) => next));
  return [...names].filter((name) => name !== "__start__" && !laneOf.has(name));
}
