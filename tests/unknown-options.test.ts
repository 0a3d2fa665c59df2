import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, field } from "@tidemark/core-state";
import { defineNode, openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";

/** Calls a function without its types, as a program in JavaScript does. */
const untyped =
  (run: (...options: never[]) => unknown, ...first: readonly object[]) =>
  (options: object): unknown => {
    const result: unknown = Reflect.apply(run, undefined, [...first, options]);
    return result;
  };

const weather = { name: "weather", description: "Knows the weather.", reads: [], run: () => ({}) };
const planner = () => Promise.resolve({ steps: [{ capability: "weather" }] });
const graphOptions = { state: AgentState, agents: [defineAgent(AgentState, weather)], planner };
const graph = createAgentGraph({ ...graphOptions, checkpointer: new MemorySaver() });

const calls: readonly {
  readonly of: string;
  readonly call: (options: object) => unknown;
  readonly options: object;
  readonly wrong: string;
  readonly nearest: string | null;
}[] = [
  {
    of: "createAgentGraph",
    call: untyped(createAgentGraph),
    options: graphOptions,
    wrong: "onStepFail",
    nearest: "onStepFailure",
  },
  {
    of: "defineAgent",
    call: untyped(defineAgent, AgentState),
    options: weather,
    wrong: "color",
    nearest: null,
  },
  {
    of: "defineAgent",
    call: untyped(defineAgent, AgentState),
    options: weather,
    wrong: "timeoutSecond",
    nearest: "timeoutSeconds",
  },
  {
    of: "openSession",
    call: untyped(openSession),
    options: { graph, threadId: "ann" },
    wrong: "userid",
    nearest: "userId",
  },
  {
    of: "defineNode",
    call: untyped(defineNode, AgentState),
    options: { agent: "planner", run: () => ({}) },
    wrong: "role",
    nearest: "roles",
  },
  {
    of: "field",
    call: untyped(field),
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
    expect(() => untyped(sqliteSaver)({ files: "threads.db" })).toThrow(
      '"files" is not an option. Did you mean "file"?',
    );
  });
});
