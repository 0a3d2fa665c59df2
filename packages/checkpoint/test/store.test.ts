import { emptyCheckpoint, TASKS } from "@langchain/langgraph-checkpoint";
import { describe, expect, test } from "vitest";
import { strictSerializer } from "../src/serializer/strict-serializer.ts";
import { DeltaHistories } from "../src/saver/delta-histories.ts";
import { metadataFilter } from "../src/saver/metadata-filter.ts";
import { needsParentWrites, tupleOf } from "../src/saver/read-tuple.ts";

const matches = (filter: Readonly<Record<string, unknown>>) => metadataFilter(filter, strictSerializer());

describe("a filter of metadata", () => {
  const text = strictSerializer().stringify({ source: "loop", step: 3, parents: { "": "a" } });

  test("compares every entry, also those that are records", () => {
    expect(matches({ source: "loop", parents: { "": "a" } })?.(text)).toBe(true);
    expect(matches({ source: "loop", step: 4 })?.(text)).toBe(false);
    expect(matches({ toString: Object.prototype.toString.name })?.(text)).toBe(false);
  });

  test("is missing without entries, and ignores those that are undefined", () => {
    expect(matches({})).toBeNull();
    expect(matches({ source: undefined })).toBeNull();
    expect(metadataFilter(undefined, strictSerializer())).toBeNull();
  });
});

test("the history of a delta channel has its writes oldest first, down to the nearest value", () => {
  const histories = new DeltaHistories(["log", "plan"]);
  expect(histories.addWrites([["b", "log", 3]])).toEqual(["log", "plan"]);
  histories.begin("plan", undefined);
  histories.begin("plan", "draft");
  expect(
    histories.addWrites([
      ["a", "log", 1],
      ["a", "plan", "old"],
      ["a", "log", 2],
    ]),
  ).toEqual(["log"]);
  expect(histories.isComplete).toBe(false);
  histories.begin("log", []);
  expect(histories.isComplete).toBe(true);
  expect(histories.result()).toEqual({
    log: {
      seed: [],
      writes: [
        ["a", "log", 1],
        ["a", "log", 2],
        ["b", "log", 3],
      ],
    },
    plan: { seed: "draft", writes: [] },
  });
});

test("the sends of a step come from the parent where the format of a checkpoint stored them there", () => {
  const row = { threadId: "t", namespace: "", id: "b", parent: "a", document: 1, metadata: "{}", sequence: 2 };
  const checkpoint = { ...emptyCheckpoint(), v: 3, channel_versions: { log: 4 } };
  expect(needsParentWrites(checkpoint, "a")).toBe(true);
  expect(needsParentWrites(checkpoint, null)).toBe(false);
  expect(needsParentWrites({ ...checkpoint, v: 4 }, "a")).toBe(false);
  const tuple = tupleOf({
    row,
    checkpoint,
    metadata: { source: "loop", step: 1, parents: {} },
    pendingWrites: [],
    parentWrites: [
      ["task", "log", 1],
      ["task", TASKS, "send"],
    ],
  });
  expect(tuple.checkpoint.channel_values).toEqual({ [TASKS]: ["send"] });
  expect(tuple.checkpoint.channel_versions).toEqual({ log: 4, [TASKS]: 4 });
  expect(tuple.parentConfig?.configurable).toMatchObject({ thread_id: "t", checkpoint_id: "a" });
});
