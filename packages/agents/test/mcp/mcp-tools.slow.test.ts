import type { McpTools } from "../../src/mcp/mcp-tools.graph.ts";
import path from "node:path";
import { tool } from "@langchain/core/tools";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { mcpTools } from "@tidemark/agents/mcp";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { common, config, Desk, modelOf, say, valuesOf } from "../models/desk-graph.ts";
import { OpenAIServer, type Script, type Served } from "../models/openai-server.ts";
import { HttpDesk, HttpProcess } from "./http-desk.ts";

const program = (name: string) => path.join(import.meta.dirname, name);
const desk = { command: process.execPath, args: [program("desk-server.ts")] };

/** An agent with the tools runs the script of its model. */
async function run(tools: McpTools, script: Script | readonly Served[]) {
  await using server = await OpenAIServer.start(script);
  const billing = defineAgent(Desk, { name: "billing", description: "Answers.", reads: ["messages"], tools });
  const graph = createAgentGraph({ ...common(), model: modelOf(server), agents: [billing] });
  await graph.invoke(say("Go"), config);
  const values = await valuesOf(graph);
  return { values, executions: values.execution_tool_executions, asked: server.asked };
}

const calling = (name: string, args: object = {}): readonly Served[] => [{ calls: [{ name, args }] }, "Done."];

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function gone(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

const pidOf = async (tools: McpTools): Promise<number> => {
  const found = tools.find(({ name }) => name === "process_id");
  return Number(await found?.invoke({}));
};

describe("a server that is a child process", () => {
  test("gives its tools to an agent, whose calls are recorded and counted", async () => {
    await using tools = await mcpTools({ servers: { desk } });
    const { values, executions, asked } = await run(tools, calling("find_invoice", { id: "a" }));
    expect(values.execution_final_answer).toBe("Done.");
    expect(executions).toMatchObject([{ toolName: "find_invoice", agentId: "billing", args: { id: "a" } }]);
    expect(executions[0]?.result).toContain('"structuredContent":{"id":"a","amount":180}');
    expect(asked[0]?.tools.find(({ function: { name } }) => name === "find_invoice")?.function).toMatchObject({
      description: "Finds an invoice.",
      parameters: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    });
    expect(Object.values(values.runtime_usage)).toMatchObject([{ toolCalls: 1 }]);
  });

  test("gets the variables that it is given, and none of this process besides those of a shell", async () => {
    process.env["DESK_SECRET_OF_PARENT"] = "parent-secret";
    try {
      const env = { DESK_TOKEN: "child-secret" };
      await using tools = await mcpTools({ servers: { desk: { ...desk, env } } });
      const { executions } = await run(tools, calling("environment"));
      const names = String(executions[0]?.result).split(" ");
      expect(names).toContain("DESK_TOKEN");
      expect(names).not.toContain("DESK_SECRET_OF_PARENT");
      const shell = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "DESK_TOKEN"];
      expect(names.filter((name) => !shell.includes(name))).toEqual([]);
    } finally {
      delete process.env["DESK_SECRET_OF_PARENT"];
    }
  });

  test("ends when the tools are closed, and its tools fail from then on", async () => {
    const tools = await mcpTools({ servers: { desk } });
    const pid = await pidOf(tools);
    expect(isRunning(pid)).toBe(true);
    await tools.close();
    await gone(pid);
    const { executions } = await run(tools, calling("process_id"));
    expect(executions).toMatchObject([{ errorCode: "agents/mcpServerUnavailable" }]);
    expect(executions[0]?.error).toContain("the connection was closed");
  });

  test("ends at the end of a block with `await using`", async () => {
    let pid = 0;
    {
      await using tools = await mcpTools({ servers: { desk } });
      pid = await pidOf(tools);
    }
    await gone(pid);
  });
});

