import { setTimeout as sleep } from "node:timers/promises";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Annotation, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsOf } from "./page-views.ts";
import { askPlain, at } from "./threads.ts";

/** What the tests of the page's timeline need: a server for the threads of a saver, and a page at an address. */
interface TimelineTools {
  readonly serve: (saver: BaseCheckpointSaver) => Promise<{ readonly origin: string }>;
  readonly open: (address: string) => Promise<{ readonly page: Page; readonly problems: readonly string[] }>;
}

const TURNS = 12;
const patient = { timeout: 300_000 };

/** A thread of turns that take a while, with a pause before each. */
async function slowThread(): Promise<MemorySaver> {
  const saver = new MemorySaver();
  const graph = new StateGraph(Annotation.Root({ text: Annotation<string>, answer: Annotation<string> }))
    .addNode("think", async () => {
      await sleep(20);
      return { answer: "thought" };
    })
    .addNode("write", () => ({ answer: "written" }))
    .addNode("rest", () => ({}))
    .addEdge(START, "think")
    .addEdge("think", "write")
    .addEdge("write", "rest")
    .addEdge("rest", END)
    .compile({ checkpointer: saver });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await graph.invoke({ text: `Question ${turn}` }, at("ann"));
    await sleep(100);
  }
  return saver;
}

/** Pixels of the whole timeline, and what lies left of the view. */
const roomOf = async (page: Page) => {
  const found: unknown = await page.evaluate(
    "(({ scrollWidth, scrollLeft }) => [scrollWidth, scrollLeft])(document.querySelector('#timeline-scroll'))",
  );
  const [width, left] = Array.isArray(found) ? found.map(Number) : [];
  return { width: width ?? 0, left: left ?? 0 };
};

/** Middle of the chosen step on the screen. */
async function middleOf(page: Page): Promise<number> {
  const box = await page.locator(".step.on").boundingBox();
  return box === null ? Number.NaN : box.x + box.width / 2;
}

