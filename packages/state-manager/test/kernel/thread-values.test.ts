import { Command, END, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
import { AgentState, defineState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { describe, expect, test } from "vitest";
import { threadValue, threadValues } from "../../src/kernel/thread-values.graph.ts";

const { task_current_task, messages } = AgentState.fields;
const State = defineState({ version: 1, fields: { task_current_task, messages } });

const broken = (): never => {
  throw new Error("broken");
};

/** Values that a node with this input reads from the thread. */
const seenBy = async (input: object) => {
  const seen: unknown[] = [];
  await new StateGraph(toStateSchema(State))
    .addNode("first", () => new Command({ update: { task_current_task: "Fly" }, goto: "second" }), { ends: ["second"] })
    .addNode("second", () => new Command({ goto: [new Send("look", input)] }), { ends: ["look"] })
    .addNode("look", (values, config) => {
      // The requested state has more fields than the graph.
      const { task_user_input: absent, ...read }: Record<string, unknown> = threadValues(AgentState, values, config);
      seen.push(read, absent, threadValue("task_current_task", config, "otherwise"));
      return {};
    })
    .addEdge(START, "first")
    .addEdge("look", END)
    .compile({ checkpointer: new MemorySaver() })
    .invoke({}, { configurable: { thread_id: "t" } });
  return seen;
};

describe("threadValues", () => {
  test("reads the fields from the thread and keeps the other keys of the input", async () => {
    const forged = { task_current_task: "EVIL", task_user_input: "EVIL", subject: "cats" };
    expect(await seenBy(forged)).toEqual([
      { task_current_task: "Fly", messages: [], subject: "cats" },
      undefined,
      "Fly",
    ]);
  });

  test("returns the input outside of a graph", () => {
    const input = { task_current_task: "Sail" };
    expect(threadValues(AgentState, input, {})).toBe(input);
    expect(threadValues(AgentState, input, undefined)).toBe(input);
    expect(threadValue("task_current_task", {}, "otherwise")).toBe("otherwise");
  });

  test("rethrows an error of a channel", () => {
    expect(() => threadValues(AgentState, {}, { configurable: { __pregel_read: broken } })).toThrow("broken");
  });
});
