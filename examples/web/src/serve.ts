import path from "node:path";
import process from "node:process";
import { serve, type ServerType } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { defineErrors, type Errors } from "tidemark/agents";
import type { WebApplication } from "./application.ts";
import { builtPage } from "./built-page.ts";
import type { RunningTurns } from "./page-session.ts";
import { webServer } from "./web-server.ts";

const table = {
  invalidPort: (details: { value: string }) =>
    `PORT: "${details.value}" is not a port. Use a number from 0 to 65535, such as PORT=4200; 0 picks a free one.`,

  portInUse: (details: { port: number }) =>
    `Port ${details.port} is used by another program. Choose another with PORT, or use PORT=0 for a free one.`,
};

const webErrors: Errors<"web", typeof table> = defineErrors("web", table);

/** Options for serving the page. */
export interface ServeOptions {
  /** Port to listen on; 0 picks a free one. Defaults to `PORT` in the environment, or 4100. */
  readonly port?: number;
}

/** A running server of the page. */
export interface RunningPage {
  readonly url: string;
  /** Stops the server, closes every open connection, and ends running turns at their last stored step. */
  close(): Promise<void>;
}

const root = path.join(import.meta.dirname, "..");

/** Builds the page and the inspector where their sources are: in the workspace. An application contains the built ones. */
async function pageFiles(): Promise<string> {
  const inspector = path.join(root, "..", "..", "packages", "inspect");
  const configFile = path.join(inspector, "vite.config.ts");
  await builtPage({ sources: path.join(inspector, "page"), built: path.join(inspector, "dist", "page"), configFile });
  const [sources, built] = [path.join(root, "page"), path.join(root, "dist", "page")];
  return builtPage({ sources, built, configFile: path.join(root, "vite.config.ts") });
}

/**
 * Serves the page of an application to browsers on this machine only.
 *
 * Throws `web/invalidPort` and `web/portInUse`.
 */
export async function serveApplication(
  application: WebApplication,
  { port = portOf(process.env["PORT"]) }: ServeOptions = {},
): Promise<RunningPage> {
  const running: RunningTurns = new Map();
  const app = webServer(application, running);
  const { view } = application;
  if (view !== undefined) app.use("/view/*", serveStatic({ root: view.folder, rewriteRequestPath: inFolder }));
  app.use("*", serveStatic({ root: await pageFiles() }));
  const headers = { host: "127.0.0.1", "content-type": "application/json" };
  const stop = async (threadId: string) =>
    app.request(`http://127.0.0.1/api/chat/${threadId}/stop`, { method: "POST", body: "{}", headers });
  return new Promise((resolve, reject) => {
    const server: ServerType = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, (address) => {
      resolve({
        url: `http://127.0.0.1:${address.port}/`,
        close: async () => {
          const closing = new Promise<void>((closed) => void server.close(() => closed()));
          if ("closeAllConnections" in server) server.closeAllConnections();
          await Promise.all([closing, ...[...running.keys()].map(stop)]);
        },
      });
    });
    server.once("error", (error) => {
      const isTaken = Reflect.get(error, "code") === "EADDRINUSE";
      reject(isTaken ? webErrors.portInUse({ port }, { cause: error }) : error);
    });
  });
}

/** Path of a file of the view in its folder. */
const inFolder = (address: string): string => address.replace(/^\/view/, "");

function portOf(value = "4100"): number {
  const port = Number(value);
  if (value.trim() === "" || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw webErrors.invalidPort({ value });
  return port;
}

/** A program whose application can also be served as a page. */
export interface PageProgram<Options extends { readonly help: boolean }> {
  /** Command that serves the page. */
  readonly page: string;
  /** Command that starts the program in a terminal. */
  readonly start: string;
  /** Parses the command line. Errors with a code are invalid input. */
  readOptions(words: readonly string[]): Options;
}

/**
 * Serves the page of an application with the command line of this process, and prints the address. `--help` prints help, and opens nothing.
 *
 * An error ends the process with one sentence on the error stream, and with the exit code 2 for invalid input and 1 otherwise. Ctrl+C ends
 * the server with one sentence.
 */
export async function startPage<Options extends { readonly help: boolean }>(
  program: PageProgram<Options>,
  open: (options: Options) => WebApplication | Promise<WebApplication>,
): Promise<void> {
  try {
    const options = program.readOptions(process.argv.slice(2));
    if (options.help) return void process.stdout.write(helpOf(program));
    const page = await serveApplication(await open(options));
    process.stdout.write(`${page.url}\n`);
    process.once("SIGINT", () => {
      process.stdout.write("\nThe page was closed. A turn that was running goes on when you open it again.\n");
      // A second Ctrl+C ends the process at once.
      void page.close().finally(() => process.exit(0));
    });
  } catch (error) {
    const isInvalidInput = /^[\w-]+\//.test(String(Reflect.get(Object(error), "code")));
    const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    process.stderr.write(isInvalidInput ? `${line}\n` : `The page could not be opened: ${line}\n`);
    // An opened application may keep the process running.
    process.exit(isInvalidInput ? 2 : 1);
  }
}

const helpOf = ({
  page,
  start,
}: Pick<PageProgram<never>, "page" | "start">): string => `Serves a page on this machine, and prints its address.

  ${page}
  ${page} -- OPTIONS

Options are those of the terminal: ${start} -- --help
PORT=4200 in the environment chooses the port; 0 picks a free one (default: 4100). Ctrl+C ends the server.
`;
