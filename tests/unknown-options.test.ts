import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, field } from "@tidemark/core-state";
import { defineNode, openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";

/** Calls without types, as a program in JavaScript makes them. */
type Untyped = (options: object) => unknown;

const weather = { name: "weather", description: "Knows the weather.", reads: [], run: () => ({}) };
const planner = () => Promise.resolve({ steps: [{ capability: "weather" }] });
const graphOptions = { state: AgentState, agents: [defineAgent(AgentState, weather)], planner };
const graph = createAgentGraph({ ...graphOptions, checkpointer: new MemorySaver() });

const calls: readonly {
  readonly of: string;
  readonly call: Untyped;
  readonly options: object;
  readonly wrong: string;
  readonly nearest: string | null;
}[] = [
  {
    of: "createAgentGraph",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the option must not compile
    call: createAgentGraph as Untyped,
    options: graphOptions,
    wrong: "onStepFailiure",
    nearest: "onStepFailure",
  },
  {
    of: "defineAgent",
    call: (options) => defineAgent(AgentState, options as never),
    options: weather,
    wrong: "aproves",
    nearest: null,
  },
  {
    of: "defineAgent",
    call: (options) => defineAgent(AgentState, options as never),
    options: weather,
    wrong: "timeoutSecond",
    nearest: "timeoutSeconds",
  },
  {
    of: "openSession",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the option must not compile
    call: openSession as Untyped,
    options: { graph, threadId: "ann" },
    wrong: "userid",
    nearest: "userId",
  },
  {
    of: "defineNode",
    call: (options) => defineNode(AgentState, options as never),
    options: { agent: "planner", run: () => ({}) },
    wrong: "role",
    nearest: "roles",
  },
  {
    of: "field",
    call: field as Untyped,
    options: { description: "A city.", schema: z.string(), default: () => "", lifetime: "thread" },
    wrong: "owners",
    nearest: "owner",
  },
];

describe("an option that does not exist", () => {
  test.each(calls)("is refused by $of: $wrong", ({ of, call, options, wrong, nearest }) => {
    expect(() => call(options)).not.toThrow();
    let error: unknown;
    try {
      call({ ...options, [wrong]: undefined });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: "core-state/unknownOption", details: { of, option: wrong, nearest } });
    expect(String(error)).toContain(nearest === null ? "The options are: " : `Did you mean "${nearest}"?`);
  });

  test("is refused by sqliteSaver in the same way", () => {
    const options = { flie: "threads.db" };
    expect(() => sqliteSaver(options as object)).toThrow(
      expect.objectContaining({
        code: "checkpoint/unknownOption",
        details: expect.objectContaining({ nearest: "file" }),
      }),
    );
  });
});
