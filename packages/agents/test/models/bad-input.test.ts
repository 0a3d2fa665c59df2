import { tool } from "@langchain/core/tools";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { common, config, Desk, type DeskValues, modelOf, quick, say, texts, valuesOf } from "./desk-graph.ts";
import { OpenAIServer, type Script, type Served } from "./openai-server.ts";

const any = z.object({ value: z.string().optional() });
const circle: Record<string, unknown> = {};
circle["self"] = circle;

const tools = {
  throws: {
    description: "Throws.",
    inputs: any,
    run: () => {
      throw new Error("the printer is on fire");
    },
  },
  nothing: { description: "Returns nothing.", inputs: any, run: () => undefined },
  huge: { description: "Returns 10 MB.", inputs: any, run: () => "x".repeat(10_000_000) },
  circular: { description: "Returns a circle.", inputs: any, run: () => circle },
  instance: { description: "Returns a date.", inputs: any, run: () => ({ at: new Date(0) }) },
  hangs: { description: "Never returns.", inputs: any, run: () => new Promise<never>(() => {}) },
  fine: { description: "Works.", inputs: z.object({ id: z.string() }), run: ({ id }: { id: string }) => `found ${id}` },
  ready: tool(
    () => {
      throw new TypeError("cannot read properties of undefined");
    },
    { name: "ready", description: "A tool of LangChain that throws.", schema: any },
  ),
  silent: tool((): unknown => undefined, {
    name: "silent",
    description: "A tool of LangChain that returns nothing.",
    schema: any,
  }),
};

/** The time of every tool is up at once. */
const impatient = {
  wait: (milliseconds: number) => (milliseconds === 61_000 ? Promise.resolve() : quick.wait(milliseconds)),
};

async function run(script: Script | readonly Served[], limits: object = {}, timer = quick) {
  await using server = await OpenAIServer.start(script);
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers questions about invoices.",
    instructions: "Be brief.",
    tools,
    reads: ["messages"],
    toolTimeoutSeconds: 61,
  });
  const graph = createAgentGraph({ ...common(), timer, model: modelOf(server), agents: [billing], limits });
  const result = await graph.invoke(say("Go"), config);
  const values = await valuesOf(graph);
  return { answer: result.execution_final_answer, values, asked: server.asked, graph, server };
}

/** A model that asks for one call, then answers. */
const once = (name: string, args: object = {}): readonly Served[] => [
  { calls: [{ name, args }] },
  "I could not do it.",
];

const only = ({ execution_tool_executions: all }: DeskValues) => {
  expect(all).toHaveLength(1);
  return all[0];
};

const failures: readonly (readonly [what: string, name: string, args: object, code: string, problem: string])[] = [
  ["a tool that throws", "throws", {}, "agents/toolFailed", "the printer is on fire"],
  ["a tool of LangChain that throws", "ready", {}, "agents/toolFailed", "cannot read properties of undefined"],
  ["a tool that returns nothing", "nothing", {}, "agents/unfitToolResult", "returned nothing"],
  ["a tool of LangChain that returns nothing", "silent", {}, "agents/unfitToolResult", "returned nothing"],
  ["a tool that returns 10 MB", "huge", {}, "agents/unfitToolResult", "10000000 characters"],
  ["a tool that returns a circle", "circular", {}, "agents/unfitToolResult", "circular reference"],
  ["a tool that returns what JSON cannot hold", "instance", {}, "agents/unfitToolResult", 'at "at"'],
  ["a tool that never returns", "hangs", {}, "agents/toolTimedOut", "within 61 seconds"],
  ["an unknown tool", "ghost", {}, "agents/unknownTool", "Its tools are: throws, nothing"],
  ["arguments that do not fit", "fine", { id: 7 }, "agents/unfitToolArguments", "expected schema"],
  ["an argument that LangChain would revive", "fine", { id: "a", lc: 1 }, "agents/unfitToolArguments", '"lc"'],
];

