import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { inspectorApp } from "../app/inspector-app.ts";
import { inspectErrors } from "../errors.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import type { CommandProcess } from "./command-process.ts";
import { serveMcp } from "./mcp-server.ts";
import type { VerbInput } from "./verbs.ts";

/** The only address that the page is served on. */
const HOST = "127.0.0.1";

/** The source that is shown, and the arguments of the command. */
interface InspectRun {
  readonly reader: ThreadReader;
  readonly database: string;
  /** True to print the address as JSON, for a program that opens it. */
  readonly json: boolean;
  readonly input: VerbInput;
}

/** Serves the page on this machine, or the questions over MCP, until the process has to end. */
export async function runInspect(
  { reader, database, json, input }: InspectRun,
  process: CommandProcess,
): Promise<number> {
  if (input["mcp"] === true) {
    await serveMcp(reader, process);
    return 0;
  }
  return servePage(
    { name: database, json, input, make: (token) => inspectorApp(reader, { token, anyHost: false }) },
    process,
  );
}

/** Page to serve, and the arguments of the command. */
interface ServedPage {
  /** Database or module that the page shows. */
  readonly name: string;
  readonly json: boolean;
  readonly input: VerbInput;
  readonly make: (token: string) => Hono;
}

/** Serves a page on this machine until the process has to end. Its address contains the token that its requests carry. */
export async function servePage({ name, json, input, make }: ServedPage, process: CommandProcess): Promise<number> {
  const token = randomBytes(18).toString("base64url");
  const app = make(token);
  const port = input["port"] === undefined ? await freePort() : Number(input["port"]);
  const server = serve({ fetch: app.fetch, hostname: HOST, port });
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", (error: Error) => reject(portTaken(port, error)));
  });
  const url = `http://${HOST}:${port}/#token=${token}`;
  if (json) process.print(JSON.stringify({ database: name, url }));
  else process.print(`${name} is shown at ${url}\nPress Ctrl+C to end.`);
  await process.stop;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
  return 0;
}

const portTaken = (port: number, cause: Error): Error =>
  inspectErrors.invalidArguments(
    { problem: `Port ${port} cannot be used (${cause.message}).`, usage: "tidemark inspect <database> [--port …]" },
    { cause },
  );

/** A free port. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, HOST, resolve);
  });
  const address = probe.address();
  await new Promise<void>((resolve) => {
    probe.close(() => resolve());
  });
  return typeof address === "object" && address !== null ? address.port : 0;
}
