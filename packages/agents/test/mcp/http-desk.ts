import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { deskServer } from "./desk-server.ts";

/** The desk over streamable HTTP on this machine. Its tool `wait` never answers. */
export class HttpDesk {
  readonly #sessions = new Map<string, StreamableHTTPServerTransport>();
  readonly #server: Server;
  /** The headers `authorization` of the requests. */
  readonly authorizations: (string | undefined)[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      this.authorizations.push(request.headers.authorization);
      void this.#handle(request, response);
    });
  }

  static async start(port = 0): Promise<HttpDesk> {
    const desk = new HttpDesk();
    await new Promise<void>((resolve) => {
      desk.#server.listen(port, "127.0.0.1", resolve);
    });
    return desk;
  }

  get port(): number {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  /** Forgets every session, as a server does that was restarted. */
  forget(): void {
    this.#sessions.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(...[request, response]: Parameters<StreamableHTTPServerTransport["handleRequest"]>): Promise<void> {
    const { "mcp-session-id": id } = request.headers;
    const known = typeof id === "string" ? this.#sessions.get(id) : undefined;
    if (known !== undefined) return await known.handleRequest(request, response);
    if (id !== undefined) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ jsonrpc: "2.0", error: { code: -32_001, message: "Session not found" }, id: null }),
      );
      return;
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => void this.#sessions.set(session, transport),
    });
    const server = deskServer();
    server.registerTool("wait", { description: "Waits." }, () => new Promise<never>(() => {}));
    await server.connect(transport);
    await transport.handleRequest(request, response);
  }
}

/** The same desk in a separate process. */
export class HttpProcess {
  readonly port: number;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    this.ended = new Promise((resolve) => child.once("exit", () => resolve()));
  }

  static async start(port = 0): Promise<HttpProcess> {
    const child = spawn(process.execPath, [import.meta.filename, String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const line = await new Promise<string>((resolve) => child.stdout.once("data", (chunk) => resolve(String(chunk))));
    return new HttpProcess(child, Number(line));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}

if (import.meta.main) {
  const desk = await HttpDesk.start(Number(process.argv[2] ?? 0));
  process.stdout.write(String(desk.port));
}