describe("a server over streamable HTTP", () => {
  test("gives its tools to an agent, and receives the headers", async () => {
    await using http = await HttpDesk.start();
    const headers = { authorization: "Bearer desk-token-1" };
    await using tools = await mcpTools({ servers: { desk: { url: http.url, headers } } });
    const { executions } = await run(tools, calling("find_invoice", { id: "a" }));
    expect(executions[0]?.result).toContain('"amount":180');
    expect(new Set(http.authorizations)).toEqual(new Set(["Bearer desk-token-1"]));
  });

  test("that has forgotten the session gets a new one, within the same call", async () => {
    await using http = await HttpDesk.start();
    await using tools = await mcpTools({ servers: { desk: { url: http.url } } });
    http.forget();
    const { executions } = await run(tools, calling("refund", { id: "a", amount: 1 }));
    expect(executions).toMatchObject([{ result: "Refunded 1 for a." }]);
    expect(http.sessions).toBe(1);
  });

  test("that is killed during a call fails the call, and the next one reaches its successor", async () => {
    const first = await HttpProcess.start();
    await using tools = await mcpTools({ servers: { desk: { url: first.url } } });
    const successor = first.ended.then(() => HttpProcess.start(first.port));
    try {
      const script: Script = (_, number) => {
        if (number > 1) return "Done.";
        setTimeout(() => first.kill(), 200);
        return { calls: [{ name: "wait" }] };
      };
      const { executions } = await run(tools, script);
      expect(executions).toMatchObject([{ toolName: "wait", errorCode: "agents/mcpServerUnavailable" }]);
      expect(executions[0]?.error).toContain('The MCP server "desk" did not finish "wait"');
      await successor;
      const again = await run(tools, calling("refund", { id: "b", amount: 2 }));
      expect(again.executions).toMatchObject([{ result: "Refunded 2 for b." }]);
    } finally {
      first.kill();
      (await successor).kill();
    }
  });

  test("whose address nobody listens at is named", async () => {
    const closed = await HttpDesk.start();
    const { url } = closed;
    await closed[Symbol.asyncDispose]();
    const server = { url: `${url}?token=secret-token` };
    const error: unknown = await mcpTools({ servers: { desk: server } }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "agents/mcpServerUnavailable" });
    expect(String(error)).toContain("ECONNREFUSED");
    expect(String(error)).not.toContain("secret-token");
  });
});

describe("names of tools", () => {
  test("that two servers have are refused, with both servers named", async () => {
    const error: unknown = await mcpTools({ servers: { north: desk, south: desk } }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "agents/mcpToolClash" });
    expect(String(error)).toContain('"north" and "south" both have a tool "find_invoice"');
  });

  test("have the name of their server before them with `prefix`", async () => {
    const one = { ...desk, tools: ["refund"] };
    await using tools = await mcpTools({ servers: { north: one, south: one }, prefix: true });
    expect(tools.map(({ name }) => name)).toEqual(["north__refund", "south__refund"]);
    const { executions } = await run(tools, calling("south__refund", { id: "a", amount: 1 }));
    expect(executions).toMatchObject([{ toolName: "south__refund", result: "Refunded 1 for a." }]);
  });

  test("that the agent has itself are refused, with the server named", async () => {
    await using tools = await mcpTools({ servers: { desk: { ...desk, tools: ["refund"] } } });
    const own = tool(() => "Done.", { name: "refund", description: "Refunds.", schema: z.object({}) });
    const declare = () =>
      defineAgent(Desk, { name: "billing", description: "Answers.", reads: [], tools: [...tools, own] });
    expect(declare).toThrow('one of the MCP server "desk", and one of the agent');
    const refund = { description: "Refunds.", inputs: z.object({}), run: () => null };
    expect(() =>
      defineAgent(Desk, { name: "billing", description: "Answers.", reads: [], tools: { refund, desk: tools } }),
    ).toThrow('one of the agent, and one of the MCP server "desk"');
  });

  test("are beside functions of the agent, and both are called", async () => {
    await using tools = await mcpTools({ servers: { desk: { ...desk, tools: ["refund"] } } });
    const noted: string[] = [];
    const note = {
      description: "Notes.",
      inputs: z.object({ text: z.string() }),
      run: ({ text }: { text: string }) => noted.push(text),
    };
    const calls = [
      { name: "note", args: { text: "paid" } },
      { name: "refund", args: { id: "a", amount: 1 } },
    ];
    await using server = await OpenAIServer.start([{ calls }, "Done."]);
    const billing = defineAgent(Desk, {
      name: "billing",
      description: "Answers.",
      reads: ["messages"],
      tools: { note, desk: tools },
      approvals: { refund: ({ inputs }) => Number(inputs["amount"]) > 100 },
    });
    const graph = createAgentGraph({ ...common(), model: modelOf(server), agents: [billing] });
    await graph.invoke(say("Go"), config);
    expect(noted).toEqual(["paid"]);
    expect((await valuesOf(graph)).execution_tool_executions.map(({ toolName }) => toolName).toSorted()).toEqual([
      "note",
      "refund",
    ]);
  });

  test("that the server does not have are refused", async () => {
    await expect(mcpTools({ servers: { desk: { ...desk, tools: ["pay"] } } })).rejects.toMatchObject({
      code: "agents/invalidMcpTool",
    });
  });
});

