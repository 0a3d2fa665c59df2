import { Command, interrupt, MemorySaver, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { PendingWrite } from "@langchain/langgraph-checkpoint";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { z } from "zod";

/**
 * What differs between the LangGraph versions in our peer range: each fact is tested on both sides of the version that changed it.
 * What all of them share is in `host-contract.test.ts`.
 */

const manifest: unknown = createRequire(import.meta.url)("@langchain/langgraph/package.json");
const { version } = z.object({ version: z.string() }).parse(manifest);
const [major = 0, minor = 0] = version.split(".").map(Number);
const since = (wanted: number): boolean => major > 1 || minor >= wanted;

const append = new ReducedValue(
  z.array(z.string()).default(() => []),
  { reducer: (current, update) => [...current, ...update] },
);
const State = new StateSchema({ log: append });
const thread = { configurable: { thread_id: "t" } };

const asking = () =>
  new StateGraph(State)
    .addNode("ask", () => ({ log: [String(interrupt("sure?"))] }))
    .addEdge(START, "ask")
    .compile({ checkpointer: new MemorySaver() });

describe(`LangGraph ${version}`, () => {
  test.each([false, 0, ""])(
    "takes a bare falsy resume (%j) for an answer since 1.5, and refused it before",
    async (answer) => {
      const graph = asking();
      await graph.invoke({ log: [] }, thread);
      const resumed = graph.invoke(new Command({ resume: answer }), thread);
      if (since(5)) await expect(resumed).resolves.toMatchObject({ log: [String(answer)] });
      else await expect(resumed).rejects.toThrow(/empty/i);
    },
  );

  test("refuses null as an answer, in every version", async () => {
    const graph = asking();
    await graph.invoke({ log: [] }, thread);
    await expect(graph.invoke(new Command({ resume: null }), thread)).rejects.toThrow(/empty/i);
  });

  test("names the path of a task to the saver since 1.5, and passed three arguments before", async () => {
    const paths: unknown[] = [];
    class Noting extends MemorySaver {
      override putWrites(
        config: RunnableConfig,
        writes: PendingWrite[],
        taskId: string,
        taskPath?: string,
      ): Promise<void> {
        paths.push(taskPath);
        return super.putWrites(config, writes, taskId, taskPath);
      }
    }
    const graph = new StateGraph(State)
      .addNode("work", () => ({ log: ["done"] }))
      .addEdge(START, "work")
      .compile({ checkpointer: new Noting() });
    await graph.invoke({ log: [] }, thread);
    expect(paths.length).toBeGreaterThan(0);
    expect(new Set(paths.map((path) => typeof path))).toEqual(new Set([since(5) ? "string" : "undefined"]));
  });

  test("refuses an answer to an unknown interrupt in strict mode in 1.7, and asks again without that mode", async () => {
    const graph = asking();
    await graph.invoke({ log: [] }, thread);
    const answer = new Command({ resume: { ["0".repeat(32)]: "yes" } });
    await expect(graph.invoke(answer, thread)).resolves.toMatchObject({ log: [] });
    const strict = graph.invoke(answer, { configurable: { ...thread.configurable, __pregel_strict_resume: true } });
    if (since(7)) await expect(strict).rejects.toThrow(/unknown or already-consumed interrupt/i);
    else await expect(strict).resolves.toMatchObject({ log: [] });
  });
});
