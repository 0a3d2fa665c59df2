import {
  Command,
  END,
  GraphInterrupt,
  interrupt,
  isInterrupted,
  MemorySaver,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { AgentState, defineState, fieldGroups, initialState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { infrastructureNode, type Part } from "../../src/run/infrastructure-node.graph.ts";

const options = {
  clock: fixedClock("2030-01-31T12:00:00.000Z"),
  timer: { wait: () => new Promise<void>(() => {}) },
};
const values = { ...initialState(AgentState), messages: [] };
const part = (run: Part["run"], more: Partial<Part> = {}) =>
  infrastructureNode(AgentState, { name: "planner", run, ...more }, options);

const broken = () => Promise.reject(new Error("connection reset"));

const classifyError = () => ({ severity: "fatal" as const, userMessage: "It is broken." });

describe("infrastructureNode", () => {
  test("counts a successful part, and records it as the last node", async () => {
    const update = await part(() => Promise.resolve({ task_current_task: "Go" }))(
      { ...values, control_iteration: 3, control_has_error: true },
      {},
    );
    expect(update).toMatchObject({
      task_current_task: "Go",
      control_iteration: 4,
      control_last_agent: "planner",
      control_has_error: false,
    });
  });

  test("turns an error of a part into a failure, with the policy of its kind or its own", async () => {
    expect(await part(broken, { retries: "planner" })(values, {})).toMatchObject({
      control_error_info: { node: "planner", retryPolicy: { maxAttempts: 4, delaySeconds: 2, backoffFactor: 2 } },
    });
    const retryPolicy = { maxAttempts: 1, delaySeconds: 0, backoffFactor: 1 };
    expect(await part(broken, { retryPolicy, classifyError })(values, {})).toMatchObject({
      control_error_info: { classification: { severity: "fatal", userMessage: "It is broken." }, retryPolicy },
    });
  });

  test("a result that does not match the state is a failure, and none of it is written", async () => {
    // @ts-expect-error a part in plain JavaScript may return any value
    const update = await part(() => Promise.resolve({ task_current_task: "Go", planning_current_step_index: "one" }))(
      values,
      {},
    );
    expect(update).toMatchObject({ control_has_error: true, control_error_info: { node: "planner" } });
    expect(update).not.toHaveProperty("task_current_task");
  });

  test("leaves out fields that a smaller state does not declare", async () => {
    const { control_last_agent } = fieldGroups.routing;
    const Small = defineState({ version: 1, fields: { control_last_agent } });
    const node = infrastructureNode(
      Small,
      { name: "planner", run: () => Promise.resolve({ task_current_task: "Go" }) },
      options,
    );
    expect(await node(initialState(Small), {})).toEqual({ control_last_agent: "planner" });
  });

  test("lets an interrupt pass, and continues with its answer", async () => {
    const graph = new StateGraph(toStateSchema(AgentState))
      .addNode(
        "ask",
        part((_, { config }) => Promise.resolve({ task_current_task: String(interrupt({ config: typeof config })) })),
      )
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    expect(isInterrupted(await graph.invoke({}, config))).toBe(true);
    expect((await graph.invoke(new Command({ resume: "Bergen" }), config)).task_current_task).toBe("Bergen");
  });

  test("an abort of the caller is thrown, not recorded", async () => {
    const aborted = { signal: AbortSignal.abort(new Error("the page was closed")) };
    await expect(part(() => Promise.resolve({}))(values, aborted)).rejects.toThrow("the page was closed");
    await expect(part(() => Promise.reject(new GraphInterrupt([])))(values, {})).rejects.toBeInstanceOf(GraphInterrupt);
  });
});
