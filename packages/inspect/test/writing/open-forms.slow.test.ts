import { MemorySaver } from "@langchain/langgraph";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspector } from "../../src/index.ts";
import { chromiumFile, openPage, startBrowser } from "./chromium.ts";
import { CountingModel, fareGraph } from "./desks.ts";

const thread = { configurable: { thread_id: "eve" } };

/** An inspector of a thread whose turn has ended: a cheap fare is booked without a question. */
async function bookedFare() {
  const graph = fareGraph(new MemorySaver(), new CountingModel(() => "The fare is 480."));
  await graph.invoke({ messages: [{ role: "user", content: "To Lisbon" }] }, thread);
  const { checkpointer: saver } = graph;
  if (!(saver instanceof MemorySaver)) throw new Error("The graph has another saver.");
  return { graph, app: inspector({ saver, graph, write: true, token: "token" }) };
}

/** Delays everything that the page does with or after its next frame, as on a busy machine. Returns what ends the delay. */
async function withoutFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(`{
    const held = [];
    const { requestAnimationFrame, setTimeout } = window;
    window.requestAnimationFrame = (go) => held.push(go);
    window.setTimeout = (go, milliseconds, ...rest) =>
      milliseconds < 100 ? held.push(go) : setTimeout(go, milliseconds, ...rest);
    window.goOn = () => {
      Object.assign(window, { requestAnimationFrame, setTimeout });
      for (const go of held) go(performance.now());
    };
  }`);
  return () => page.evaluate("goOn()");
}

const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.labels?.[0]?.innerText ?? document.activeElement.ariaLabel ?? ''");

describe.skipIf(chromiumFile === null)("an open form of the page, in Chromium,", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("has the focus as soon as it is there, and takes it from no field afterwards", async () => {
    const { app } = await bookedFare();
    const { page } = await openPage(browser, app, "?thread=eve");
    await page.getByRole("form", { name: "Message" }).waitFor();
    const goOn = await withoutFrames(page);
    await page.keyboard.press("f");
    const form = page.getByRole("form", { name: "Fork" });
    await form.waitFor();
    expect(await focused(page)).toBe("ID of the fork");
    await form.getByRole("textbox", { name: "Your name" }).focus();
    await goOn();
    await page.keyboard.insertText("maria");
    expect(await form.getByRole("textbox", { name: "Your name" }).inputValue()).toBe("maria");
    expect(await form.getByRole("textbox", { name: "ID of the fork" }).inputValue()).toBe("eve-fork-1");
  });

  test.each([
    ["n", "Message", "dialog"],
    ["Control+k", "Find a command, field, turn or thread", "dialog"],
    ["/", "Find a field or a value", "main"],
    ["w", "Message to the thread", "main"],
  ] as const)("that the key %s opens takes the words that are typed next", async (key, name, place) => {
    const { app } = await bookedFare();
    const { page } = await openPage(browser, app, "?thread=eve");
    await page.getByRole("form", { name: "Message" }).waitFor();
    await page.locator("#field-search").waitFor();
    const goOn = await withoutFrames(page);
    await page.keyboard.press(key);
    await page.keyboard.insertText("zoom");
    await goOn();
    const field = page.getByRole(place).getByLabel(name).first();
    await field.waitFor();
    expect(await field.inputValue()).toBe("zoom");
  });

  test("stays at its step with what was written, when the thread goes on", async () => {
    const { app, graph } = await bookedFare();
    const { page } = await openPage(browser, app, "?thread=eve");
    await page.getByRole("form", { name: "Message" }).waitFor();
    await page.keyboard.press("f");
    await page.getByRole("heading", { name: "Fork at step 1.3 book" }).waitFor();
    const message = page.getByRole("form", { name: "Fork" }).getByRole("textbox", { name: "Next message" });
    await message.fill("To Porto instead");
    await graph.invoke({ messages: [{ role: "user", content: "To Faro" }] }, thread);
    await page.getByRole("button", { name: /^Step 2\.3/ }).waitFor();
    await page.getByRole("heading", { name: "Fork at step 1.3 book" }).waitFor();
    expect(await message.inputValue()).toBe("To Porto instead");
  });

  test("edits the value that the person saw, or is refused", async () => {
    const { app, graph } = await bookedFare();
    const { page } = await openPage(browser, app, "?thread=eve&field=price");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const form = page.getByRole("form", { name: "Edit price" });
    await form.getByRole("textbox", { name: "New value" }).fill("450");
    await form.getByRole("textbox", { name: "Your name" }).fill("maria");
    await graph.updateState(thread, { price: 300 });
    await page.getByRole("button", { name: /^Step 1\.4/ }).waitFor();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByRole("alert").getByText("stale: the thread has a newer step").waitFor();
    expect((await graph.getState(thread)).values).toMatchObject({ price: 300 });
  });
});
