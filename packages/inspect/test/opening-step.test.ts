import { expect, test } from "vitest";
import { openingStepOf } from "../page/store/end-steps.ts";
import { threadReader } from "../src/index.ts";
import type { ThreadStep } from "../src/history/thread-steps.ts";
import { bookedTrip } from "./trip.ts";

const INFRASTRUCTURE = ["control_iteration", "runtime_turn_id"];

/** Steps of a thread, each after the one before. */
function threadOf(
  steps: readonly (Pick<ThreadStep, "nodes" | "changed"> & { readonly next?: readonly string[] })[],
  left: { readonly interrupts?: number; readonly errors?: number } = {},
) {
  const all = steps.map(({ next = [], ...each }, index): ThreadStep => ({
    id: `${index}`,
    parent: index === 0 ? null : `${index - 1}`,
    label: `1.${index}`,
    turn: 1,
    step: index - 1,
    branch: 0,
    source: index === 0 ? "input" : "loop",
    at: null,
    milliseconds: null,
    waited: null,
    stopped: null,
    next: [...next],
    isAbandoned: false,
    ...each,
  }));
  return {
    thread: {
      newest: `${all.length - 1}`,
      infrastructure: INFRASTRUCTURE,
      interrupts: Array.from({ length: left.interrupts ?? 0 }, (_, index) => ({ id: `${index}`, value: null })),
      errors: Array.from({ length: left.errors ?? 0 }, () => "failed"),
    },
    byId: new Map(all.map((step) => [step.id, step])),
  };
}

const input = { nodes: [], changed: ["messages"] };
const reset = { nodes: ["turn_start"], changed: ["trip_notes", "runtime_turn_id"] };
const routed = { nodes: ["root"], changed: ["control_iteration"] };
const wrote = { nodes: ["flights"], changed: ["trip_city"] };

test.each([
  ["asks", threadOf([input, reset, wrote, { ...routed, next: ["approval"] }], { interrupts: 1 }), "3"],
  ["failed", threadOf([input, reset, { ...routed, next: ["flights"] }], { errors: 1 }), "2"],
  ["has ended after an agent wrote", threadOf([input, reset, wrote, routed]), "2"],
  ["has ended and no agent wrote a field of the application", threadOf([input, reset, routed, routed]), "3"],
  ["runs, and has only reset its fields", threadOf([input, reset, { ...routed, next: ["flights"] }]), "2"],
  ["has only begun", threadOf([input, { ...reset, next: ["root"] }]), "1"],
  ["is empty", threadOf([]), null],
])("a thread whose turn %s opens where that is seen", (_, { thread, byId }, expected) => {
  expect(openingStepOf(thread, byId)).toBe(expected);
});

test("a trip that waits for an approval opens at the step that asks, and not where the turn reset its fields", async () => {
  const { session, saver, state } = bookedTrip();
  await session.send("Where does it rain?");
  const timeline = await threadReader({ saver, state }).steps("ann");
  const byId = new Map(timeline.steps.map((step) => [step.id, step]));
  const opened = byId.get(openingStepOf(timeline, byId) ?? "");
  expect(timeline.interrupts.length > 0 ? opened?.id : opened?.nodes).not.toContain("turn_start");
  expect(opened?.id).toBe(timeline.interrupts.length > 0 ? timeline.newest : opened?.id);
});
