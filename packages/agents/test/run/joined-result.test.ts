import { Command, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { graphResult, type NodeResult } from "@tidemark/state-manager/internal/langgraph";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { joined, resultOf, updateResult } from "../../src/run/joined-result.graph.ts";

const list = {
  description: "Texts.",
  schema: z.array(z.string()).readonly(),
  lifetime: "thread",
  owner: "any",
} as const;
const Lists = extendState(AgentState, {
  version: 1,
  fields: fields("lists", {
    /** The newest update comes first: two updates are not one longer list. */
    newest: field({
      ...list,
      default: (): readonly string[] => [],
      reducer: (current, update) => [...(update ?? []), ...(current ?? [])],
    }),
    /** Every update replaces the list. */
    plain: field({ ...list, default: (): readonly string[] => [] }),
  }),
});

/** Values after a node with this result. */
async function valuesAfter(result: NodeResult) {
  const graph = new StateGraph(toStateSchema(Lists))
    .addNode("node", () => graphResult(result))
    .addEdge(START, "node")
    .compile({ checkpointer: new MemorySaver() });
  return await graph.invoke({}, { configurable: { thread_id: "t" } });
}

const entries = (value: Readonly<Record<string, readonly string[]>>) => Object.entries(value);

describe("writes around a result", () => {
  test("reach a field in their order, each through its reducer", async () => {
    const texts = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(texts, texts, texts, async (before, own, behind) => {
        const result = joined(Lists, updateResult({ lists_newest: own }), {
          before: { lists_newest: before },
          behind: entries({ lists_newest: behind }),
        });
        expect((await valuesAfter(result)).lists_newest).toEqual([...behind, ...own, ...before]);
      }),
      { numRuns: 30 },
    );
  });

  test("do not replace what the result writes to a field without a reducer", async () => {
    const around = { before: { lists_plain: ["before"] }, behind: entries({ lists_plain: ["behind"] }) };
    const result = joined(Lists, updateResult({ lists_plain: ["own"] }), around);
    expect((await valuesAfter(result)).lists_plain).toEqual(["own"]);
    expect(joined(Lists, updateResult({}), { before: around.before }).writes).toEqual(entries(around.before));
  });

  test("leave out bookkeeping that the thread contains already, and nothing else", () => {
    const known = {
      control_has_error: false,
      control_last_agent: "a",
      lists_plain: "same",
      execution_final_answer: "x",
    };
    const own = { control_has_error: false, lists_plain: "same", execution_final_answer: "x", task_ledger: [] };
    const around = { before: { control_last_agent: "a" }, behind: entries({ lists_newest: [] }), known };
    const written = joined(Lists, updateResult(own), around).writes.map(([name]) => name);
    expect(written).toEqual(["lists_plain", "execution_final_answer", "task_ledger", "lists_newest"]);
    const changed = joined(Lists, updateResult({ control_has_error: true }), around).writes;
    expect(changed).toEqual([
      ["control_has_error", true],
      ["lists_newest", []],
    ]);
  });

  test("leave out the decision that led to a node when its result leaves the graph", () => {
    const result = resultOf("node", new Command({ graph: Command.PARENT, update: { theirs: 1 }, goto: "out" }));
    const around = { before: { lists_plain: ["before"] }, behind: entries({ lists_newest: ["behind"] }) };
    expect(joined(Lists, result, around)).toEqual({
      writes: [["lists_newest", ["behind"]]],
      goto: [],
      parent: { writes: [["theirs", 1]], goto: ["out"] },
    });
  });
});

describe("the form of a result", () => {
  test("stays an update if that is enough, and keeps every write and target otherwise", async () => {
    expect(graphResult(updateResult({ lists_plain: ["a"] }))).toEqual({ lists_plain: ["a"] });
    const commands = [
      new Command({ update: { lists_newest: ["a"] } }),
      new Command({ update: [["lists_newest", ["b"]]], goto: "next" }),
      new Command({ graph: Command.PARENT, goto: ["out", "on"] }),
    ];
    const result = resultOf("node", commands);
    expect(result.parent?.goto).toEqual(["out", "on"]);
    expect(result.goto).toEqual(["next"]);
    expect((await valuesAfter({ ...result, goto: [], parent: null })).lists_newest).toEqual(["b", "a"]);
    const again = graphResult(result);
    expect(again).toMatchObject([{ goto: ["next"] }, { graph: Command.PARENT, goto: ["out", "on"] }]);
    expect(resultOf("node", again)).toEqual(result);
  });

  test.each([null, "text", [], [[]], [{}]])("%j is not a result", (answer) => {
    expect(() => resultOf("node", answer)).toThrow("invalid result");
  });
});
