import type { McpTools } from "../../src/mcp/mcp-tools.graph.ts";
import path from "node:path";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { mcpTools } from "@tidemark/agents/mcp";
import { describe, expect, test } from "vitest";
import { common, config, Desk, modelOf, quick, say, valuesOf } from "../models/desk-graph.ts";
import { OpenAIServer, type Script, type Served } from "../models/openai-server.ts";

const program = path.join(import.meta.dirname, "hostile-server.ts");
const SECRET = "desk-token-of-the-test";
const hostile = (list = "fine") => ({ command: process.execPath, args: [program, list], env: { DESK_TOKEN: SECRET } });
const connect = async (list = "fine"): Promise<McpTools> =>
  await mcpTools({ servers: { hostile: hostile(list) }, connectTimeoutSeconds: 20 });

/** The time of every tool is up as soon as the server can have its request. */
const impatient = {
  wait: (milliseconds: number) =>
    milliseconds === 61_000 ? new Promise<void>((resolve) => void setTimeout(resolve, 200)) : quick.wait(milliseconds),
};

async function run(tools: McpTools, script: Script | readonly Served[], timer = quick) {
  await using server = await OpenAIServer.start(script);
  const billing = defineAgent(Desk, {
    name: "billing",
    description: "Answers.",
    reads: ["messages"],
    tools,
    toolTimeoutSeconds: 61,
  });
  const graph = createAgentGraph({ ...common(), timer, model: modelOf(server), agents: [billing] });
  await graph.invoke(say("Go"), config);
  const first = await valuesOf(graph);
  // The thread goes on.
  await graph.invoke(say("And now?"), config);
  const second = await valuesOf(graph);
  return { values: first, executions: first.execution_tool_executions, second, asked: server.asked };
}

const calling = (...names: readonly string[]): readonly Served[] => [
  ...names.map((name) => ({ calls: [{ name, args: {} }] })),
  "I could not do it.",
];

const failures: readonly (readonly [what: string, name: string, code: string, problem: string])[] = [
  ["dies during the call", "dies", "agents/mcpServerUnavailable", "its process ended"],
  ["ends its output", "closes", "agents/toolTimedOut", "within 61 seconds"],
  ["never answers", "hangs", "agents/toolTimedOut", "within 61 seconds"],
  ["answers what is not JSON", "garbage", "agents/toolTimedOut", "within 61 seconds"],
  ["writes 11 MB without an end", "flood", "agents/mcpServerUnavailable", "maximum size"],
  ["answers 9 MB", "long", "agents/unfitToolResult", "9000000 characters"],
  ["answers what the protocol does not know", "nothing", "agents/unfitToolResult", "not an answer of the protocol"],
  ["breaks its own schema", "lies", "agents/unfitToolResult", "what its own schema does not allow: #: Property"],
  ["leaves out what its schema demands", "omits", "agents/unfitToolResult", "no structured content"],
  ["reports an error of the protocol", "reports", "agents/toolFailed", "the vault is locked"],
  ["repeats a secret in an error", "repeats_secret", "agents/toolFailed", "bad token …"],
];

const call = (args: object): Served => ({ calls: [{ name: "nested", args }] });

describe("a server that", () => {
  test.each(failures)("%s fails the call, and neither the turn nor the thread", async (...row) => {
    const [, name, code, problem] = row;
    await using tools = await connect();
    const isLate = code === "agents/toolTimedOut";
    const { values, executions, second, asked } = await run(tools, calling(name), isLate ? impatient : quick);
    expect(values.execution_final_answer).toBe("I could not do it.");
    expect(executions).toMatchObject([{ toolName: name, agentId: "billing", errorCode: code }]);
    expect(executions[0]).not.toHaveProperty("result");
    expect(executions[0]?.error).toContain(problem);
    expect(executions[0]?.error).toContain(`"${name}"`);
    expect(executions[0]?.error).toContain('MCP server "hostile"');
    expect(values.control_errors).toMatchObject([{ step: "billing", errorType: code }]);
    expect(Object.values(values.runtime_usage)).toMatchObject([{ agent: "billing", calls: 2, toolCalls: 1 }]);
    expect(asked[1]?.messages.at(-1)).toMatchObject({ role: "tool", content: executions[0]?.error });
    expect(JSON.stringify([values, asked])).not.toContain(SECRET);
    expect(second.execution_final_answer).toBe("I could not do it.");
  });

  test("has died is started again by the next call, which is the first of the new process", async () => {
    await using tools = await connect();
    const { executions } = await run(tools, calling("strict", "dies", "strict"));
    const [before, died, after] = executions;
    expect(died).toMatchObject({ errorCode: "agents/mcpServerUnavailable" });
    expect(String(before?.result)).toMatch(/^strict: \d+$/);
    expect(String(after?.result)).toMatch(/^strict: \d+$/);
    expect(after?.result).not.toBe(before?.result);
  });

  test("is killed from outside during a call fails that call alone", async () => {
    await using tools = await connect();
    let pid = 0;
    const script: Script = ({ messages }, number) => {
      if (number === 1) return { calls: [{ name: "strict", args: {} }] };
      if (number === 2) {
        pid = Number(/strict: (\d+)/.exec(JSON.stringify(messages))?.[1]);
        setTimeout(() => process.kill(pid, "SIGKILL"), 200);
        return { calls: [{ name: "hangs", args: {} }] };
      }
      return number === 3 ? { calls: [{ name: "strict", args: {} }] } : "Done.";
    };
    const { executions } = await run(tools, script);
    expect(executions.map(({ errorCode }) => errorCode ?? null)).toEqual([null, "agents/mcpServerUnavailable", null]);
    expect(executions[2]?.result).not.toBe(`strict: ${pid}`);
  });

  test("changes its list of tools is not called for what was removed or has another schema", async () => {
    await using tools = await connect();
    const { executions } = await run(tools, calling("renames", "removed", "changed", "strict"));
    expect(executions.map(({ errorCode }) => errorCode ?? null)).toEqual([
      null,
      "agents/mcpToolChanged",
      "agents/mcpToolChanged",
      null,
    ]);
    expect(executions[1]?.error).toContain("the server no longer has it");
    expect(executions[2]?.error).toContain("its schema has changed");
  });

  test("gives a regular expression does not get it run", async () => {
    await using tools = await connect();
    const evil = `${"a".repeat(60)}!`;
    const { executions, asked } = await run(tools, [{ calls: [{ name: "strict", args: { code: evil } }] }, "Done."]);
    expect(executions[0]?.result).toMatch(/^strict/);
    const declared = asked[0]?.tools.find(({ function: { name } }) => name === "strict");
    expect(JSON.stringify(declared)).toContain("Pattern: ^(a+)+$");
  });

  test("has a schema that contains itself can be called, and checks the arguments as far as they are known", async () => {
    await using tools = await connect();
    const script = [
      call({ node: { name: "a", next: { name: "b", next: { name: "c" } } } }),
      call({ node: { name: 1 } }),
    ];
    const { executions } = await run(tools, [...script, "Done."]);
    expect(executions.map(({ errorCode }) => errorCode ?? null)).toEqual([null, "agents/unfitToolArguments"]);
    expect(executions[1]?.error).toContain('MCP server "hostile"');
  });
});

