import { existsSync } from "node:fs";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { type Browser, chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { buildPage } from "../built-page.ts";

const candidates = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Path of a browser on this machine. Null for none. */
export const chromiumFile = candidates.find((file) => file !== undefined && existsSync(file)) ?? null;

/** Builds the page and starts the browser. */
export async function startBrowser(): Promise<Browser> {
  await buildPage();
  return chromium.launch({ executablePath: chromiumFile ?? "", args: ["--no-sandbox"] });
}

/** Waits for a text, and fails with what the page says about a problem instead. */
export async function waitForText(page: Page, text: string): Promise<void> {
  const said = page.getByText(text).or(page.getByRole("alert")).first();
  await said.waitFor();
  expect(await said.innerText()).toContain(text);
}

/** Serves an application and opens it. Collects errors of the page, and requests to other hosts. */
export async function openPage(
  browser: Browser,
  app: Hono,
  search = "",
): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => resolve(port));
  const origin = `http://127.0.0.1:${await promise}`;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(300_000);
  onTestFinished(async () => {
    await page.close();
    const closed = Promise.withResolvers<void>();
    server.close(() => closed.resolve());
    if ("closeAllConnections" in server) server.closeAllConnections();
    await closed.promise;
  });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) problems.push(`requested ${request.url()}`);
  });
  await page.goto(`${origin}/${search}#token=token`);
  return { page, problems };
}
