import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Annotation, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import type { Hono } from "hono";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { inspectorApp } from "../src/app/inspector-app.ts";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { openDatabase } from "../src/source/open-database.graph.ts";
import { inspector } from "../src/index.ts";
import { temporaryFolder } from "./sources.ts";
import { askPlain, at, plainGraph } from "./threads.ts";
import { AgentState, extendState } from "@tidemark/core-state";
import { defineMigrations } from "@tidemark/state-manager";
import { bookedTrip } from "./trip.ts";

/** What the tests of the page's states need: a server for an application, and a page at an address. */
interface StateTools {
  readonly serve: (app: Hono) => Promise<{ readonly origin: string }>;
  readonly open: (address: string) => Promise<{ readonly page: Page; readonly problems: readonly string[] }>;
}

const rules = { token: "token", anyHost: false };
const VIEW_KEYS = ["c", "a", "d", "g", "m", "p", "s", "v"];

/** Names of elements that are not wholly between the left and the right edge of the page. */
async function cutOff(page: Page, selector: string): Promise<readonly string[]> {
  const width = page.viewportSize()?.width ?? 0;
  const names: string[] = [];
  for (const each of await page.locator(selector).all()) {
    const box = await each.boundingBox();
    if (box !== null && (box.x < 0 || box.x + box.width > width)) names.push(await each.innerText());
  }
  return names;
}

