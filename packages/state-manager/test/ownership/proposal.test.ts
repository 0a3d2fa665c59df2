import { Proposal } from "@tidemark/core-state";
import { propose } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { untyped } from "../untyped.ts";
import { first, now, Trip, proposalOf } from "../trip.ts";

const tasks = [
  { id: "a", status: "pending" },
  { id: "b", status: "pending" },
];

const misfit = (draft: { trip_outbound: object; trip_city: unknown }) => {
  Reflect.set(draft.trip_outbound, "seat", 7);
  draft.trip_city = "";
};

describe("propose", () => {
  test("contains author, changes, reason, turn and base versions", () => {
    const values = { ...first, runtime_turn_id: "turn_3", runtime_field_versions: { trip_city: 4 } };
    const proposal = proposalOf({ trip_city: "Oslo", trip_notes: ["sea"] }, { on: values });
    expect(proposal).toEqual({
      proposalId: "planner",
      proposedBy: "planner",
      turnId: "turn_3",
      reason: "It was said.",
      createdAt: now,
      changes: { trip_city: { value: "Oslo" }, trip_notes: { value: ["sea"] } },
      baseVersions: { trip_city: 4, trip_notes: 0 },
    });
    expect(Proposal.parse(proposal)).toEqual(proposal);
    expect(Object.isFrozen(proposal) && Object.isFrozen(proposal.changes)).toBe(true);
  });

  test("records the edits of a draft with the previous value at each place, and does not change the values", () => {
    const values = { ...first, trip_tasks: tasks, trip_outbound: { flight: "SK 4", seat: "" } };
    const { changes } = proposalOf(
      (draft) => {
        draft.trip_outbound.seat = "12A";
        draft.trip_tasks = draft.trip_tasks.map((task) => (task.id === "b" ? { ...task, status: "done" } : task));
      },
      { on: values },
    );
    expect(changes["trip_outbound"]).toEqual({ patches: [{ op: "replace", path: "/seat", value: "12A", was: "" }] });
    expect(changes["trip_tasks"]).toEqual({
      patches: [{ op: "replace", path: "", value: [tasks[0], { id: "b", status: "done" }], was: tasks }],
    });
    expect(values.trip_tasks).toBe(tasks);
  });

  test("an entry added at the end of a list is appended at its later end", () => {
    const { changes } = proposalOf((draft) => {
      draft.trip_notes.push("sea", "hills");
    });
    expect(changes["trip_notes"]).toEqual({
      patches: [
        { op: "add", path: "/-", value: "sea" },
        { op: "add", path: "/-", value: "hills" },
      ],
    });
  });

  test("many edits of one value result in the value", () => {
    const notes = Array.from({ length: 100 }, (_, index) => `note ${index}`);
    const { changes } = proposalOf(
      (draft) => {
        draft.trip_notes.splice(0, 60);
      },
      { on: { ...first, trip_notes: notes } },
    );
    expect(changes["trip_notes"]).toMatchObject({ patches: [{ op: "replace", path: "", value: notes.slice(60) }] });
  });

  test("an edit without effect is left out", () => {
    const { changes } = proposalOf((draft) => {
      draft.trip_outbound.seat = "12A";
      draft.trip_outbound.seat = "";
    });
    expect(changes).toEqual({});
    expect(proposalOf(untyped({ trip_city: undefined })).changes).toEqual({});
  });

  test.each([
    ["an unknown field", { trip_citty: "Oslo" }, /Did you mean "trip_city"\?/],
    ["an invalid value", { trip_city: 7 }, /"trip_city": Invalid input/],
    ["a value that is not JSON", { trip_notes: [new Date(0)] }, /found Date/],
  ])("refuses %s", (_, changes, message) => {
    expect(() => proposalOf(untyped(changes))).toThrow(message);
  });

  test("refuses edits with an invalid result, with every path", () => {
    expect(() => proposalOf(untyped(misfit))).toThrow(/"trip_outbound" at "seat".*\n.*"trip_city"/s);
  });

  test("names and values are checked by the compiler", () => {
    // @ts-expect-error the field is unknown
    expect(() => proposalOf({ trip_country: "Norway" })).toThrow(/no field/);
    // @ts-expect-error a city must be text
    expect(() => proposalOf({ trip_city: 7 })).toThrow(/trip_city/);
    // @ts-expect-error messages are reduced by LangGraph
    expect(() => proposalOf({ messages: [] })).not.toThrow();
  });

  test("uses the versions that the proposer saw", () => {
    const draft = { agent: "ann", changes: { trip_city: "Oslo" }, reason: "", now, proposalId: "p" };
    expect(propose(Trip, first, { ...draft, base: { trip_city: 2 } }).baseVersions).toEqual({ trip_city: 2 });
  });
});
