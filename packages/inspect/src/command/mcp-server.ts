import { readFileSync } from "node:fs";
import { stdin } from "node:process";
import { inspectErrors } from "../errors.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import type { CommandProcess } from "./command-process.ts";
import { recordOf } from "../source/json-rows.ts";
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

/** Arguments of a tool in one line. */
const usageOf = ({ name, arguments: all }: Verb): string =>
  `${name} { ${all.map((each) => (each.required === true ? each.name : `${each.name}?`)).join(", ")} }`;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** A required argument that a call does not have, as a sentence. Null if all are there. */
function missingArgument({ arguments: all }: Verb, given: Readonly<Record<string, unknown>> = {}): string | null {
  const missing = all.find(({ name, required }) => required === true && isEmpty(given[name]));
  return missing === undefined ? null : `"${missing.name}" is missing.`;
}

/** Version of this package. Its manifest is at the same distance from the sources and from what is built of them. */
function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const { version } = recordOf(manifest);
  return typeof version === "string" ? version : "unknown";
}

/** Serves the verbs as tools of the Model Context Protocol on standard input and output, until the input ends. */
export async function serveMcp(reader: ThreadReader, { stop }: Pick<CommandProcess, "stop">): Promise<void> {
  const sdk = await load();
  const server = new sdk.Server(
    { name: "tidemark-inspect", version: packageVersion() },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: verbs.map(toolOf) }));
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }) => {
    const verb = verbs.find(({ name }) => name === params.name);
    try {
      if (verb === undefined)
        throw inspectErrors.invalidArguments({
          problem: `There is no tool "${params.name}".`,
          usage: `one of ${verbs.map(({ name }) => name).join(", ")}`,
        });
      const problem =
        missingArgument(verb, params.arguments) ?? argumentProblem(verb.arguments, params.arguments ?? {});
      if (problem !== null) throw inspectErrors.invalidArguments({ problem, usage: usageOf(verb) });
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
