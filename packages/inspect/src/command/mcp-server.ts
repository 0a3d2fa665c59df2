import { stdin } from "node:process";
import { inspectErrors } from "../errors.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import type { CommandProcess } from "./command-process.ts";
import { argumentProblem, type Verb, type VerbArgument, verbs } from "./verbs.ts";

function schemaOf({ kind, description, choices, maximum }: VerbArgument) {
  if (kind === "texts") return { type: "array", items: { type: "string" }, description };
  if (kind === "number") return { type: "integer", minimum: 1, ...(maximum !== undefined && { maximum }), description };
  if (kind === "switch") return { type: "boolean", description };
  return { type: "string", ...(choices !== undefined && { enum: choices }), description };
}

const toolOf = ({ name, summary, arguments: all }: Verb) => ({
  name,
  description: summary,
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: {
    type: "object" as const,
    properties: Object.fromEntries(all.map((each) => [each.name, schemaOf(each)])),
    required: all.flatMap(({ name: each, required }) => (required === true ? [each] : [])),
    additionalProperties: false,
  },
});

/** Serves the verbs as tools of the Model Context Protocol on standard input and output, until the input ends. */
export async function serveMcp(reader: ThreadReader, { stop }: Pick<CommandProcess, "stop">): Promise<void> {
  const sdk = await load();
  const server = new sdk.Server({ name: "tidemark-inspect", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: verbs.map(toolOf) }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }) => {
    const verb = verbs.find(({ name }) => name === params.name);
    try {
      if (verb === undefined)
        throw inspectErrors.invalidArguments({ problem: `There is no tool "${params.name}".`, usage: "tools/list" });
      const problem = argumentProblem(verb.arguments, params.arguments ?? {});
      if (problem !== null) throw inspectErrors.invalidArguments({ problem, usage: `the schema of ${verb.name}` });
      const { data } = await verb.run(reader, params.arguments ?? {});
      return { content: [{ type: "text" as const, text: JSON.stringify(data) }] };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { content: [{ type: "text" as const, text }], isError: true };
    }
  });
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve);
  });
  await server.connect(new sdk.StdioServerTransport());
  await Promise.race([ended, stop]);
  await server.close();
}

async function load() {
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the schemas of the tools are JSON Schema, which only this server takes
    const { Server } = await import("@modelcontextprotocol/sdk/server/index.js");
    const stdio = await import("@modelcontextprotocol/sdk/server/stdio.js");
    const { CallToolRequestSchema, ListToolsRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
    // oxlint-disable-next-line typescript/no-deprecated -- as above
    return { Server, StdioServerTransport: stdio.StdioServerTransport, CallToolRequestSchema, ListToolsRequestSchema };
  } catch (error) {
    throw inspectErrors.missingPackage(
      { name: "@modelcontextprotocol/sdk", purpose: "to serve MCP" },
      { cause: error },
    );
  }
}
