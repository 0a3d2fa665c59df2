import { END, getConfig, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { guardSend } from "../../src/ownership/guarded-send.graph.ts";

const send = (config: LangGraphRunnableConfig, value: unknown) => {
  const raw: unknown = config.configurable?.["__pregel_send"];
  if (typeof raw !== "function") throw new Error("LangGraph has no such function any more");
  Reflect.apply(raw, undefined, [[["task_current_task", value]]]);
};

const after = (run: (config: LangGraphRunnableConfig) => void) =>
  new StateGraph(toStateSchema(AgentState))
    .addNode("node", (_, config) => (run(config), {}))
    .addEdge(START, "node")
    .addEdge("node", END)
    .compile({ checkpointer: new MemorySaver() })
    .invoke({}, { configurable: { thread_id: "t" } });

const marks = (mark: string) => ({ check: (_: string, value: unknown) => `${String(value)}${mark}` });

describe("guardSend", () => {
  test("checks writes through the config, and through the config that LangGraph provides in the node", async () => {
    const own = await after((config) => send(guardSend(config, marks("!")), "a"));
    expect(own.task_current_task).toBe("a!");
    const ambient = await after((config) => {
      guardSend({ ...config }, marks("!"));
      send(getConfig(), "b");
    });
    expect(ambient.task_current_task).toBe("b!");
  });

  test("replaces another guard, or adds to it", async () => {
    const replaced = await after((config) => send(guardSend(guardSend(config, marks("!")), marks("?")), "a"));
    expect(replaced.task_current_task).toBe("a?");
    const added = await after((config) =>
      send(guardSend(guardSend(config, marks("!")), { ...marks("?"), adds: true }), "a"),
    );
    expect(added.task_current_task).toBe("a?!");
  });

  test("does nothing outside a graph", () => {
    const config = { configurable: {} };
    expect(guardSend(config, marks("!"))).toEqual(config);
  });
});
