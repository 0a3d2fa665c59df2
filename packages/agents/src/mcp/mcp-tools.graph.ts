import type { DynamicStructuredTool, StructuredToolInterface } from "@langchain/core/tools";
import type * as AdaptersModule from "@langchain/mcp-adapters";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { agentErrors } from "../kernel/errors.ts";
import { callIn } from "../tools/loop-work.graph.ts";
import { jsonProblem, MCP_SERVER, possibleName } from "../tools/tool-source.graph.ts";
import { loadMcpSdk, orMissing } from "./load-mcp.ts";
import { type ListedTool, McpConnection, McpFailure } from "./mcp-connection.ts";
import { safeSchema } from "./safe-schema.ts";
import { checkServer, type McpServer, redacted } from "./server-options.ts";

/** Options of `mcpTools`. */
export interface McpToolsOptions {
  /** Servers by name. */
  readonly servers: Readonly<Record<string, McpServer>>;
  /** Puts the name of the server and two underscores before the names of its tools. Defaults to false. */
  readonly prefix?: boolean;
  /** Seconds in which a server has to start and list its tools. Defaults to 30. */
  readonly connectTimeoutSeconds?: number;
}

/** Tools of MCP servers: a list of tools of LangChain, with the connections that they use. */
export type McpTools = readonly StructuredToolInterface[] & {
  /** Ends the connections and the processes of servers. Calls of the tools then fail. */
  close(): Promise<void>;
} & Disposal;

/** Key of the method that `await using` calls, for compilers whose library has it. A key that is unknown would become one of every element. */
type Disposal = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Each in Key]: () => Promise<void> }
  : unknown;

/**
 * Starts or connects to MCP servers, and returns their tools for `tools` of `defineAgent`.
 *
 * A server is a `command` that is started, with `args`, `env` and `cwd`, or a `url` of streamable HTTP, with `headers`. A process
 * gets the variables in `env`, and otherwise only those that a shell needs, such as PATH and HOME. `tools` of a server are the names
 * of the tools to use; defaults to all. Close the result when the application ends: a process of a server keeps it running.
 *
 * Schemas and results are validated. A failed call is an answer to the model and names the tool and its server; a lost server is
 * connected to again by the next call. Tools that change after they were listed are not called.
 *
 * Throws `agents/missingPackage`, `agents/invalidMcpServer`, `agents/mcpServerUnavailable`, `agents/invalidMcpTool` and, for tools
 * of the same name, `agents/mcpToolClash`. All servers are closed then.
 *
 * @example
 * ```ts
 * import { mcpTools } from "tidemark/agents";
 *
 * const problem = await mcpTools({ servers: { files: { command: "no-such-program" } } }).catch(String);
 * console.log(String(problem).split(":")[1]?.trim()); // The MCP server "files" cannot be reached
 * ```
 */
export async function mcpTools(options: McpToolsOptions): Promise<McpTools> {
  const { prefix = false, connectTimeoutSeconds: seconds = 30 } = options;
  const servers = Object.entries(options.servers).map(([name, given]) => ({ name, options: checkServer(name, given) }));
  const [sdk, adapters] = await Promise.all([
    loadMcpSdk(),
    orMissing("@langchain/mcp-adapters", () => import("@langchain/mcp-adapters")),
  ]);
  const connected = servers.map((each) => ({ ...each, connection: new McpConnection(each.options, { sdk, seconds }) }));
  const close = async (): Promise<void> => {
    await Promise.all(connected.map(({ connection }) => connection.close()));
  };
  try {
    // A server that fails does not leave others behind that have only begun to start.
    const lists = await Promise.allSettled(connected.map((each) => toolsOfServer(each, { prefix, adapters })));
    const tools = lists.flatMap((list) => {
      if (list.status === "rejected") throw list.reason;
      return list.value;
    });
    checkClashes(tools);
    return Object.freeze(Object.assign(tools, { close, [Symbol.asyncDispose]: close }));
  } catch (error) {
    await close();
    throw error;
  }
}

/** Longest description of a tool, in characters. A model reads it with every request. */
const LONGEST_DESCRIPTION = 10_000;

interface ConnectedServer {
  readonly name: string;
  readonly options: McpServer;
  readonly connection: McpConnection;
}

type Adapters = typeof AdaptersModule;

async function toolsOfServer(
  server: ConnectedServer,
  { prefix, adapters }: { readonly prefix: boolean; readonly adapters: Adapters },
): Promise<readonly DynamicStructuredTool[]> {
  const { name, options, connection } = server;
  let listed: readonly ListedTool[];
  try {
    listed = await connection.list();
  } catch (error) {
    throw agentErrors.mcpServerUnavailable({ server: name, tool: null, problem: problemOf(error) });
  }
  const wanted = options.tools;
  const missing = wanted?.find((tool) => listed.every((each) => each.name !== tool));
  if (missing !== undefined) {
    throw agentErrors.invalidMcpTool({ server: name, tool: missing, problem: "the server has no such tool" });
  }
  const used = listed.filter((tool) => wanted === undefined || wanted.includes(tool.name));
  return await Promise.all(used.map((tool) => toolOf(server, tool, { prefix, adapters })));
}

