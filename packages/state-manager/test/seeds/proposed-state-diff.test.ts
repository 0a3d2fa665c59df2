import { proposedStateDiff } from "@tidemark/state-manager/seeds";
import { expect, test } from "vitest";
import { first, Trip } from "../trip.ts";
import { untyped } from "../untyped.ts";

const values = { ...first, trip_outbound: { flight: "SK 4", seat: "" }, trip_tasks: [{ id: "a", status: "pending" }] };

test("TR-18 a preview contains the updates, the current state, the proposed state, and every change", () => {
  const updates = {
    trip_outbound: { flight: "SK 4", seat: "12A" },
    trip_tasks: [
      { id: "a", status: "done" },
      { id: "b", status: "pending" },
    ],
  };
  const diff = proposedStateDiff(Trip, values, updates);
  expect(diff.proposedUpdates).toEqual(updates);
  expect(diff.currentState).toBe(values);
  expect(diff.proposedState.trip_tasks).toEqual([
    { id: "a", status: "done" },
    { id: "b", status: "pending" },
  ]);
  expect(diff.changes).toEqual([
    { op: "replace", field: "trip_outbound", path: "/seat", before: "", after: "12A" },
    { op: "replace", field: "trip_tasks", path: "/0/status", before: "pending", after: "done" },
    { op: "add", field: "trip_tasks", path: "/1", after: { id: "b", status: "pending" } },
  ]);
  expect(values.trip_outbound.seat).toBe("");
});

test("an update with the current value changes nothing", () => {
  expect(proposedStateDiff(Trip, values, { trip_outbound: { flight: "SK 4", seat: "" } }).changes).toEqual([]);
});

test("a missing entry of a record or list is a removal, and a value of another kind one replacement", () => {
  const lists = { ...first, capability_context_data: { A: { k: { list: [1, 2], deep: { x: 1 } } } } };
  const diff = proposedStateDiff(Trip, lists, { capability_context_data: { A: { k: { list: [1], deep: "gone" } } } });
  expect(diff.changes).toEqual([
    { op: "remove", field: "capability_context_data", path: "/A/k/list/1", before: 2 },
    { op: "replace", field: "capability_context_data", path: "/A/k/deep", before: { x: 1 }, after: "gone" },
  ]);
});

test("an invalid update throws", () => {
  expect(() => proposedStateDiff(Trip, values, untyped({ trip_city: 7 }))).toThrow(/trip_city/);
});
