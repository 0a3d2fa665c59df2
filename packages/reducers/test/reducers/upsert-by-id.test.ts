import { reducerErrors, upsertById } from "@tidemark/reducers";
import { testLaws } from "@tidemark/reducers/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { untyped } from "../untyped.ts";

interface Task {
  readonly taskId: string;
  readonly status?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

const reduce = upsertById<Task>({ key: (task) => task.taskId });

describe("upsertById", () => {
  test("TR-03 changes the attributes in the update and keeps the others", () => {
    const current = [{ taskId: "a", status: "pending", metadata: { x: 1 } }];
    expect(reduce(current, [{ taskId: "a", status: "done" }])).toEqual([
      { taskId: "a", status: "done", metadata: { x: 1 } },
    ]);
  });

  test("TR-04 merges records inside an item one level deep", () => {
    const current = [{ taskId: "a", metadata: { x: 1, y: 2, deep: { p: 1, q: 1 } } }];
    expect(reduce(current, [{ taskId: "a", metadata: { x: 9, deep: { p: 2 } } }])).toEqual([
      { taskId: "a", metadata: { x: 9, y: 2, deep: { p: 2 } } },
    ]);
  });

  test("TR-05 adds a new item at the end", () => {
    expect(reduce([{ taskId: "a" }], [{ taskId: "b" }])).toEqual([{ taskId: "a" }, { taskId: "b" }]);
  });

  test("TR-06 the same new item twice in one update is one item", () => {
    const update = [
      { taskId: "a", status: "pending" },
      { taskId: "a", tags: ["x"] },
    ];
    expect(reduce([], update)).toEqual([{ taskId: "a", status: "pending", tags: ["x"] }]);
  });

  test("TR-07 an item without an id is refused with its index", () => {
    expect(() => reduce([], [{ taskId: "a" }, { status: "done" }])).toThrow(reducerErrors.missingKey({ path: "[1]" }));
  });

  test("TR-08 an empty id is refused", () => {
    expect(() => reduce([], [{ taskId: "", status: "done" }])).toThrow(reducerErrors.missingKey({ path: "[0]" }));
  });

  test("TR-09 an update that is not a list is refused", () => {
    const error = reducerErrors.wrongShape({ path: "", expected: "a list", found: "a record" });
    expect(() => reduce([{ taskId: "a" }], untyped({ taskId: "a" }))).toThrow(error);
  });

  test.each(["a", null, 1, [["taskId", "a"]]])("an item that is %j is refused", (item) => {
    expect(() => reduce([], untyped([item]))).toThrow(/^The update at "\[0\]"/);
  });

  test("TR-14 a later change of the caller's item does not change the state", () => {
    const mine = { taskId: "a", metadata: { list: [1] } };
    const next = reduce([], [mine]);
    mine.metadata.list.push(2);
    mine.taskId = "z";
    expect(next).toEqual([{ taskId: "a", metadata: { list: [1] } }]);
  });

  test("lists and null replace the current value", () => {
    const current = [{ taskId: "a", tags: ["x", "y"], metadata: { x: 1 } }];
    expect(reduce(current, untyped([{ taskId: "a", tags: ["z"], metadata: null }]))).toEqual([
      { taskId: "a", tags: ["z"], metadata: null },
    ]);
  });

  test("an attribute that is undefined is skipped", () => {
    const current = [{ taskId: "a", status: "done", metadata: { x: 1 } }];
    expect(reduce(current, [{ taskId: "a", status: undefined, metadata: { x: undefined } }])).toBe(current);
  });

  test("returns the list itself when nothing changes, and shares unchanged items", () => {
    const current = [{ taskId: "a", status: "done" }, { taskId: "b" }];
    expect(reduce(current, [{ taskId: "a", status: "done" }])).toBe(current);
    const next = reduce(current, [{ taskId: "b", status: "done" }]);
    expect(next[0]).toBe(current[0]);
    expect(Object.isFrozen(next) && Object.isFrozen(next[1])).toBe(true);
  });

  const change = fc.record(
    {
      taskId: fc.constantFrom("a", "b", "c"),
      status: fc.constantFrom("pending", "done"),
      metadata: fc.dictionary(fc.constantFrom("x", "y"), fc.constantFrom(1, 2, null)),
    },
    { requiredKeys: ["taskId"] },
  );

  testLaws(
    ["identity", "batching", "idempotence", "purity"],
    {
      reduce,
      initial: [],
      empty: [],
      update: fc.array(change, { maxLength: 4 }),
      concat: (first, second) => [...first, ...second],
    },
    { test },
  );
});
