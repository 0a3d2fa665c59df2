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
  test("returns a checkpoint of the current version unchanged", () => {
    const tuple = tupleOf({ journey_travelers: ["Ann"], runtime_schema_version: 2 });
    expect(migrateTuple(saver, toTwo, tuple).tuple).toBe(tuple);
  });

  test("lists the channels that are not stored yet, with a version that no other branch uses", () => {
    const stored = tupleOf({ journey_traveler: "Ann", journey_draft: "x", "branch:to:ask": null });
    const { tuple, unstored, from } = migrateTuple(saver, toTwo, stored);
    expect(from).toBe(1);
    expect(unstored).toEqual({
      journey_travelers: 4.002,
      runtime_field_versions: 4.002,
      runtime_schema_version: 4.002,
    });
    expect(tuple.checkpoint.channel_versions).toEqual({ journey_draft: 2, "branch:to:ask": 3, ...unstored });
    expect(tuple.checkpoint.channel_values).toMatchObject({ journey_draft: "x", "branch:to:ask": null });
    expect(stored.checkpoint.channel_values).toEqual({
      journey_traveler: "Ann",
      journey_draft: "x",
      "branch:to:ask": null,
    });
  });

  test("uses the string versions of a saver", () => {
    const stored = tupleOf({ bare_amount: 1 });
    stored.checkpoint.channel_versions["bare_amount"] = "0007.5";
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- such savers exist, although LangGraph's types forbid them
    const counting = { getNextVersion: (current: number | undefined) => `${String(current)}+` as unknown as number };
    expect(migrateTuple(counting, bareToTwo, stored).unstored).toEqual({ bare_amount: "0007.5+" });
  });

  test("records the version in the metadata, which take precedence over the values", () => {
    const { tuple } = migrateTuple(saver, bareToTwo, tupleOf({ bare_amount: 5 }));
    expect(tuple.metadata).toMatchObject({ source: "loop", step: 1, [VERSION_KEY]: 2 });
    expect(versionOfTuple(bareToTwo, tuple)).toBe(2);
    expect(migrateTuple(saver, bareToTwo, tuple).tuple.checkpoint.channel_values).toEqual({ bare_amount: 500 });
    expect(BareTwo.version).toBe(2);
  });

  test("migrates an input that was stored before its first step", () => {
    const { tuple } = migrateTuple(
      saver,
      toTwo,
      tupleOf({ __start__: { journey_traveler: "Ann", journey_notes: ["sea"] } }),
    );
    expect(tuple.checkpoint.channel_values["__start__"]).toEqual({
      journey_travelers: ["Ann"],
      journey_notes: [{ text: "sea" }],
    });
  });

  test("migrates pending writes, overwrites and sent tasks", () => {
    const send = new Send("worker", { place: "sea" });
    const { tuple } = migrateTuple(
      saver,
      toTwo,
      tupleOf(
        { journey_traveler: "Ann", __pregel_tasks: [send] },
        {
          pendingWrites: [
            ["a", "journey_notes", ["sea"]],
            ["a", "journey_notes", new Overwrite(["hills"])],
            ["a", "journey_notes", { __overwrite__: ["lake"] }],
            ["a", "journey_traveler", "Ben"],
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
      ["a", "journey_travelers", ["Ben"]],
      ["a", "branch:to:ask", null],
      ["b", "__interrupt__", { value: "Shall I?" }],
      ["b", "__pregel_tasks", new Send("worker", { place: "sea", migrated: true })],
    ]);
    expect(tuple.checkpoint.channel_values["__pregel_tasks"]).toEqual([
      new Send("worker", { place: "sea", migrated: true }),
    ]);
  });

  test("leaves writes of the current version unchanged and removes their mark", () => {
    const pendingWrites: CheckpointTuple["pendingWrites"] = [
      ["old", "journey_notes", ["sea"]],
      ["new", "journey_notes", [{ text: "hills" }]],
      ["new", WRITTEN_BY, 2],
    ];
    const { tuple } = migrateTuple(saver, toTwo, tupleOf({ journey_traveler: "Ann" }, { pendingWrites }));
    expect(tuple.pendingWrites).toEqual([
      ["old", "journey_notes", [{ text: "sea" }]],
      ["new", "journey_notes", [{ text: "hills" }]],
    ]);
  });

  test("drops pending writes of a removed field", () => {
    const dropping = defineMigrations(JourneyTwo, [{ to: 2, description: "No seats.", drop: ["journey_seats"] }]);
    const stored = tupleOf({ journey_seats: 3 }, { pendingWrites: [["a", "journey_seats", 4]] });
    const { tuple } = migrateTuple(saver, dropping, stored);
    expect(tuple.pendingWrites).toEqual([]);
    expect(tuple.checkpoint.channel_versions).not.toHaveProperty("journey_seats");
  });

  test("refuses pending writes of a newer version, regardless of the checkpoint's version", () => {
    const stored = tupleOf(
      { journey_travelers: [], runtime_schema_version: 2 },
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
