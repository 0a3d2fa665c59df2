import { existsSync } from "node:fs";
import { serve } from "@hono/node-server";
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Hono } from "hono";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { inspector } from "../src/index.ts";
import { buildPage } from "./built-page.ts";
import { describeStates } from "./page-states.ts";
import { describeTimeline } from "./page-timeline.ts";
import { describeViews } from "./page-views.ts";
import { askPlain, at, plainGraph } from "./threads.ts";

const candidates = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const chromiumFile = candidates.find((file) => file !== undefined && existsSync(file)) ?? null;

/** Serves the threads of a saver, on a free port unless one is given. */
const serveThreads = (saver: BaseCheckpointSaver, port = 0) => serveApp(inspector({ saver, token: "token" }), port);

async function serveApp(
  app: Hono,
  port = 0,
): Promise<{ readonly origin: string; readonly port: number; readonly stop: () => Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, (address) => resolve(address.port));
  const stop = async () => {
    const closed = Promise.withResolvers<void>();
    server.close(() => closed.resolve());
    if ("closeAllConnections" in server) server.closeAllConnections();
    await closed.promise;
  };
  const used = await promise;
  onTestFinished(stop);
  return { origin: `http://127.0.0.1:${used}`, port: used, stop };
}

describe.skipIf(chromiumFile === null)("the page, in Chromium,", () => {
  let browser: Browser;
  beforeAll(async () => {
    await buildPage();
    browser = await chromium.launch({ executablePath: chromiumFile ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  /** Opens an address, and collects errors of the page and requests to other hosts. */
  async function open(address: string): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(120_000);
    page.setDefaultTimeout(300_000);
    onTestFinished(() => page.close());
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    page.on("request", (request) => {
      const isOwn = request.url().startsWith(address.startsWith("file:") ? address : new URL(address).origin);
      if (!isOwn && !/^(?:data|blob):/.test(request.url())) problems.push(`requested ${request.url()}`);
    });
    await page.goto(address);
    return { page, problems };
  }

  describeViews({ serve: serveThreads, open });
  describeStates({ serve: serveApp, open });
  describeTimeline({ serve: serveThreads, open });

  test("shows who wrote a value, at a step that the keys lead to", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    const { origin } = await serveThreads(saver);
    const { page, problems } = await open(`${origin}/#token=token`);
    await page.getByRole("option", { name: /^ann/ }).click();
    await page.getByRole("heading", { name: "choose", level: 2 }).waitFor();
    await expect.poll(() => page.getByText("Waiting for a person").first().isVisible()).toBe(true);
    await page.getByRole("option", { name: /^price/ }).click();
    await page.getByText("choose wrote it at").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("heading", { name: "plan", level: 2 }).waitFor();
    // A link contains the place and no token.
    expect(page.url()).toBe(`${origin}/?thread=ann&step=1.2&field=price`);
    await page.keyboard.press("d");
    await page.getByRole("button", { name: "city", exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  test("a link leads to thread, step and field", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    const { page } = await open(`${(await serveThreads(saver)).origin}/?thread=ann&step=1.4&field=price#token=token`);
    await page.getByText("choose wrote it at").waitFor();
    await expect.poll(() => page.getByRole("heading", { name: "choose", level: 2 }).isVisible()).toBe(true);
  });

  test("stored text is shown as text, wherever it is", async () => {
    const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    const saver = new MemorySaver();
    await plainGraph(saver).invoke({ messages: [new HumanMessage(evil)], city: evil }, at(evil));
    const { page, problems } = await open(
      `${(await serveThreads(saver)).origin}/?thread=${encodeURIComponent(evil)}&step=1.1&field=messages#token=token`,
    );
    await page.locator(".message").getByText("<img src=x").waitFor();
    await expect.poll(() => page.locator("img").count()).toBe(0);
    expect(await page.title()).not.toBe("owned");
    expect(problems).toEqual([]);
  });

  test("a database without threads, an unknown thread and a missing token are explained", async () => {
    const { origin } = await serveThreads(new MemorySaver());
    const empty = await open(`${origin}/#token=token`);
    await empty.page.getByText("No threads yet").waitFor();
    const unknown = await open(`${origin}/?thread=nobody#token=token`);
    await unknown.page.getByText('Thread "nobody" does not exist.').waitFor();
    const foreign = await open(`${origin}/`);
    await foreign.page.getByText("The token is missing or wrong.").first().waitFor();
  });

  test("a thread with a new step is shown without a reload", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    const { page } = await open(`${(await serveThreads(saver)).origin}/?thread=ann#token=token`);
    await page.getByText("1 turn · 4 steps").waitFor();
    await plainGraph(saver).updateState(at("ann"), { city: "Porto" }, "choose");
    await page.getByText("1 turn · 5 steps").waitFor();
    await page.getByRole("heading", { name: "edit", level: 2 }).waitFor();
  });

  test("a server that goes away and comes back is explained, and read again", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    const { origin, port, stop } = await serveThreads(saver);
    const { page } = await open(`${origin}/?thread=ann#token=token`);
    await page.getByText("1 turn · 4 steps").waitFor();
    await stop();
    await page.getByText("The inspector's server does not respond.").first().waitFor();
    await expect.poll(() => page.getByRole("heading", { name: "choose", level: 2 }).isVisible()).toBe(true);
    await plainGraph(saver).updateState(at("ann"), { city: "Porto" }, "choose");
    await serveThreads(saver, port);
    await page.getByText("1 turn · 5 steps").waitFor();
    await expect.poll(() => page.locator(".offline").count()).toBe(0);
  });
});