/** Tests of what the page shows at its edges. They are run by the file that builds the page. */
export function describeStates({ serve, open }: StateTools): void {
  test("the newest thread is shown at once, and on a narrow screen the list of threads", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    const { origin } = await serve(inspector({ saver, token: "token" }));
    const { page } = await open(`${origin}/#token=token`);
    await page.getByRole("heading", { name: "choose", level: 2 }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${origin}/?#token=token`);
    await page.getByRole("option", { name: /^ann/ }).waitFor();
    expect(await page.getByRole("heading", { name: "choose", level: 2 }).count()).toBe(0);
  });

  test("a narrow screen shows every tab, and leads from the mark of the thread to its question", async () => {
    const { session, saver } = bookedTrip();
    await session.send("Where does it rain?");
    const { origin } = await serve(inspector({ saver, token: "token" }));
    const { page } = await open(`${origin}/?thread=ann&step=1.2#token=token`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("tab", { name: "Compare" }).waitFor();
    expect(await cutOff(page, ".tab")).toEqual([]);
    await page.locator(".thread-head").getByRole("button", { name: "Waiting for a person" }).click();
    await page.getByText("would act on exactly this").waitFor();
  });

  test("a step that changed no field of the application shows all values", async () => {
    const { session, saver } = bookedTrip();
    await session.send("Where does it rain?");
    const { origin } = await serve(inspector({ saver, token: "token" }));
    const { page } = await open(`${origin}/?thread=ann&step=1.2#token=token`);
    await page.getByText("This step changed only internal fields of Tidemark. All values:").waitFor();
    await page.getByRole("option", { name: /^trip_city/ }).waitFor();
  });

  test("a thread without turns and without values answers in every view", async () => {
    const saver = new MemorySaver();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("greet", () => ({}))
      .addEdge(START, "greet")
      .addEdge("greet", END)
      .compile({ checkpointer: saver });
    await graph.updateState(at("ann"), { messages: [] }, "greet");
    const { origin } = await serve(inspector({ saver, token: "token" }));
    const { page, problems } = await open(`${origin}/?thread=ann#token=token`);
    await page.getByText("0 turns · 1 step").waitFor();
    for (const key of VIEW_KEYS) {
      await page.keyboard.press(key);
      await expect.poll(() => page.locator(".state .skeleton").count(), { timeout: 300_000 }).toBe(0);
      expect([key, await page.getByRole("alert").count()]).toEqual([key, 0]);
    }
    expect(problems).toEqual([]);
  });

  test("a plain thread is not offered the leases and migrations that it does not have", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    const { origin } = await serve(inspector({ saver, token: "token" }));
    const { page } = await open(`${origin}/?thread=ann&view=storage#token=token`);
    await page.locator(".storage").waitFor();
    await page.getByRole("tab", { name: "All5" }).waitFor();
    expect(await page.locator(".storage h3").allInnerTexts()).not.toContain("Migrations");
    expect(await page.locator(".storage h3").allInnerTexts()).not.toContain("Lease");
  });

  test("limits of the application show how much is used, and those that it left at their default say so", async () => {
    const { session, saver, state } = bookedTrip();
    await session.send("Where does it rain?");
    const app = inspector({ saver, state, limits: { maxIterations: 7 }, token: "token" });
    const { page } = await open(`${(await serve(app)).origin}/?thread=ann#token=token`);
    const gauges = page.locator(".gauges li");
    await gauges.filter({ hasText: /Node runs\s*\d of 7$/ }).waitFor();
    await gauges.filter({ hasText: "3 of 50 (default)" }).waitFor();
  });

  test("migrations that the application has declared are tried", async () => {
    const { session, saver } = bookedTrip();
    await session.send("Where does it rain?");
    const state = extendState(AgentState, { version: 1, fields: {} });
    defineMigrations(state, []);
    const { origin } = await serve(inspector({ saver, state, token: "token" }));
    const { page } = await open(`${origin}/?thread=ann&view=storage#token=token`);
    await page.getByRole("button", { name: "Dry run on all threads" }).click();
    await page.getByText("1 thread at the current version").waitFor();
  });

  test("every key is an action of the palette, and is named as on this keyboard", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    const { origin } = await serve(inspector({ saver, token: "token" }));
    const { page } = await open(`${origin}/?thread=ann#token=token`);
    await page.getByText("1 turn · 4 steps").waitFor();
    await page.keyboard.press("?");
    const keys = await page.locator(".keys kbd").allInnerTexts();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find a command" }).waitFor();
    const named = new Set(await page.locator(".palette kbd").allInnerTexts());
    const isApple = process.platform === "darwin";
    expect(keys.filter((key) => !named.has(key))).toEqual([isApple ? "⌘K" : "Ctrl K"]);
    await page.keyboard.type("search fields");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement?.id"), { timeout: 300_000 }).toBe("field-search");
  });

  test("a value of 50 MB is cut, and the page stays below 150 MB", async () => {
    const saver = new MemorySaver();
    const graph = new StateGraph(Annotation.Root({ huge: Annotation<string> }))
      .addNode("write", () => ({ huge: "word ".repeat(10_000_000) }))
      .addEdge(START, "write")
      .addEdge("write", END)
      .compile({ checkpointer: saver });
    await graph.invoke({ huge: "" }, at("ann"));
    const { origin } = await serve(inspector({ saver, token: "token" }));
    const { page, problems } = await open(`${origin}/?thread=ann&field=huge#token=token`);
    await page.getByRole("button", { name: "49,996,000 more characters" }).waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const { metrics } = await session.send("Performance.getMetrics");
    expect(metrics.find(({ name }) => name === "JSHeapUsedSize")?.value).toBeLessThan(150_000_000);
    expect(problems).toEqual([]);
  });

  test("a database that is locked for a while is explained, and read again when it is free", async () => {
    const file = path.join(temporaryFolder(), "threads.db");
    const saver = sqliteSaver({ file });
    await askPlain(saver, "ann");
    saver.close();
    // Without a write-ahead log, a writer keeps readers out.
    const other = new DatabaseSync(file);
    other.exec("PRAGMA journal_mode = DELETE");
    const source = await openDatabase({ database: file });
    const { origin } = await serve(inspectorApp(new ThreadReader(source), rules));
    const { page } = await open(`${origin}/?thread=ann#token=token`);
    await page.getByText("1 turn · 4 steps").waitFor();
    other.exec("BEGIN EXCLUSIVE");
    await page.getByText("Not up to date").waitFor();
    expect(await page.getByRole("heading", { name: "choose", level: 2 }).isVisible()).toBe(true);
    other.exec("COMMIT");
    other.close();
    const again = sqliteSaver({ file });
    onTestFinished(() => again.close());
    await plainGraph(again).updateState(at("ann"), { city: "Porto" }, "choose");
    await page.getByText("1 turn · 5 steps").waitFor();
    expect(await page.getByText("Not up to date").count()).toBe(0);
  });

  test("damage that is found while a thread is shown is explained where it is", async () => {
    const file = path.join(temporaryFolder(), "threads.db");
    const saver = sqliteSaver({ file });
    await askPlain(saver, "ann", "word ".repeat(2_000));
    saver.close();
    const database = new DatabaseSync(file);
    database.exec("UPDATE tidemark_values SET body = 'damaged'");
    database.close();
    const source = await openDatabase({ database: file });
    const { origin } = await serve(inspectorApp(new ThreadReader(source), rules));
    const { page } = await open(`${origin}/?thread=ann#token=token`);
    await page.getByRole("alert").getByText("is damaged").first().waitFor();
  });
}
