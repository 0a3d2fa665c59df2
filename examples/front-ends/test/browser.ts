import { serve, type ServerType } from "@hono/node-server";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { build } from "vite";
import { deskApplication } from "../src/application.ts";
import { deskServer } from "../src/server.ts";

const candidates = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Path of an installed Chromium; without one it is null, and the browser tests are skipped. */
export const chromiumFile: string | null = candidates.find((file) => file !== undefined && existsSync(file)) ?? null;

/** Starts a headless browser. */
export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumFile ?? "", args: ["--no-sandbox"] });

/** Builds the pages into the folder that the server serves. */
export const buildPages = () => build({ configFile: path.join(import.meta.dirname, "..", "vite.config.ts") });

/** Running server of the pages, with a separate application. */
export interface RunningDesk {
  readonly url: string;
  /** Orders that were refunded. */
  readonly refunds: readonly string[];
  /** Lets the model speak after its fifth word. */
  readonly goOn: () => void;
  readonly close: () => Promise<void>;
}

/** Serves the pages. With `waits`, the model waits after its fifth word; with `paysLate`, refunds wait. */
export async function startDesk({ waits = false, paysLate = false } = {}): Promise<RunningDesk> {
  const waiting: (() => void)[] = [];
  let isOpen = !waits && !paysLate;
  const wait = (): Promise<void> => (isOpen ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)));
  const made = deskApplication(waits ? wait : undefined, paysLate ? wait : undefined);
  const { server, port } = await new Promise<{ server: ServerType; port: number }>((resolve) => {
    const started = serve(
      { fetch: deskServer(made, "a secret of the tests").fetch, hostname: "127.0.0.1", port: 0 },
      (address: AddressInfo) => resolve({ server: started, port: address.port }),
    );
  });
  return {
    url: `http://127.0.0.1:${port}`,
    refunds: made.refunds,
    goOn() {
      isOpen = true;
      for (const resolve of waiting) resolve();
    },
    close: () =>
      new Promise((resolve) => {
        if ("closeAllConnections" in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
