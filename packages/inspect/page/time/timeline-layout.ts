import type { ThreadStep } from "../../src/history/thread-steps.ts";
import type { StepOrder } from "./step-order.ts";

/** How much room time takes. */
export interface TimeScale {
  /** Pixels of a millisecond. */
  readonly pixels: number;
  /** Minimum pixels of a step. */
  readonly narrow: number;
  /** Minimum pixels of a turn, for its text. */
  readonly turn: number;
  /** Maximum pixels of a pause. A longer one is cut, and its time is written into it. */
  readonly pause: number;
}

/** A step in the timeline. */
export interface PlacedStep {
  readonly step: ThreadStep;
  /** Pixels from the start of the timeline. */
  readonly x: number;
  readonly width: number;
  readonly lanes: readonly number[];
}

/** Time in which nothing ran, drawn shorter than it was. */
export interface PlacedPause {
  readonly x: number;
  readonly width: number;
  readonly milliseconds: number;
}

/** A turn in the timeline. */
export interface PlacedTurn {
  readonly number: number;
  readonly branch: number;
  readonly x: number;
  readonly width: number;
  readonly steps: readonly PlacedStep[];
  /** Pauses before the turn and in it. */
  readonly pauses: readonly PlacedPause[];
}

/** Steps and turns with their places, at one scale. */
export interface TimelineLayout {
  readonly turns: readonly PlacedTurn[];
  readonly steps: readonly PlacedStep[];
  readonly byId: ReadonlyMap<string, PlacedStep>;
  readonly width: number;
}

/** Pixels before the first step of a turn, between steps, and after the last one. */
const START = 6;
const GAP = 2;
const END = 10;

/** Places the steps of a thread. Each is as wide as its time, but not too narrow to be seen. */
export function layoutOf({ turns: ordered }: StepOrder, scale: TimeScale): TimelineLayout {
  const byId = new Map<string, PlacedStep>();
  const all: PlacedStep[] = [];
  let x = 0;
  const turns = ordered.map(({ number, branch, steps: own }): PlacedTurn => {
    const pauses: PlacedPause[] = [];
    /** Room of the time before a step, up to which it is drawn in full. */
    const pass = (milliseconds: number, from: number): number => {
      const width = milliseconds * scale.pixels;
      if (width <= scale.pause) return width;
      pauses.push({ x: from, width: scale.pause, milliseconds });
      return scale.pause;
    };
    const begin = x + pass(own[0]?.pause ?? 0, x);
    let at = begin + START;
    const steps = own.map(({ step, lanes, pause }, index): PlacedStep => {
      if (index > 0) at += pass(pause, at);
      const width = Math.max(scale.narrow, (step.milliseconds ?? 0) * scale.pixels);
      const placed = { step, x: at, width, lanes };
      byId.set(step.id, placed);
      all.push(placed);
      at += width + GAP;
      return placed;
    });
    const width = Math.max(scale.turn, at - begin + END);
    x = begin + width;
    return { number, branch, x: begin, width, steps, pauses };
  });
  return { turns, steps: all, byId, width: x };
}

/** A place in time that every scale has: how far between a step and the next one. */
export interface TimePosition {
  readonly index: number;
  readonly part: number;
}

const END_OF = { x: 0 };

/** The place in time at these pixels. */
export function positionAt({ steps, width }: TimelineLayout, x: number): TimePosition {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.x ?? 0) <= x) low = middle + 1;
    else high = middle;
  }
  const index = low - 1;
  const from = steps[index]?.x ?? 0;
  const to = steps[index + 1]?.x ?? width;
  return { index, part: to > from ? (x - from) / (to - from) : 0 };
}

/** Pixels of a place in time. */
export function pixelsOf({ steps, width }: TimelineLayout, { index, part }: TimePosition): number {
  const { x: from } = steps[index] ?? END_OF;
  const to = steps[index + 1]?.x ?? width;
  return from + part * (to - from);
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