describe("a failure of a tool is an answer to the model, recorded and counted, and the turn continues", () => {
  test.each(failures)("%s", async (...row) => {
    const [, name, args, code, problem] = row;
    const { answer, values, asked } = await run(once(name, args), {}, name === "hangs" ? impatient : quick);
    expect(answer).toBe("I could not do it.");
    const execution = only(values);
    expect(execution).toMatchObject({ toolName: name, agentId: "billing", errorCode: code });
    expect(execution?.error).toContain(problem);
    expect(execution?.error).toContain(`"${name}"`);
    expect(execution?.error).toContain('"billing"');
    expect(execution).not.toHaveProperty("result");
    expect(values.control_errors).toMatchObject([{ step: "billing", errorType: code }]);
    expect(Object.values(values.runtime_usage)).toMatchObject([{ agent: "billing", calls: 2, toolCalls: 1 }]);
    expect(asked[1]?.messages.at(-1)).toMatchObject({ role: "tool", content: execution?.error });
  });

  test("broken JSON in the arguments", async () => {
    const { answer, values, asked } = await run([
      {
        calls: [
          { name: "fine", json: '{"id": "a", oops' },
          { name: "fine", args: { id: "b" } },
        ],
      },
      "Half of it worked.",
    ]);
    expect(answer).toBe("Half of it worked.");
    expect(values.execution_tool_executions.map((each) => String(each.errorCode ?? each.result)).toSorted()).toEqual([
      "agents/unfitToolArguments",
      "found b",
    ]);
    expect(asked[1]?.messages.filter(({ role }) => role === "tool")).toHaveLength(2);
  });

  test("ids that are repeated, within an answer and over answers", async () => {
    const { answer, values } = await run([
      {
        calls: [
          { name: "fine", args: { id: "a" }, id: "x" },
          { name: "fine", args: { id: "b" }, id: "x" },
        ],
      },
      { calls: [{ name: "fine", args: { id: "c" }, id: "x" }] },
      "All three.",
    ]);
    expect(answer).toBe("All three.");
    expect(values.execution_tool_executions.map(({ result }) => String(result)).toSorted()).toEqual([
      "found a",
      "found b",
      "found c",
    ]);
    expect(new Set(values.execution_tool_executions.map(({ toolCallId }) => toolCallId)).size).toBe(3);
  });

  test("text beside a call is kept, and the call is run", async () => {
    const { values } = await run([{ text: "Let me look.", calls: [{ name: "fine", args: { id: "a" } }] }, "Found."]);
    expect(texts(values)).toEqual(["human: Go", "ai: Let me look.", "tool: found a", "ai: Found."]);
  });
});