async function toolOf(
  { name: server, options, connection }: ConnectedServer,
  listed: ListedTool,
  { prefix, adapters }: { readonly prefix: boolean; readonly adapters: Adapters },
): Promise<DynamicStructuredTool> {
  const { name, description = "" } = listed;
  const wrong = (problem: string): Error => agentErrors.invalidMcpTool({ server, tool: name.slice(0, 100), problem });
  if (description.length > LONGEST_DESCRIPTION) {
    throw wrong(`its description has ${description.length} characters, and ${LONGEST_DESCRIPTION} are allowed`);
  }
  const input = safeSchema(listed.inputSchema);
  if (!input.ok) throw wrong(`of its arguments, ${input.problem}`);
  const output = listed.outputSchema === undefined ? null : safeSchema(listed.outputSchema);
  if (output?.ok === false) throw wrong(`of its result, ${output.problem}`);
  // LangChain maps schemas and results. Its client is ours: it is asked for nothing but this tool.
  const client = {
    listTools: () => Promise.resolve({ tools: [{ name, description, inputSchema: input.schema }] }),
    callTool: async (
      { arguments: args = {} }: { readonly arguments?: Readonly<Record<string, unknown>> },
      _schema: unknown,
      { signal, timeout }: { readonly signal?: AbortSignal; readonly timeout?: number } = {},
    ): Promise<CallToolResult> => {
      try {
        const result = await connection.call({ tool: name, args, signal, timeout });
        return checked(result, output?.schema ?? null);
      } catch (error) {
        if (!(error instanceof McpFailure)) throw error;
        throw asToolException(new McpFailure(error.kind, redacted(error.message, options)));
      }
    },
  };
  const [tool] = await adapters.loadMcpTools(
    server,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two methods that it calls
    client as unknown as Parameters<Adapters["loadMcpTools"]>[1],
    { prefixToolNameWithServerName: prefix },
  );
  if (tool === undefined) throw wrong("LangChain cannot use it");
  if (!possibleName.test(tool.name))
    throw wrong(`"${tool.name}" is not a name of up to 64 letters, digits, "_" and "-"`);
  tool.metadata = { [MCP_SERVER]: server };
  const { func } = tool;
  tool.func = async (args, manager, config) => {
    const call = callIn(config);
    const signal = call?.work.signals.get(call.id) ?? config?.signal;
    try {
      // oxlint-disable-next-line typescript/no-unsafe-return -- the content and artifact of LangChain
      return await func(args, manager, { ...config, ...(signal !== undefined && { signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      const failure = error instanceof Error ? error.cause : null;
      if (failure instanceof McpFailure) throw typed(failure, { server, tool: tool.name, agent: call?.work.agent });
      throw error;
    }
  };
  return tool;
}

/** The result as LangChain maps it, which drops what it puts into artifacts. Throws for an error, and for a result that is not as declared. */
function checked(result: CallToolResult, schema: Readonly<Record<string, unknown>> | null): CallToolResult {
  const { content, structuredContent, isError } = result;
  if (isError === true) {
    const texts = content.flatMap((each) => (each.type === "text" ? [each.text] : []));
    throw new McpFailure("failed", texts.join("\n") || "the server reports an error without a text");
  }
  if (schema !== null) {
    if (structuredContent === undefined)
      throw new McpFailure("unfit", "no structured content, which its schema demands");
    const problem = jsonProblem(schema, structuredContent);
    if (problem !== null) throw new McpFailure("unfit", `what its own schema does not allow: ${problem}`);
  }
  return { ...result, content: content.map(asRead) };
}

type Content = CallToolResult["content"][number];

/** Resources become texts: no server makes this process read another one, and no provider refuses the conversation because of them. */
function asRead(content: Content): Content {
  if (content.type === "resource_link") {
    const { uri, name, description = "", mimeType = "" } = content;
    return { type: "text", text: [`Resource ${name}: ${uri}`, mimeType, description].filter(Boolean).join("\n") };
  }
  if (content.type !== "resource") return content;
  const { resource } = content;
  if ("text" in resource) return { type: "text", text: resource.text };
  const { uri, mimeType = "unknown type", blob } = resource;
  return {
    type: "text",
    text: `Resource ${uri} (${mimeType}, ${blob.length} characters of base64), which is not shown.`,
  };
}

/** LangChain passes on an error of this name as it is, and only the text of any other. */
function asToolException(failure: McpFailure): Error {
  const error = new Error(failure.message, { cause: failure });
  error.name = "ToolException";
  return error;
}

/** The failure in the table of errors. */
function typed(
  { kind, message: problem }: McpFailure,
  {
    server,
    tool,
    agent = "an agent",
  }: { readonly server: string; readonly tool: string; readonly agent?: string | undefined },
): Error {
  switch (kind) {
    case "unavailable":
      return agentErrors.mcpServerUnavailable({ server, tool, problem });
    case "changed":
      return agentErrors.mcpToolChanged({ server, tool, problem });
    case "unfit":
      return agentErrors.unfitToolResult({ agent, tool, server, problem });
    case "failed":
    default:
      // The agent names the tool and its server.
      return new Error(problem);
  }
}

function checkClashes(tools: readonly DynamicStructuredTool[]): void {
  const owners = new Map<string, string>();
  for (const { name, metadata } of tools) {
    const server = String(metadata?.[MCP_SERVER]);
    const other = owners.get(name);
    if (other !== undefined) throw agentErrors.mcpToolClash({ tool: name, servers: [other, server] });
    owners.set(name, server);
  }
}

const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
