import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@langchain/langgraph-sdk";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The newest build of the server, and the one that `npx @langchain/langgraph-cli@latest` installs. */
const manifests = {
  newest: import.meta.resolve("@langchain/langgraph-cli/package.json"),
  latest: import.meta.resolve("langgraph-cli-latest/package.json"),
} as const;

/** A build of LangGraph's development server. */
export type ServerBuild = keyof typeof manifests;
export const serverBuilds: readonly ServerBuild[] = ["newest", "latest"];

const cliOf = (build: ServerBuild): string => fileURLToPath(new URL("dist/cli/cli.mjs", manifests[build]));

/** LangGraph's development server with a copy of an example, on a free port. Disposing it removes everything. */
export class DevServer implements AsyncDisposable {
  readonly client: Client;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess, folder: string, url: string) {
    this.#child = child;
    this.#folder = folder;
    this.#ended = new Promise((resolve) => child.once("close", resolve));
    this.client = new Client({ apiUrl: url, apiKey: null });
  }

  /** Starts the server, and waits until it answers. */
  static async start(
    example: string,
    env: (folder: string) => Readonly<Record<string, string>>,
    build: ServerBuild = "newest",
  ): Promise<DevServer> {
    const folder = mkdtempSync(path.join(tmpdir(), "dev-server-"));
    const from = path.join(root, "examples", example);
    cpSync(from, folder, {
      recursive: true,
      filter: (file) => !/[/\\](?:node_modules|[.]tidemark|[.]langgraph_api)/.test(file.slice(from.length)),
    });
    symlinkSync(path.join(from, "node_modules"), path.join(folder, "node_modules"), "junction");
    const port = await freePort();
    const child = spawn(
      process.execPath,
      [cliOf(build), "dev", "--no-browser", "--port", String(port), "--config", "langgraph.json"],
      {
        cwd: folder,
        // The server starts a child process, so both are killed as a group.
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          LANGSMITH_TRACING: "false",
          LANGGRAPH_CLI_NO_ANALYTICS: "1",
          NO_COLOR: "1",
          ...env(folder),
        },
      },
    );
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece: Buffer) => output.push(piece.toString()));
    const server = new DevServer(child, folder, `http://localhost:${port}`);
    for (let tries = 0; tries < 2_400; tries += 1) {
      if (await answers(port)) return server;
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    await server[Symbol.asyncDispose]();
    throw new Error(`The server did not start:\n${output.join("")}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.pid !== undefined && this.#child.exitCode === null) process.kill(-this.#child.pid, "SIGKILL");
    await this.#ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/ok`).then(
    ({ ok }) => ok,
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
