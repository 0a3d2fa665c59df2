import { expect, test } from "vitest";
import { estimatedSize } from "../src/source/estimated-size.ts";
import { sizeOfVersions, versionKey } from "../src/source/version-sizes.ts";

test("a version of a value counts once, with the checkpoint that added it", () => {
  const checkpoints = [
    { id: "1", bytes: 10, versions: { a: 1 } },
    { id: "2", bytes: 10, versions: { a: 1, b: 2 } },
    { id: "3", bytes: 10, versions: { a: 3, b: 2, __start__: 1 } },
  ];
  const sizes = new Map([
    [versionKey("a", 1), 100],
    [versionKey("b", 2), 7],
    [versionKey("a", "3"), 200],
  ]);
  expect(sizeOfVersions("rows", checkpoints, sizes)).toEqual({
    basis: "rows",
    checkpoints: 3,
    valueBytes: 307,
    recordBytes: 30,
    fields: { a: 200, b: 7 },
    turns: [
      { checkpointId: "1", bytes: 110 },
      { checkpointId: "2", bytes: 17 },
      { checkpointId: "3", bytes: 210 },
    ],
    pruned: [],
  });
});

test("sizes of a saver that measures nothing are those of its values as JSON, and a circle has none", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  const size = estimatedSize([
    { id: "1", channel_values: { a: "x" }, channel_versions: { a: 1, gone: 4 } },
    { id: "2", channel_values: { a: "x", b: circle }, channel_versions: { a: 1, b: 2 } },
  ]);
  expect(size).toMatchObject({ basis: "json", valueBytes: 3, recordBytes: 0, fields: { a: 3, b: 0 } });
  expect(size.turns.map(({ bytes }) => bytes)).toEqual([3, 0]);
});
