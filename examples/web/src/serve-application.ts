import { serve, type ServerType } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import type { WebApplication } from "./application.ts";
import { pageFiles } from "./page-files.ts";
import { webServer } from "./web-server.ts";

/** Where the page is served. */
export interface ServeOptions {
  /** 0 takes any that is free; `PORT` of the environment, or 4100, when not said. */
  readonly port?: number;
}

/** A page that is being served. */
export interface RunningPage {
  readonly url: string;
  /** Ends the server and every open connection. */
  close(): Promise<void>;
}

/** Serves an application's page to browsers on this machine, and to nobody else. */
export async function serveApplication(
  application: WebApplication,
  { port = Number(process.env["PORT"] ?? 4100) }: ServeOptions = {},
): Promise<RunningPage> {
  const app = webServer(application);
  app.use("*", serveStatic({ root: await pageFiles() }));
  return new Promise((resolve, reject) => {
    const server: ServerType = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, (address) => {
      resolve({
        url: `http://127.0.0.1:${address.port}/`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            if ("closeAllConnections" in server) server.closeAllConnections();
          }),
      });
    });
    server.once("error", reject);
  });
}
