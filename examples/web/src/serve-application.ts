import { serve, type ServerType } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import type { WebApplication } from "./application.ts";
import { webErrors } from "./errors.ts";
import { pageFiles } from "./page-files.ts";
import { runningTurns } from "./running-turns.ts";
import { webServer } from "./web-server.ts";

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

/**
 * Serves the page of an application to browsers on this machine only.
 *
 * Throws `web/invalidPort` and `web/portInUse`.
 */
export async function serveApplication(
  application: WebApplication,
  { port = portOf(process.env["PORT"]) }: ServeOptions = {},
): Promise<RunningPage> {
  const turns = runningTurns();
  const app = webServer(application, turns);
  const { view } = application;
  if (view !== undefined) app.use("/view/*", serveStatic({ root: view.folder, rewriteRequestPath: inFolder }));
  app.use("*", serveStatic({ root: await pageFiles() }));
  return new Promise((resolve, reject) => {
    const server: ServerType = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, (address) => {
      resolve({
        url: `http://127.0.0.1:${address.port}/`,
        close: async () => {
          const closing = new Promise<void>((closed) => void server.close(() => closed()));
          if ("closeAllConnections" in server) server.closeAllConnections();
          await Promise.all([closing, turns.close()]);
        },
      });
    });
    server.once("error", (error) => {
      const isTaken = Reflect.get(error, "code") === "EADDRINUSE";
      reject(isTaken ? webErrors.portInUse({ port }, { cause: error }) : error);
    });
  });
}

function portOf(value = "4100"): number {
  const port = Number(value);
  if (value.trim() === "" || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw webErrors.invalidPort({ value });
  return port;
}

/** Path of a file of the view in its folder. */
const inFolder = (address: string): string => address.replace(/^\/view/, "");
