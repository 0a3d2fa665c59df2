import { MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stepOrder } from "../page/time/step-order.ts";
import { scaleMark, zoomFor, zoomingOf } from "../page/time/time-scale.ts";
import { layoutOf, pixelsOf, positionAt } from "../page/time/timeline-layout.ts";
import { threadReader } from "../src/index.ts";
import { askPlain } from "./threads.ts";

type Step = Parameters<typeof stepOrder>[0][number];

const BEGIN = Date.parse("2026-11-23T08:00:00.000Z");

/** One step for each pair of milliseconds: before it, and in it. */
function stepsOf(times: readonly (readonly [pause: number, ran: number])[]): readonly Step[] {
  let now = BEGIN;
  return times.map(([pause, milliseconds], index): Step => {
    now += pause + milliseconds;
    return {
      id: `step-${index}`,
      parent: index === 0 ? null : `step-${index - 1}`,
      label: `1.${index}`,
      turn: 1,
      step: index,
      branch: 0,
      source: "loop",
      at: new Date(now).toISOString(),
      milliseconds,
      waited: null,
      stopped: null,
      nodes: ["work"],
      next: [],
      changed: [],
      isAbandoned: false,
    };
  });
}

const ROOM = 1_000;

test("a node that waits for a person has a lane, although it has not finished", async () => {
  const saver = new MemorySaver();
  await askPlain(saver, "ann");
  const { steps } = await threadReader({ saver }).steps("ann");
  const { lanes, turns } = stepOrder(steps);
  expect(lanes).toEqual(["plan", "search", "choose", "book"]);
  expect(turns.flatMap((turn) => turn.steps.flatMap((step) => step.lanes)).every((lane) => lane < 3)).toBe(true);
});

test("the widths of steps are in proportion to their times, and a wait of hours is cut to a mark that says how long it was", () => {
  const order = stepOrder(
    stepsOf([
      [0, 1_000],
      [0, 4_000],
      [3 * 3_600_000, 2_000],
    ]),
  );
  const { turns, steps } = layoutOf(order, zoomingOf(order, ROOM).scale(1));
  const [one = 0, four = 0, two = 0] = steps.map(({ width }) => width);
  expect(four / one).toBeCloseTo(4);
  expect(two / one).toBeCloseTo(2);
  expect(turns.flatMap(({ pauses }) => pauses)).toEqual([
    { x: expect.any(Number) as unknown, width: 48, milliseconds: 3 * 3_600_000 },
  ]);
});

const times = fc.array(fc.tuple(fc.nat(100_000_000), fc.nat(600_000)), { minLength: 1, maxLength: 60 });

test("a thread of any times can be seen: each step has room, in its order, and a short thread fits", () => {
  fc.assert(
    fc.property(times, (all) => {
      const order = stepOrder(stepsOf(all));
      const zooming = zoomingOf(order, ROOM);
      const { steps, width } = layoutOf(order, zooming.scale(1));
      steps.forEach((step, index) => {
        expect(step.width).toBeGreaterThanOrEqual(12);
        expect(step.x + step.width).toBeLessThanOrEqual(steps[index + 1]?.x ?? width);
      });
      expect(zooming.least < 1 || width <= ROOM + 0.001).toBe(true);
    }),
  );
});

test("a place in time is the same at every zoom, and a range fills the view as far as the zoom allows", () => {
  fc.assert(
    fc.property(times, fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
      const order = stepOrder(stepsOf(all));
      const zooming = zoomingOf(order, ROOM);
      const layout = layoutOf(order, zooming.scale(1));
      const place = positionAt(layout, part * layout.width);
      expect(pixelsOf(layout, place)).toBeCloseTo(part * layout.width, 3);
      const end = positionAt(layout, layout.width);
      const zoom = zoomFor(order, zooming, { from: place, to: end, room: ROOM });
      expect(zoom).toBeGreaterThanOrEqual(zooming.least * 0.999);
      expect(zoom).toBeLessThanOrEqual(zooming.most * 1.001);
      const zoomed = layoutOf(order, zooming.scale(zoom));
      const filled = pixelsOf(zoomed, end) - pixelsOf(zoomed, place);
      expect(zoom <= zooming.least * 1.001 || filled <= ROOM + 1).toBe(true);
    }),
  );
});

test("the mark of the scale is a round time that fits beside the lanes", () => {
  const mark = scaleMark({ pixels: 0.03, narrow: 12, turn: 148, pause: 48 });
  expect(mark).toEqual({ milliseconds: 2_000, width: 60 });
  expect(scaleMark({ pixels: 0, narrow: 12, turn: 148, pause: 48 })).toBeNull();
});