const lists: readonly (readonly [what: string, list: string, code: string, problem: string])[] = [
  ["a schema that changes prototypes", "proto", "agents/invalidMcpTool", 'the key "__proto__"'],
  ["a schema that grows without end", "bomb", "agents/invalidMcpTool", "too many references"],
  ["a schema of its result that grows without end", "output_bomb", "agents/invalidMcpTool", "too many references"],
  ["a schema that is nested 80 times", "deep", "agents/invalidMcpTool", "nested more than"],
  ["a schema of 200,000 characters", "huge", "agents/invalidMcpTool", "characters"],
  ["a schema that refers to another document", "remote", "agents/invalidMcpTool", "not part of it"],
  ["a schema that refers to nothing", "broken", "agents/invalidMcpTool", "does not exist"],
  ["a schema that is not for an object", "text", "agents/invalidMcpTool", 'not of type "object"'],
  ["no schema", "missing", "agents/invalidMcpTool", 'not of type "object"'],
  ["a name that no model accepts", "name", "agents/invalidMcpTool", "is not a name"],
  ["two tools of one name", "twice", "agents/mcpToolClash", '"twice"'],
  ["a list without an end", "endless", "agents/mcpServerUnavailable", "more than 50 pages"],
];

describe("a list of tools with", () => {
  test.each(lists)("%s is refused, with the server named", async (_, list, code, problem) => {
    const error: unknown = await connect(list).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code });
    expect(String(error)).toMatch(/MCP servers? "hostile"/);
    expect(String(error)).toContain(problem);
  });

  test("the name of a tool of the framework is refused by an agent that has it", async () => {
    await using tools = await connect("result");
    const { z } = await import("zod");
    const declare = () =>
      defineAgent(Desk, {
        name: "billing",
        description: "Answers.",
        reads: [],
        writes: ["desk_notes"],
        output: z.object({ desk_notes: z.array(z.string()) }),
        tools,
      });
    expect(declare).toThrow('it comes from the MCP server "hostile"');
  });
});

const start = (server: object, connectTimeoutSeconds = 20) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- options as they come from a file
  mcpTools({ servers: { vault: server as { command: string } }, connectTimeoutSeconds });

describe("a server that cannot be used is named", () => {
  test("when it exits, with what it has written and without what it was given", async () => {
    const error: unknown = await start(hostile("exits")).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "agents/mcpServerUnavailable" });
    expect(String(error)).toContain('The MCP server "vault" cannot be reached: its process ended');
    expect(String(error)).toContain("It wrote: cannot open the vault with …");
    expect(String(error)).not.toContain(SECRET);
  });

  test.each(["silent", "garbage"])("when it does not answer (%s)", async (list) => {
    const error: unknown = await start(hostile(list), 1).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "agents/mcpServerUnavailable" });
    expect(String(error)).toContain("it did not answer within 1 seconds");
  });

  test("when its command does not exist", async () => {
    await expect(start({ command: "no-such-program-of-the-test" })).rejects.toThrow("ENOENT");
  });

  test("when its options are wrong, without their values", async () => {
    const options = { command: "node", env: { DESK_TOKEN: 7 }, headers: { authorization: SECRET } };
    const error: unknown = await start(options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "agents/invalidMcpServer" });
    expect(String(error)).toContain("env.DESK_TOKEN");
    expect(String(error)).not.toContain(SECRET);
  });

  test("and leaves no other server behind", async () => {
    const other = { command: process.execPath, args: [program, "fine"] };
    const before = process.getActiveResourcesInfo().filter((kind) => kind === "ProcessWrap").length;
    await expect(mcpTools({ servers: { other, vault: hostile("exits") } })).rejects.toThrow("vault");
    while (process.getActiveResourcesInfo().filter((kind) => kind === "ProcessWrap").length > before) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
});
