import type { ThreadStep } from "../../src/history/thread-steps.ts";

/** A step in the timeline. */
export interface PlacedStep {
  readonly step: ThreadStep;
  /** Pixels from the start of the timeline. */
  readonly x: number;
  readonly width: number;
  /** Lanes of its nodes, from 0. Empty for an input or an edit. */
  readonly lanes: readonly number[];
}

/** A turn in the timeline. */
export interface PlacedTurn {
  readonly number: number;
  readonly branch: number;
  readonly x: number;
  readonly width: number;
  readonly steps: readonly PlacedStep[];
}

/** A timeline: turns from left to right, one lane for each node. */
export interface TimelineLayout {
  readonly lanes: readonly string[];
  readonly turns: readonly PlacedTurn[];
  readonly width: number;
  readonly byId: ReadonlyMap<string, PlacedStep>;
}

const NARROW = 10;
const GAP = 2;
const TURN_GAP = 14;
const TURN_MIN = 148;

/** Width of a step: longer steps are wider, in proportion to the order of magnitude, so a wait of an hour does not hide the rest. */
const stepWidth = (milliseconds: number | null): number =>
  milliseconds === null ? NARROW : Math.round(Math.min(96, 14 + 7 * Math.log2(1 + milliseconds / 8)));

/** Places the steps of a thread, each as wide as its time times `scale`. Turns of forks come after the turn that they left. */
export function layoutOf(steps: readonly ThreadStep[], scale = 1): TimelineLayout {
  const lanes = [...new Set(steps.flatMap(({ nodes }) => nodes))];
  const laneOf = new Map(lanes.map((name, index) => [name, index]));
  const groups: { readonly number: number; readonly branch: number; readonly steps: ThreadStep[] }[] = [];
  const known = new Map<string, (typeof groups)[number]>();
  for (const step of steps) {
    const key = `${step.turn}/${step.branch}`;
    const group = known.get(key) ?? { number: step.turn, branch: step.branch, steps: [] };
    if (!known.has(key)) groups.push(group);
    known.set(key, group);
    group.steps.push(step);
  }
  groups.sort((one, other) => one.number - other.number || other.branch - one.branch);
  const byId = new Map<string, PlacedStep>();
  let x = 0;
  const turns = groups.map(({ number, branch, steps: own }): PlacedTurn => {
    const begin = x;
    let at = x + 6;
    const placed = own.map((step): PlacedStep => {
      const width = stepWidth(step.milliseconds) * scale;
      const each = { step, x: at, width, lanes: [...new Set(step.nodes)].map((node) => laneOf.get(node) ?? 0) };
      byId.set(step.id, each);
      at += width + GAP;
      return each;
    });
    const width = Math.max(TURN_MIN, at - begin + TURN_GAP);
    x = begin + width;
    return { number, branch, x: begin, width, steps: placed };
  });
  return { lanes: [...lanes, ...waitingIn(steps, laneOf)], turns, width: x, byId };
}

/** Nodes that have not run yet, such as an agent that waits for an approval. */
function waitingIn(steps: readonly ThreadStep[], laneOf: ReadonlyMap<string, number>): readonly string[] {
  const names = new Set(steps.flatMap(({ next }) => next));
  return [...names].filter((name) => name !== "__start__" && !laneOf.has(name));
}

/** Turns that are visible between two positions. */
export function visibleTurns(turns: readonly PlacedTurn[], from: number, to: number): readonly PlacedTurn[] {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const turn = turns[middle];
    if (turn !== undefined && turn.x + turn.width < from) low = middle + 1;
    else high = middle;
  }
  const end = turns.findIndex((turn, index) => index >= low && turn.x > to);
  return turns.slice(low, end === -1 ? undefined : end);
}