/** Tests of the timeline and of where a thread is opened. They are run by the file that builds the page. */
export function describeTimeline({ serve, open }: TimelineTools): void {
  test("the timeline zooms by keys around the chosen step, and says how long a pause was that it cuts", async () => {
    const { origin } = await serve(await slowThread());
    const { page, problems } = await open(`${origin}/?thread=ann&step=6.2#token=token`);
    await page.locator(".step.on").waitFor();
    const { width } = await roomOf(page);
    const middle = await middleOf(page);
    for (let count = 0; count < 3; count += 1) await page.keyboard.press("+");
    await expect.poll(async () => (await roomOf(page)).width, patient).toBeGreaterThan(width);
    expect(Math.abs((await middleOf(page)) - middle)).toBeLessThan(3);
    for (let count = 0; count < 12; count += 1) await page.getByRole("button", { name: "Zoom in" }).press("+");
    await page.getByRole("button", { name: "Zoom in" }).and(page.locator(":disabled")).waitFor();
    expect(Math.abs((await middleOf(page)) - middle)).toBeLessThan(3);
    expect(await page.getByRole("img", { name: /^Nothing ran for [\d.]+ m?s$/ }).count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Reset zoom" }).click();
    await expect.poll(async () => (await roomOf(page)).width, patient).toBe(width);
    await page.keyboard.press("-");
    await expect.poll(async () => (await roomOf(page)).width, patient).toBeLessThan(width);
    await page.keyboard.press("0");
    await expect.poll(async () => (await roomOf(page)).width, patient).toBe(width);
    expect(problems).toEqual([]);
  });

  test("the timeline zooms by the wheel with Ctrl, and is dragged without choosing a step", async () => {
    const { origin } = await serve(await slowThread());
    const { page } = await open(`${origin}/?thread=ann&step=6.2#token=token`);
    const address = page.url();
    const box = await page.locator("#timeline-scroll").boundingBox();
    if (box === null) throw new TypeError("The page has no timeline.");
    await page.locator(".step.on").waitFor();
    const { width } = await roomOf(page);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -400);
    await page.keyboard.up("Control");
    await expect.poll(async () => (await roomOf(page)).width, patient).toBeGreaterThan(width);
    const { left } = await roomOf(page);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 120, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Math.round((await roomOf(page)).left - left), patient).toBe(120);
    expect(page.url()).toBe(address.replace("#token=token", ""));
    await page.mouse.wheel(0, 80);
    await expect.poll(async () => (await roomOf(page)).left - left, patient).toBeGreaterThan(150);
  });

  test("the overview shows the part in view, pans by keys, and zooms to the part that is drawn over it", async () => {
    const { origin } = await serve(await slowThread());
    const { page } = await open(`${origin}/?thread=ann&step=12.2#token=token`);
    const overview = page.getByRole("scrollbar", { name: "Part of the timeline in view" });
    await page.locator(".step.on").waitFor();
    await overview.focus();
    await page.keyboard.press("Home");
    await expect.poll(() => overview.getAttribute("aria-valuetext"), patient).toMatch(/^Turns 1 to /);
    expect((await roomOf(page)).left).toBe(0);
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await roomOf(page)).left, patient).toBeGreaterThan(0);
    // The keys of the overview choose no step.
    expect(new URL(page.url()).searchParams.get("step")).toBe("12.2");
    await page.keyboard.press("Home");
    await expect.poll(async () => (await roomOf(page)).left, patient).toBe(0);
    const { width } = await roomOf(page);
    const box = await overview.boundingBox();
    if (box === null) throw new TypeError("The page has no overview.");
    await page.mouse.move(box.x + box.width * 0.8, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await roomOf(page)).width, patient).toBeGreaterThan(width);
    await expect.poll(() => overview.getAttribute("aria-valuetext"), patient).toMatch(/^Turns? (?:8|9|10|11)/);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect([colorScheme, ...(await violationsOf(page))]).toEqual([colorScheme]);
    }
  });

  test("a thread opens at the newest step that changed something", async () => {
    const { origin } = await serve(await slowThread());
    const { page } = await open(`${origin}/?thread=ann#token=token`);
    await page.getByRole("heading", { name: "write", level: 2 }).waitFor();
    await page.locator(".state-title").getByText("Step 12.3").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: "rest", level: 2 }).waitFor();
  });

  test("a question is shown with the step at which its thread opens, although a later step has asked it", async () => {
    const saver = new MemorySaver();
    await askPlain(saver, "ann");
    const { page } = await open(`${(await serve(saver)).origin}/?thread=ann#token=token`);
    await page.getByRole("complementary", { name: "Detail" }).getByText("Book it?").waitFor();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.locator(".card.waiting").count(), patient).toBe(0);
  });

  test("a narrow screen shows the whole name of a thread, beside its buttons", async () => {
    const saver = new MemorySaver();
    const name = "ticket-4712-from-the-system-of-a-customer-0199ab12-7c3d-4e5f";
    await askPlain(saver, name);
    const { page } = await open(`${(await serve(saver)).origin}/?thread=${name}#token=token`);
    await page.setViewportSize({ width: 390, height: 844 });
    const heading = page.getByRole("heading", { name, level: 2 });
    await heading.waitFor();
    expect(
      await page.evaluate(
        "(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [scrollWidth - clientWidth, scrollHeight - clientHeight])(document.querySelector('.thread-head h2'))",
      ),
    ).toEqual([0, 0]);
    const [shown, share] = [await heading.boundingBox(), await page.locator(".tool.share").boundingBox()];
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(share?.x ?? 0);
  });

  test.each([1280, 390])("texts of calls do not overlap at %i pixels", async (width) => {
    const saver = new MemorySaver();
    const call = { id: "call-1", name: "find_orders", args: { customer: "ann" } };
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("ask", () => ({
        messages: [
          new AIMessage({ content: "I look.", tool_calls: [call] }),
          new ToolMessage({ tool_call_id: "call-1", name: "find_orders", content: '[{"id":"O-1","price":129}]' }),
          new ToolMessage({
            tool_call_id: "call-2",
            name: "rates",
            content: "Not there.\nTry later.",
            status: "error",
          }),
        ],
      }))
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile({ checkpointer: saver });
    await graph.invoke({ messages: [new HumanMessage("What did I pay?")] }, at("ann"));
    const { page } = await open(`${(await serve(saver)).origin}/?thread=ann&view=calls#token=token`);
    await page.setViewportSize({ width, height: 844 });
    await page.getByText("Try later.").waitFor();
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('.message, .calls section')].filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.textContent)",
      ),
    ).toEqual([]);
    const boxes = await Promise.all((await page.locator(".message").all()).map((each) => each.boundingBox()));
    const ends = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0));
    expect(boxes.slice(1).every((box, index) => (box?.y ?? 0) >= (ends[index] ?? 0))).toBe(true);
  });
}
