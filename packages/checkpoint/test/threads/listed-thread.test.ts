import * as library from "@langchain/langgraph-checkpoint";
import { type CheckpointTuple, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { expect, test } from "vitest";
import { inWriteOrder, oldestFirst, taskWrites } from "../../src/threads/listed-thread.ts";

const listed = (names: readonly string[]) =>
  names.map((name) => {
    const [id = "", namespace = ""] = name.split("@");
    return { checkpoint: { ...emptyCheckpoint(), id }, config: { configurable: { checkpoint_ns: namespace } }, name };
  });
const order = (...names: string[]) => oldestFirst(listed(names)).map(({ name }) => name);

test("a list is turned round, whatever its ids", () => {
  expect(order("5", "9", "1")).toEqual(["1", "9", "5"]);
  expect(order("2", "9@inner", "3", "4@inner", "8")).toEqual(["8", "4@inner", "3", "9@inner", "2"]);
  expect(order("4@inner", "8")).toEqual(["8", "4@inner"]);
  expect(order()).toEqual([]);
});

test("a list of one namespace after the other is merged by id", () => {
  expect(order("5", "3", "1", "4@inner", "2@inner")).toEqual(["1", "2@inner", "3", "4@inner", "5"]);
});

const pending = (...tasks: string[]) =>
  taskWrites({
    pendingWrites: tasks.map((task, index) => [task, "log", index] as const).map(([a, b, c]) => [a, b, c]),
  });

test("writes of tasks whose ids sort another way get paths that sort as they appear", () => {
  expect(pending("a", "b", "a")).toEqual([
    {
      taskId: "a",
      taskPath: "",
      writes: [
        ["log", 0],
        ["log", 2],
      ],
    },
    { taskId: "b", taskPath: "", writes: [["log", 1]] },
  ]);
  const paths = pending("b", "a", "c").map(({ taskPath }) => taskPath);
  expect(paths).toEqual(paths.toSorted());
  expect(new Set(paths).size).toBe(3);
  expect(taskWrites({})).toEqual([]);
});

const written: CheckpointTuple = {
  config: {},
  checkpoint: emptyCheckpoint(),
  pendingWrites: [
    ["b", "log", 1],
    ["a", "log", 2],
    ["b", "log", 3],
  ],
};
const taskIds = (isOwnSaver: boolean) => inWriteOrder(written, isOwnSaver).pendingWrites?.map(([, , value]) => value);

test("writes of a saver that does not know their order are applied by task id; others stay as they are listed", () => {
  expect(taskIds(true)).toEqual([1, 2, 3]);
  expect(taskIds(false)).toEqual("compareWritesSortKeys" in library ? [1, 2, 3] : [2, 1, 3]);
});
