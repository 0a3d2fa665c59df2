import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { boundedFetch } from "./bounded-fetch.ts";
import type { McpSdk } from "./load-mcp.ts";
import { type McpServer, redacted } from "./server-options.ts";

/** A tool as its server describes it. Its schemas are not checked yet. */
export const ListedTool = z.object({
  name: z.string(),
  description: z.string().optional(),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
});
export type ListedTool = z.output<typeof ListedTool>;

const Page = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Most pages of a list of tools: a server can go on without end. */
const MOST_PAGES = 50;

/** A failed call, by its kind. */
export type CallFailureKind =
  /** The server reports an error. */
  | "failed"
  /** The server cannot be reached, or was lost during the call. */
  | "unavailable"
  /** The answer is not what the protocol, or the tool's own schema, says. */
  | "unfit"
  /** The tool is not the one that was listed. */
  | "changed";

/** A call that failed, or a server that cannot be used. Its message contains nothing that the server was given. */
export class McpFailure extends Error {
  override readonly name = "McpFailure";
  readonly kind: CallFailureKind;

  constructor(kind: CallFailureKind, problem: string) {
    super(problem.slice(0, 1000).replace(/[.\s]+$/, ""));
    this.kind = kind;
  }
}

/** A call: the tool by the server's own name for it, and its arguments. */
export interface McpCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
  /** Time limit in milliseconds. Defaults to none: the signal ends the call. */
  readonly timeout?: number | undefined;
}

/** The longest time that a timer can wait. */
const NO_LIMIT = 2 ** 31 - 1;

/** Milliseconds in which a server that has lost a stream has to answer. */
const PROBE = 5000;

/**
 * A connection to one server that connects again when it is used after the server was lost.
 *
 * A call during which the server is lost fails, and is not repeated: it may have had its effect. Tools are called only while they
 * are the ones that were listed first.
 */
export class McpConnection {
  readonly #options: McpServer;
  readonly #sdk: McpSdk;
  readonly #seconds: number;
  readonly #closing = new AbortController();
  readonly #pinned = new Map<string, string>();
  #client: Promise<Client> | null = null;
  #running = 0;
  #isProbing = false;
  /** True when the list of tools has to be read again before the next call. */
  #isStale = false;
  #lastProblem = "";
  #written = "";

  constructor(options: McpServer, { sdk, seconds }: { readonly sdk: McpSdk; readonly seconds: number }) {
    this.#options = options;
    this.#sdk = sdk;
    this.#seconds = seconds;
  }

