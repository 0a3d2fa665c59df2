import { MemorySaver, Overwrite, Send } from "@langchain/langgraph";
import { type CheckpointTuple, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { defineMigrations } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { migrateTuple, VERSION_KEY, versionOfTuple, WRITTEN_BY } from "../../src/migrations/migrate-tuple.graph.ts";
import { BareTwo, bareToTwo, JourneyTwo, toTwo } from "./journeys.ts";

const saver = new MemorySaver();

function tupleOf(values: object, more: Partial<CheckpointTuple> = {}): CheckpointTuple {
  const versions = Object.fromEntries(Object.keys(values).map((name, index) => [name, index + 1]));
  return {
    config: { configurable: { thread_id: "t", checkpoint_ns: "", checkpoint_id: "c" } },
    checkpoint: { ...emptyCheckpoint(), channel_values: { ...values }, channel_versions: versions },
    metadata: { source: "loop", step: 1, parents: {} },
    ...more,
  };
}

describe("migrateTuple", () => {
  test("gives a checkpoint of the present version back as it is", () => {
    const tuple = tupleOf({ journey_travellers: ["Ann"], runtime_schema_version: 2 });
    expect(migrateTuple(saver, toTwo, tuple).tuple).toBe(tuple);
  });

  test("tells of the channels that are not stored yet, under a version that no other branch has", () => {
    const stored = tupleOf({ journey_traveller: "Ann", journey_draft: "x", "branch:to:ask": null });
    const { tuple, unstored, from } = migrateTuple(saver, toTwo, stored);
    expect(from).toBe(1);
    expect(unstored).toEqual({
      journey_travellers: 4.002,
      runtime_field_versions: 4.002,
      runtime_schema_version: 4.002,
    });
    expect(tuple.checkpoint.channel_versions).toEqual({ journey_draft: 2, "branch:to:ask": 3, ...unstored });
    expect(tuple.checkpoint.channel_values).toMatchObject({ journey_draft: "x", "branch:to:ask": null });
    expect(stored.checkpoint.channel_values).toEqual({
      journey_traveller: "Ann",
      journey_draft: "x",
      "branch:to:ask": null,
    });
  });

  test("counts in the words of a saver that counts with text", () => {
    const stored = tupleOf({ bare_amount: 1 });
    stored.checkpoint.channel_versions["bare_amount"] = "0007.5";
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- such savers exist, past the host's own types
    const counting = { getNextVersion: (current: number | undefined) => `${String(current)}+` as unknown as number };
    expect(migrateTuple(counting, bareToTwo, stored).unstored).toEqual({ bare_amount: "0007.5+" });
  });

  test("notes the version in the metadata, which says more than the values", () => {
    const { tuple } = migrateTuple(saver, bareToTwo, tupleOf({ bare_amount: 5 }));
    expect(tuple.metadata).toMatchObject({ source: "loop", step: 1, [VERSION_KEY]: 2 });
    expect(versionOfTuple(bareToTwo, tuple)).toBe(2);
    expect(migrateTuple(saver, bareToTwo, tuple).tuple.checkpoint.channel_values).toEqual({ bare_amount: 500 });
    expect(BareTwo.version).toBe(2);
  });

  test("lifts an input that was stored before its first step", () => {
    const { tuple } = migrateTuple(
      saver,
      toTwo,
      tupleOf({ __start__: { journey_traveller: "Ann", journey_notes: ["sea"] } }),
    );
    expect(tuple.checkpoint.channel_values["__start__"]).toEqual({
      journey_travellers: ["Ann"],
      journey_notes: [{ text: "sea" }],
    });
  });

  test("lifts pending writes, those that take the place of a value, and tasks that were sent", () => {
    const send = new Send("worker", { place: "sea" });
    const { tuple } = migrateTuple(
      saver,
      toTwo,
      tupleOf(
        { journey_traveller: "Ann", __pregel_tasks: [send] },
        {
          pendingWrites: [
            ["a", "journey_notes", ["sea"]],
            ["a", "journey_notes", new Overwrite(["hills"])],
            ["a", "journey_notes", { __overwrite__: ["lake"] }],
            ["a", "journey_traveller", "Ben"],
            ["a", "branch:to:ask", null],
            ["b", "__interrupt__", { value: "Shall I?" }],
            ["b", "__pregel_tasks", send],
          ],
        },
      ),
    );
    expect(tuple.pendingWrites).toEqual([
      ["a", "journey_notes", [{ text: "sea" }]],
      ["a", "journey_notes", new Overwrite([{ text: "hills" }])],
      ["a", "journey_notes", { __overwrite__: [{ text: "lake" }] }],
      ["a", "journey_travellers", ["Ben"]],
      ["a", "branch:to:ask", null],
      ["b", "__interrupt__", { value: "Shall I?" }],
      ["b", "__pregel_tasks", new Send("worker", { place: "sea", migrated: true })],
    ]);
    expect(tuple.checkpoint.channel_values["__pregel_tasks"]).toEqual([
      new Send("worker", { place: "sea", migrated: true }),
    ]);
  });

  test("leaves the writes of a task that the present version wrote alone, and takes out the mark", () => {
    const pendingWrites: CheckpointTuple["pendingWrites"] = [
      ["old", "journey_notes", ["sea"]],
      ["new", "journey_notes", [{ text: "hills" }]],
      ["new", WRITTEN_BY, 2],
    ];
    const { tuple } = migrateTuple(saver, toTwo, tupleOf({ journey_traveller: "Ann" }, { pendingWrites }));
    expect(tuple.pendingWrites).toEqual([
      ["old", "journey_notes", [{ text: "sea" }]],
      ["new", "journey_notes", [{ text: "hills" }]],
    ]);
  });

  test("drops pending writes of a field that is gone", () => {
    const gone = defineMigrations(JourneyTwo, [{ to: 2, doc: "No seats.", drop: ["journey_seats"] }]);
    const stored = tupleOf({ journey_seats: 3 }, { pendingWrites: [["a", "journey_seats", 4]] });
    const { tuple } = migrateTuple(saver, gone, stored);
    expect(tuple.pendingWrites).toEqual([]);
    expect(tuple.checkpoint.channel_versions).not.toHaveProperty("journey_seats");
  });

  test("refuses pending writes of a newer version, whatever the checkpoint says", () => {
    const stored = tupleOf(
      { journey_travellers: [], runtime_schema_version: 2 },
      {
        pendingWrites: [
          ["a", WRITTEN_BY, 3],
          ["a", "journey_notes", []],
        ],
      },
    );
    expect(() => migrateTuple(saver, toTwo, stored)).toThrow("written by version 3");
  });
});
