import { MemorySaver } from "@langchain/langgraph";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { inspector } from "../../src/index.ts";
import { chromiumFile, openPage, startBrowser, waitForText } from "./chromium.ts";
import { CountingModel, fareGraph } from "./desks.ts";

const thread = { configurable: { thread_id: "eve" } };

/** An inspector of a thread whose turn has ended: a cheap fare is booked without a question. */
async function bookedFare(content = "To Lisbon") {
  const model = new CountingModel((prompt) => (prompt.includes("Confirm") ? "Confirmed." : "The fare is 480."));
  const graph = fareGraph(new MemorySaver(), model);
  await graph.invoke({ messages: [{ role: "user", content }] }, thread);
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

/** What the user has written first in the fork. */
async function firstMessage(graph: ReturnType<typeof fareGraph>): Promise<string> {
  const state = await graph.getState({ configurable: { thread_id: "eve-fork-1" } });
  const { messages } = Messages.parse(state.values);
  return messages[0]?.content ?? "";
}

const Messages = z.object({ messages: z.array(z.looseObject({ content: z.string() })) });

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

  test("forks a step with its own input, however late its values come", async () => {
    const { app, graph } = await bookedFare();
    await graph.invoke({ messages: [{ role: "user", content: "To Faro" }] }, thread);
    const { page } = await openPage(browser, app, "?thread=eve");
    await page.getByRole("form", { name: "Message" }).waitFor();
    await page.locator(".field").first().waitFor();
    const { promise: isAllowed, resolve: allow } = Promise.withResolvers<null>();
    await page.route(/[/]api[/]state[?]/, async (route) => {
      await isAllowed;
      await route.continue();
    });
    await page.getByRole("button", { name: /^Step 1\.1/ }).click();
    await page.keyboard.press("f");
    const form = page.getByRole("form", { name: "Fork" });
    await page.locator(".card.fork").waitFor();
    await expect.poll(() => form.count()).toBe(0);
    allow(null);
    await expect.poll(() => form.getByRole("textbox", { name: "Message" }).inputValue()).toBe("To Lisbon");
    await form.getByRole("textbox", { name: "Your name" }).fill("maria");
    await form.getByRole("button", { name: "Fork and run" }).click();
    await waitForText(page, "2 recorded answers");
    expect(await firstMessage(graph)).toBe("To Lisbon");
  });

  test("changes a long message without losing the part that the page does not show", async () => {
    const long = `To Lisbon. ${"With a window seat, please. ".repeat(400)}`;
    const { app, graph } = await bookedFare(long);
    const { page } = await openPage(browser, app, "?thread=eve");
    await page.getByRole("form", { name: "Message" }).waitFor();
    await page.getByRole("button", { name: /^Step 1\.1/ }).click();
    await page.keyboard.press("f");
    const form = page.getByRole("form", { name: "Fork" });
    const message = form.getByRole("textbox", { name: "Message" });
    await expect.poll(async () => (await message.inputValue()).length).toBe(long.length);
    await message.fill(`${await message.inputValue()}Thanks.`);
    await form.getByRole("textbox", { name: "Your name" }).fill("maria");
    await form.getByRole("button", { name: "Fork and run" }).click();
    await waitForText(page, "for a changed prompt");
    expect(await firstMessage(graph)).toBe(`${long}Thanks.`);
  });
});
