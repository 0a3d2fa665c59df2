import { Command, interrupt, MemorySaver, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { PendingWrite } from "@langchain/langgraph-checkpoint";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { z } from "zod";

/**
 * Differences between the supported LangGraph versions. Each is tested before and after the version that changed it.
 * Their common behavior is tested in `langgraph-contract.test.ts`.
 */

const manifest: unknown = createRequire(import.meta.url)("@langchain/langgraph/package.json");
const { version } = z.object({ version: z.string() }).parse(manifest);
const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
const since = (wantedMinor: number, wantedPatch = 0): boolean =>
  major > 1 || minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch);

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

/** Result of a run: its log, or the message of its error. */
const endOf = (run: Promise<{ readonly log: string[] }>): Promise<string | readonly string[]> =>
  run.then(
    ({ log }) => log,
    (error: unknown) => (error instanceof Error ? error.message : "not an error"),
  );

const emptyInput: unknown = expect.stringMatching(/empty/i);

describe(`LangGraph ${version}`, () => {
  test.each([false, 0, ""])(
    "accepts a bare falsy resume (%j) as the answer since 1.5, and refused it before",
    async (answer) => {
      const graph = asking();
      await graph.invoke({ log: [] }, thread);
      const end = await endOf(graph.invoke(new Command({ resume: answer }), thread));
      expect(end).toEqual(since(5) ? [String(answer)] : emptyInput);
    },
  );

  test("refuses null as an answer in every version", async () => {
    const graph = asking();
    await graph.invoke({ log: [] }, thread);
    expect(await endOf(graph.invoke(new Command({ resume: null }), thread))).toEqual(emptyInput);
  });

  test("passes the schema of an answer to the client since 1.4.16, and dropped it before", async () => {
    const graph = new StateGraph(State)
      .addNode("ask", () => ({ log: [String(interrupt("sure?", { responseSchema: { type: "string" } }))] }))
      .addEdge(START, "ask")
      .compile({ checkpointer: new MemorySaver() });
    const asked: object = await graph.invoke({ log: [] }, thread);
    const [question] = z.array(z.looseObject({})).parse(Reflect.get(asked, "__interrupt__"));
    expect(question?.["response_schema"]).toEqual(since(4, 16) ? { type: "string" } : undefined);
  });

  test("passes the path of a task to the saver since 1.5, and only three arguments before", async () => {
    const paths: unknown[] = [];
    class Recording extends MemorySaver {
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
      .compile({ checkpointer: new Recording() });
    await graph.invoke({ log: [] }, thread);
    expect(paths.length).toBeGreaterThan(0);
    expect(new Set(paths.map((path) => typeof path))).toEqual(new Set([since(5) ? "string" : "undefined"]));
  });

  test("refuses an answer to an unknown interrupt in the strict mode of 1.7, and asks again without it", async () => {
    const graph = asking();
    await graph.invoke({ log: [] }, thread);
    const resume = { ["0".repeat(32)]: "yes" };
    expect(await endOf(graph.invoke(new Command({ resume }), thread))).toEqual([]);
    const strict = { configurable: { ...thread.configurable, __pregel_strict_resume: true } };
    const refusal: unknown = expect.stringMatching(/unknown or already-consumed interrupt/i);
    expect(await endOf(graph.invoke(new Command({ resume }), strict))).toEqual(since(7) ? refusal : []);
  });
});