describe("a failure of the model ends in an answer, classified, with the agent named", () => {
  const ends: readonly (readonly [what: string, script: readonly Served[], severity: string, said: string])[] = [
    ["an empty answer, twice", [""], "retriable", "no complete answer"],
    ["a refusal", [{ refusal: "I must not." }], "critical", "refused"],
    ["an error of the server", [{ status: 500 }], "retriable", "internal problem"],
    ["too many requests", [{ status: 429, retryAfter: "0" }], "retriable", "busy"],
    [
      "a wrong key",
      [{ status: 401, message: "Incorrect API key: sk-secret-of-the-test" }],
      "critical",
      "rejected the request",
    ],
    ["a body that is not JSON", [{ body: "<html>oops" }], "retriable", "expected format"],
  ];
  test.each(ends)("%s", async (_, script, severity, said) => {
    const { answer, values } = await run(script);
    expect(answer).toContain('"billing" failed');
    expect(answer).toContain(said);
    expect(values.control_last_error).toMatchObject({ node: "billing", classification: { severity } });
    expect(JSON.stringify(values)).not.toContain("sk-secret");
    expect(Object.values(values.runtime_usage)[0]?.calls).toBeGreaterThan(0);
  });

  test.each(["reset", "closed"] as const)(
    "a stream that is cut (%s) runs no call of which half has arrived",
    async (cut) => {
      await using server = await OpenAIServer.start([{ calls: [{ name: "fine", args: { id: "abcdefghijkl" } }], cut }]);
      const billing = defineAgent(Desk, { name: "billing", description: "Answers.", tools, reads: ["messages"] });
      const graph = createAgentGraph({ ...common(), model: modelOf(server), agents: [billing] });
      // With somebody who listens to messages, LangGraph makes the model stream.
      for await (const _ of await graph.stream(say("Go"), { ...config, streamMode: "messages" }));
      const values = await valuesOf(graph);
      expect(values.execution_tool_executions).toEqual([]);
      expect(values.control_last_error).toMatchObject({ node: "billing", classification: { severity: "retriable" } });
      expect(values.execution_final_answer).toContain('"billing" failed');
    },
  );

  test("a server that hangs is given up when the time of the agent is up", async () => {
    await using server = await OpenAIServer.start([{ hangs: true }]);
    const billing = defineAgent(Desk, {
      name: "billing",
      description: "Answers.",
      instructions: "Be brief.",
      reads: ["messages"],
      timeoutSeconds: 7,
      retryPolicy: { maxAttempts: 1, delaySeconds: 0, backoffFactor: 1 },
    });
    const timer = {
      wait: async (milliseconds: number) => {
        if (milliseconds !== 7000) return await new Promise<void>(() => {});
        while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      },
    };
    const graph = createAgentGraph({ ...common(), timer, model: modelOf(server), agents: [billing] });
    await graph.invoke(say("Go"), config);
    const values = await valuesOf(graph);
    expect(values.control_last_error?.originalError).toBe(
      '"billing" was aborted after 7 seconds. Raise its `timeoutSeconds`, or give it less work.',
    );
    expect(Object.values(values.runtime_usage)).toMatchObject([{ agent: "billing", calls: 1 }]);
  });

  test("an empty answer is requested again", async () => {
    const { answer, asked } = await run(["", "Here I am."]);
    expect(answer).toBe("Here I am.");
    expect(asked[1]?.messages.at(-1)?.role).toBe("user");
    expect(String(asked[1]?.messages.at(-1)?.content)).toContain("empty");
  });
});

const forever: Script = (_, number) => ({ calls: [{ name: "fine", args: { id: String(number) } }] });

describe("a model that calls tools for ever", () => {
  test("is stopped by the limit of model calls, with everything recorded", async () => {
    const { answer, values, asked } = await run(forever, { maxModelCalls: 4 });
    expect(answer).toContain("4 of 4 model calls used (maxModelCalls)");
    expect(asked).toHaveLength(4);
    expect(values.execution_tool_executions).toHaveLength(4);
    expect(Object.values(values.runtime_usage)).toMatchObject([{ calls: 4, toolCalls: 4, totalTokens: 60 }]);
  });

  test("is stopped by the limit of tool calls", async () => {
    const { answer, values } = await run(forever, { maxToolCalls: 3 });
    expect(answer).toContain("3 of 3 tool calls used (maxToolCalls)");
    expect(values.execution_tool_executions).toHaveLength(3);
  });

  test("is stopped by the limit of tokens", async () => {
    const { answer, asked } = await run(forever, { maxTokens: 40 });
    expect(answer).toContain("45 of 40 tokens used (maxTokens)");
    expect(asked).toHaveLength(3);
  });
});

test("after a failure the thread takes the next message", async () => {
  await using server = await OpenAIServer.start([{ calls: [{ name: "circular" }] }, { status: 401 }, "Hello again."]);
  const billing = defineAgent(Desk, { name: "billing", description: "Answers.", tools, reads: ["messages"] });
  const graph = createAgentGraph({ ...common(), timer: quick, model: modelOf(server), agents: [billing] });
  await graph.invoke(say("Go"), config);
  const result = await graph.invoke(say("Again"), config);
  expect(result.execution_final_answer).toBe("Hello again.");
});