const refunds = (tools: McpTools) =>
  defineAgent(Desk, {
    name: "billing",
    description: "Answers.",
    reads: ["messages"],
    tools,
    approvals: { refund: ({ inputs }) => Number(inputs["amount"]) > 100 },
  });

const answer = (amount: unknown) => ({
  id: "billing:refund:call_1_1",
  decision: "edit",
  payload: { agent: "billing", tool: "refund", arguments: { id: "a", amount } },
});

describe("approvals of tools of a server", () => {
  test("pause the one call that needs one, and an edit has to fit the schema of the server", async () => {
    await using tools = await mcpTools({ servers: { desk } });
    const calls = [
      { name: "refund", args: { id: "a", amount: 180 } },
      { name: "refund", args: { id: "b", amount: 20 } },
    ];
    await using server = await OpenAIServer.start([{ calls }, "Both."]);
    const graph = createAgentGraph({ ...common(), model: modelOf(server), agents: [refunds(tools)] });
    await graph.invoke(say("Go"), config);
    const session = openSession({ graph, threadId: "ann", userId: "boss" });
    const [asked] = await session.pending();
    const wrong = await session.resume(asked?.id ?? "", answer("a lot"));
    expect(wrong.outcome).toBe("interrupted");
    const [again] = await session.pending();
    expect(again?.value).toMatchObject({ problem: { code: "invalidPayload", issues: [{ path: "arguments" }] } });
    await session.resume(again?.id ?? "", answer(150));
    const { execution_tool_executions: all } = await valuesOf(graph);
    expect(all.map(({ result }) => result)).toEqual(["Refunded 150 for a.", "Refunded 20 for b."]);
  });

  test("are for a tool that exists", async () => {
    await using tools = await mcpTools({ servers: { desk: { ...desk, tools: ["find_invoice"] } } });
    expect(() => refunds(tools)).toThrow('names "refund"');
  });
});

describe("results", () => {
  test("that are pictures stay pictures", async () => {
    await using tools = await mcpTools({ servers: { desk } });
    const { asked } = await run(tools, calling("picture"));
    expect(asked[1]?.messages.at(-1)).toMatchObject({
      role: "tool",
      content: [
        { type: "text", text: "A dot." },
        { type: "image_url", image_url: { url: "data:image/gif;base64,R0lGODlhAQABAAAAACw=" } },
      ],
    });
  });

  test("that are resources are read as text, and binary ones are named", async () => {
    await using tools = await mcpTools({ servers: { desk } });
    const { executions } = await run(tools, calling("document"));
    expect(JSON.stringify(executions[0]?.result)).toContain("Refunds take a week.");
    expect(JSON.stringify(executions[0]?.result)).toContain("desk://logo (image/gif, 20 characters of base64)");
    expect(JSON.stringify(executions[0]?.result)).toContain("Resource more: desk://more");
  });

  test("are bounded by `maxResultLength`", async () => {
    await using tools = await mcpTools({ servers: { desk } });
    const { executions } = await run(tools, calling("long"));
    expect(executions).toMatchObject([{ errorCode: "agents/unfitToolResult" }]);
    expect(executions[0]?.error).toContain('on the MCP server "desk", returned 300000 characters');
  });

  test("that are errors are failures of the tool", async () => {
    await using tools = await mcpTools({ servers: { desk } });
    const { executions } = await run(tools, calling("refuses"));
    expect(executions).toMatchObject([{ errorCode: "agents/toolFailed" }]);
    expect(executions[0]?.error).toBe(
      'The tool "refuses" of "billing", on the MCP server "desk", failed: no such invoice',
    );
  });
});
