import { z } from "zod";
import { agentErrors } from "../kernel/errors.ts";
import { withoutSecrets } from "../failures/secrets.ts";

const texts = z.record(z.string(), z.string());

const StdioServer = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).readonly().optional(),
  env: texts.optional(),
  cwd: z.string().optional(),
  tools: z.array(z.string()).readonly().optional(),
});

const HttpServer = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  headers: texts.optional(),
  tools: z.array(z.string()).readonly().optional(),
});

/** A server that is a child process and speaks over its standard input and output. */
export type StdioServerOptions = z.output<typeof StdioServer>;

/** A server that is reached by streamable HTTP. */
export type HttpServerOptions = z.output<typeof HttpServer>;

/** A server: the command that starts it, or its address. `tools` are the names of the tools to use; defaults to all of them. */
export type McpServer = StdioServerOptions | HttpServerOptions;

/** Checks the options of a server. Throws `agents/invalidMcpServer`, without any value of the options. */
export function checkServer(server: string, given: unknown): McpServer {
  const isProcess = typeof given === "object" && given !== null && "command" in given;
  const parsed = (isProcess ? StdioServer : HttpServer).safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`);
  throw agentErrors.invalidMcpServer({ server, problem: problems.join("; ") });
}

/** Removes everything that a server was given, and whatever looks like a key, from a text of it. */
export function redacted(text: string, options: McpServer): string {
  return withoutSecrets(text, { secrets: secretsOf(options) });
}

function secretsOf(options: McpServer): readonly string[] {
  if ("command" in options) return Object.values(options.env ?? {});
  const { username, password, searchParams } = new URL(options.url);
  const headers = Object.values(options.headers ?? {});
  // A server may repeat a token without its scheme.
  const tokens = headers.flatMap((value) => value.split(/\s+/));
  return [...headers, ...tokens, username, password, ...searchParams.values()];
}
