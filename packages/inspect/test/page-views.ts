import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { HumanMessage } from "@langchain/core/messages";
import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { temporaryFolder } from "./sources.ts";
import { askPlain, at, plainGraph } from "./threads.ts";
import { bookedTrip } from "./trip.ts";

/** What the tests of the page's views need: a server for the threads of a saver, and a page at an address. */
interface PageTools {
  readonly serve: (saver: BaseCheckpointSaver) => Promise<{ readonly origin: string }>;
  readonly open: (address: string) => Promise<{ readonly page: Page; readonly problems: readonly string[] }>;
}

/** Violations of accessibility rules, with the elements that violate them. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))",
  );
  return Array.isArray(found) ? found.map(String) : ["axe gave no result"];
}

/** Waits until the page has this number of elements. */
const settled = (page: Page, selector: string, count: number): Promise<void> =>
  expect.poll(() => page.locator(selector).count(), { timeout: 300_000 }).toBe(count);

const VIEWS: Readonly<Record<string, string>> = {
  state: "c",
  "all fields": "a",
  differences: "d",
  path: "g",
  calls: "m",
  proposals: "p",
  storage: "s",
  keys: "?",
};

/** Tests of the views of the page. They are run by the file that builds the page. */
export function describeViews({ serve, open }: PageTools): void {
  test("every view can be used with a screen reader and is readable, in light and dark colors", async () => {
    const { session, saver } = bookedTrip();
    await session.send("Where does it rain?");
    const { origin } = await serve(saver);
    const { page, problems } = await open(`${origin}/?thread=ann&field=trip_city#token=token`);
    await page.getByText("Waiting for a person").first().waitFor();
    await page.getByText("History", { exact: true }).waitFor();
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      for (const [name, key] of Object.entries(VIEWS)) {
        await page.keyboard.press(key);
        await settled(page, ".skeleton", 0);
        expect([scheme, name, ...(await violationsOf(page))]).toEqual([scheme, name]);
        if (key === "?") await page.keyboard.press("Escape");
      }
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Find a command" }).waitFor();
      expect([scheme, "palette", ...(await violationsOf(page))]).toEqual([scheme, "palette"]);
      await page.keyboard.press("Escape");
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of ["Threads", "Time", "State", "Detail"]) {
      await page.getByRole("navigation", { name: "Parts of the page" }).getByRole("button", { name }).click();
      expect([name, ...(await violationsOf(page))]).toEqual([name]);
    }
    expect(problems).toEqual([]);
  });

  test("shows the path of the turn, and the plan with the state of each step", async () => {
    const { session, saver } = bookedTrip();
    await session.send("Where does it rain?");
    const { page } = await open(`${(await serve(saver)).origin}/?thread=ann&view=path#token=token`);
    const plan = page.getByRole("region", { name: "Plan" });
    await plan.getByRole("button", { name: "booker, pending" }).waitFor();
    const taken = page.getByRole("region", { name: "Path through the graph" });
    await taken.getByRole("button", { name: "commit, this step" }).waitFor();
    await taken.getByRole("button", { name: "weather, ran in this turn" }).click();
    await page.getByRole("heading", { name: "weather", level: 2 }).waitFor();
    // A step that has not run yet is not on its path.
    await taken.getByRole("button", { name: "commit, runs next" }).waitFor();
  });

  test("an approval shows exactly what would be done, and no limits that a thread does not contain", async () => {
    const { session, saver } = bookedTrip();
    await session.send("Where does it rain?");
    const { page } = await open(`${(await serve(saver)).origin}/?thread=ann#token=token`);
    await page.getByText("would act on exactly this").waitFor();
    await page.getByRole("heading", { name: "Why here" }).waitFor();
    expect(await page.getByRole("meter").count()).toBe(0);
  });

  test("a question that was left without an answer is shown at its step", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    await askPlain(saver, "ann", "And back");
    const { page } = await open(`${(await serve(saver)).origin}/?thread=ann&step=1.4#token=token`);
    await page.getByText("A new message started the next turn instead.").waitFor();
    expect(await page.locator(".card.abandoned").getByText("Book it?").isVisible()).toBe(true);
  });

  test("a narrow screen keeps both arrows beside the name of a step, however long its time is", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    const { page } = await open(`${(await serve(saver)).origin}/?thread=ann&step=1.4#token=token`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "State", exact: true }).click();
    await page.locator(".state-title").getByText("Step 1.4").waitFor();
    // A time as long as the longest one.
    await page.evaluate(
      "document.querySelector('.state-title > .dim').textContent = 'Step 12.34 · 59.9 s, after waiting 59 min for an answer'",
    );
    const topOf = async (name: string) => (await page.getByRole("button", { name, exact: true }).boundingBox())?.y;
    expect(await topOf("Next step")).toBe(await topOf("Previous step"));
  });

  test("threads are found by what the user wrote, and by what failed", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "t-1", "A week in Oslo");
    const failing = new StateGraph(Annotation.Root({ city: Annotation<string> }))
      .addNode("plan", () => {
        throw new Error("The model is not there.");
      })
      .addEdge(START, "plan")
      .addEdge("plan", END)
      .compile({ checkpointer: saver });
    await failing.invoke({ city: "Oslo" }, at("t-2")).catch(() => null);
    const { page } = await open(`${(await serve(saver)).origin}/#token=token`);
    const list = page.getByRole("listbox", { name: "Threads" });
    await list.getByRole("option").nth(1).waitFor();
    await page.getByRole("searchbox", { name: "Find a thread" }).fill("week in");
    await list.getByRole("option", { name: /A week in Oslo/ }).waitFor();
    await settled(page, ".thread", 1);
    await page.getByRole("searchbox", { name: "Find a thread" }).fill("");
    await page.getByRole("button", { name: "Failed", exact: true }).first().click();
    await list.getByRole("option", { name: /^t-2/ }).click();
    await settled(page, ".thread", 1);
    await page.getByRole("button", { name: "plan failed" }).click();
    await page.getByRole("complementary", { name: "Detail" }).getByText("The model is not there.").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect([colorScheme, ...(await violationsOf(page))]).toEqual([colorScheme]);
    }
  });

  test("a thread that was shared opens as a file, answers everything, and loads nothing", async () => {
    const evil = `<img src=x onerror="document.title='owned'"></script><script>document.title='owned'</script>`;
    const saver = new MemorySaver();
    await plainGraph(saver).invoke({ messages: [new HumanMessage(evil)] }, at("ann"));
    const { origin } = await serve(saver);
    const shared = await fetch(`${origin}/api/share?thread=ann`, { headers: { "x-inspect-token": "token" } });
    const file = path.join(temporaryFolder(), "ann.html");
    writeFileSync(file, await shared.text());
    const { page, problems } = await open(pathToFileURL(file).href);
    await page.getByText("1 turn · 4 steps").waitFor();
    await page.getByRole("option", { name: /^price/ }).click();
    await page.getByText("choose wrote it at").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("heading", { name: "search ×2", level: 2 }).waitFor();
    expect(new URL(page.url()).hash).toBe("#thread=ann&step=1.3&field=price");
    await page.keyboard.press("d");
    await page.getByRole("button", { name: "offers", exact: true }).waitFor();
    expect(await page.title()).not.toBe("owned");
    expect(await page.locator("img").count()).toBe(0);
    expect(problems).toEqual([]);
    await page.reload();
    await page.getByRole("heading", { name: "search ×2", level: 2 }).waitFor();
  });

  test("a thread is saved as one page by a button", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    const { page } = await open(`${(await serve(saver)).origin}/?thread=ann#token=token`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Share" }).click();
    expect((await download).suggestedFilename()).toBe("ann.html");
  });

  test("ten thousand fields and a value of several megabytes are shown, cut and counted", async () => {
    const saver = new MemorySaver();
    const names = Array.from({ length: 10_000 }, (_, index) => `field_${index}`);
    const State = Annotation.Root({
      ...Object.fromEntries(names.map((name) => [name, Annotation<number>])),
      huge: Annotation<string>,
    });
    const graph = new StateGraph(State)
      .addNode("write", () => ({
        ...Object.fromEntries(names.map((name, index) => [name, index])),
        huge: "word ".repeat(1_000_000),
      }))
      .addEdge(START, "write")
      .addEdge("write", END)
      .compile({ checkpointer: saver });
    await graph.invoke({ huge: "" }, at("ann"));
    const { page, problems } = await open(`${(await serve(saver)).origin}/?thread=ann&field=huge#token=token`);
    // Scrolling to the button asks for more, too: as often as it moves away before it can be clicked.
    await page.getByRole("button", { name: "4,996,000 more characters" }).click();
    await page.getByRole("button", { name: /^\d,(?!996)\d{3},000 more characters$/ }).waitFor();
    expect(await page.getByRole("tab", { name: /^All/ }).textContent()).toBe("All10,001");
    expect(await page.locator(".field").count()).toBeLessThan(100);
    await page.getByRole("searchbox", { name: "Find a field" }).fill("field_9999");
    await page.getByRole("option", { name: /^field_9999/ }).waitFor();
    expect(problems).toEqual([]);
  });
  test("the items of a long list come when a person scrolls to them, and those that nobody has seen are found", async () => {
    const saver = new MemorySaver();
    const State = Annotation.Root({ log: Annotation<readonly { readonly id: string; readonly note: string }[]> });
    const graph = new StateGraph(State)
      .addNode("write", () => ({
        log: Array.from({ length: 10_000 }, (_, index) => ({ id: `${index}`, note: `entry ${index} of the log` })),
      }))
      .addEdge(START, "write")
      .addEdge("write", END)
      .compile({ checkpointer: saver });
    await graph.invoke({ log: [] }, at("ann"));
    const { page, problems } = await open(`${(await serve(saver)).origin}/?thread=ann&field=log#token=token`);
    await page.getByText("entry 9999 of the log").first().waitFor();
    const rows = page.locator(".detail-value tbody tr");
    expect(await rows.count()).toBe(40);
    await page.getByRole("button", { name: "9,960 earlier rows" }).click();
    await expect.poll(() => rows.count(), { timeout: 300_000 }).toBeGreaterThan(40);
    const known = await rows.count();
    const isFirst = async (): Promise<boolean> =>
      (await rows.first().textContent())?.includes(`entry ${10_000 - (await rows.count())} of the log`) === true;
    await expect.poll(isFirst, { timeout: 300_000 }).toBe(true);
    const value = page.locator(".detail-value");
    await value.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await value.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect.poll(() => rows.count(), { timeout: 300_000 }).toBeGreaterThan(known);
    await page.getByRole("searchbox", { name: "Find a field or a value" }).fill("entry 1234 of");
    await page.getByRole("option", { name: /^log[.]1234[.]note/ }).waitFor();
    expect(problems).toEqual([]);
  });
}