  /** Connects and lists the tools. From then on, only tools with these schemas are called. */
  async list(): Promise<readonly ListedTool[]> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#seconds * 1000)]);
    try {
      const tools = await this.#listed(await within(signal, this.#connected()), signal);
      for (const tool of tools) this.#pinned.set(tool.name, schemasOf(tool));
      this.#isStale = false;
      return tools;
    } catch (error) {
      const { kind, message } = this.#failure(error, `it did not answer within ${this.#seconds} seconds`);
      // What a process has written is for the person who starts it, and not for a model.
      const written = this.#written.trim() === "" ? "" : `. It wrote: ${redacted(this.#written.trim(), this.#options)}`;
      throw new McpFailure(kind, `${message}${written}`);
    }
  }

  /** Calls a tool. Throws `McpFailure`, and what the signal was aborted with. */
  async call({ tool, args, signal, timeout = NO_LIMIT }: McpCall): Promise<CallToolResult> {
    const ending = signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    this.#running += 1;
    try {
      return await this.#called({ tool, args, signal: ending, timeout });
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#failure(error, "it did not answer in time");
    } finally {
      this.#running -= 1;
    }
  }

  /** Ends the connection, and the process of a server that was started. Running calls fail. */
  async close(): Promise<void> {
    this.#closing.abort(new McpFailure("unavailable", "the connection was closed"));
    const client = this.#client;
    this.#client = null;
    await client?.then((each) => each.close()).catch(() => undefined);
  }

  async #called(call: McpCall & { readonly signal: AbortSignal }, isRepeated = false): Promise<CallToolResult> {
    const { tool, args, signal, timeout = NO_LIMIT } = call;
    const client = await within(signal, this.#connected());
    await this.#verify(client, tool, signal);
    const request = { method: "tools/call" as const, params: { name: tool, arguments: { ...args } } };
    try {
      return await client.request(request, this.#sdk.CallToolResultSchema, { signal, timeout });
    } catch (error) {
      // By the protocol, a server that does not know the session has not looked at the request.
      if (isRepeated || statusOf(error) !== 404) throw error;
      this.#drop(client);
      return await this.#called(call, true);
    }
  }

  /** Refuses a tool whose schemas have changed, when the server may have other tools than those listed. */
  async #verify(client: Client, tool: string, signal: AbortSignal): Promise<void> {
    if (this.#isStale) {
      const tools = await this.#listed(client, signal);
      const now = new Map(tools.map((each) => [each.name, schemasOf(each)]));
      for (const name of this.#pinned.keys()) this.#changed.set(name, this.#changeOf(name, now));
      this.#isStale = false;
    }
    const change = this.#changed.get(tool) ?? null;
    if (change !== null) throw new McpFailure("changed", change);
  }

  /** Difference of a tool from the listed one; null for none. */
  readonly #changed = new Map<string, string | null>();

  #changeOf(name: string, now: ReadonlyMap<string, string>): string | null {
    const schemas = now.get(name);
    if (schemas === undefined) return "the server no longer has it";
    return schemas === this.#pinned.get(name) ? null : "its schema has changed";
  }

  async #listed(client: Client, signal: AbortSignal): Promise<readonly ListedTool[]> {
    const tools: ListedTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const request = { method: "tools/list" as const, ...(cursor !== undefined && { params: { cursor } }) };
      const answer = await client.request(request, Page, { signal, timeout: NO_LIMIT });
      tools.push(...answer.tools.map((each) => ListedTool.parse(each)));
      cursor = answer.nextCursor;
      if (cursor === undefined) return tools;
    }
    throw new McpFailure("unfit", `its list of tools has more than ${MOST_PAGES} pages`);
  }

  #connected(): Promise<Client> {
    this.#closing.signal.throwIfAborted();
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<Client> {
    const { Client: NewClient, ToolListChangedNotificationSchema } = this.#sdk;
    const client = new NewClient({ name: "tidemark", version: "1" }, { capabilities: {} });
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#seconds * 1000)]);
    const onerror = (error: Error): void => {
      this.#lastProblem = redacted(error.message, this.#options);
      void this.#probe(client);
    };
    Object.assign(client, { onerror, onclose: () => this.#drop(client) });
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.#isStale = true;
    });
    try {
      this.#lastProblem = "";
      await within(signal, client.connect(this.#transport(), { signal, timeout: NO_LIMIT }));
      this.#own.add(client);
      return client;
    } catch (error) {
      this.#client = null;
      void client.close().catch(() => undefined);
      throw this.#failure(error, `it did not answer within ${this.#seconds} seconds`);
    }
  }

  /** Clients that are connected. */
  readonly #own = new Set<Client>();

  /** Forgets a client, so that the next call connects again. The tools of a new server are compared first. */
  #drop(client: Client): void {
    if (!this.#own.delete(client)) return;
    this.#client = null;
    this.#isStale = true;
    void client.close().catch(() => undefined);
  }

  /** A stream that breaks does not say so to the calls that wait for it: a server that does not answer any more is given up. */
  async #probe(client: Client): Promise<void> {
    if ("command" in this.#options || this.#running === 0 || this.#isProbing || !this.#own.has(client)) return;
    this.#isProbing = true;
    try {
      await client.ping({ timeout: PROBE });
    } catch {
      this.#drop(client);
    } finally {
      this.#isProbing = false;
    }
  }

  #transport() {
    const options = this.#options;
    if ("url" in options) {
      const { url, headers } = options;
      const requestInit = headers === undefined ? {} : { requestInit: { headers } };
      return new this.#sdk.StreamableHTTPClientTransport(new URL(url), { ...requestInit, fetch: boundedFetch });
    }
    const { command, args = [], env, cwd } = options;
    const transport = new this.#sdk.StdioClientTransport({
      command,
      args: [...args],
      stderr: "pipe",
      ...(env !== undefined && { env }),
      ...(cwd !== undefined && { cwd }),
    });
    // What is not read would stop the process.
    transport.stderr?.on("data", (chunk: unknown) => {
      this.#written = `${this.#written}${String(chunk)}`.slice(-1000);
    });
    return transport;
  }

  /** The failure that an error stands for. */
  #failure(error: unknown, whenLate: string): McpFailure {
    if (error instanceof McpFailure) return error;
    const { ErrorCode, McpError } = this.#sdk;
    const say = (text: string): string => redacted(text, this.#options);
    const reason: unknown = this.#closing.signal.reason;
    if (reason instanceof McpFailure) return reason;
    if (error instanceof z.core.$ZodError || isIssues(error)) {
      return new McpFailure("unfit", "something that is not an answer of the protocol");
    }
    if (error instanceof McpError) {
      const { code, message } = error;
      const [closed, late]: readonly number[] = [ErrorCode.ConnectionClosed, ErrorCode.RequestTimeout];
      if (code === closed) return new McpFailure("unavailable", this.#lost());
      if (code === late) return new McpFailure("unavailable", `${whenLate}${this.#noted()}`);
      return new McpFailure("failed", say(message.replace(/^MCP error -?\d+: /, "")));
    }
    if (error instanceof Error && error.name === "TimeoutError") {
      return new McpFailure("unavailable", `${whenLate}${this.#noted()}`);
    }
    const status = statusOf(error);
    const message = error instanceof Error ? [error.message, causeOf(error)].filter(Boolean).join(": ") : String(error);
    return new McpFailure("unavailable", `${status === null ? "" : `HTTP status ${status}. `}${say(message)}`);
  }

  #lost(): string {
    const what = "command" in this.#options ? "its process ended" : "the connection was lost";
    return `${what}${this.#noted()}`;
  }

  /** The last problem of the connection, such as an answer that is not JSON. */
  #noted(): string {
    return this.#lastProblem === "" ? "" : ` (${this.#lastProblem.slice(0, 300)})`;
  }
}

/** Parts of a tool that must not change between the list and a call. */
const schemasOf = ({ inputSchema, outputSchema }: ListedTool): string => JSON.stringify([inputSchema, outputSchema]);

/** The HTTP status that a server has answered; null for other errors. */
function statusOf(error: unknown): number | null {
  const code: unknown =
    error instanceof Error && /HTTP error|SSE/.test(error.message) ? Reflect.get(error, "code") : null;
  return typeof code === "number" && code >= 300 && code < 600 ? code : null;
}

/** The error of another copy of Zod. */
const isIssues = (error: unknown): boolean =>
  error instanceof Error && Array.isArray(Reflect.get(error, "issues")) && !("code" in error);

const causeOf = ({ cause }: Error): string => (cause instanceof Error ? cause.message : "");

/** Waits for a result until the signal is aborted. */
async function within<Result>(signal: AbortSignal, working: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    signal.addEventListener("abort", stop, { once: true, signal: done.signal });
  });
  try {
    return await Promise.race([working, aborted]);
  } finally {
    done.abort();
  }
}
