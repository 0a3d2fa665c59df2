import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violationsOf } from "../page-views.ts";
import { chromiumFile, openPage, startBrowser } from "./chromium.ts";
import { partedThreads } from "./merge-desk.ts";
import { post } from "./writing-app.ts";

/** Folder for pictures of each width and color. None are taken without it. */
const pictures = process.env["PICTURES"];

describe.skipIf(chromiumFile === null)("a merge in the page, in Chromium,", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("shows what was taken, combined, proposed and left, and a person chooses between both values", async () => {
    const { app, session } = await partedThreads();
    const { page, problems } = await openPage(browser, app, "?thread=ann-fork-1&view=compare&other=ann");
    await page.getByRole("button", { name: "Merge into…" }).click();
    const form = page.getByRole("form", { name: "Merge" });
    await form.getByRole("textbox", { name: "Your name" }).fill("maria");
    await form.getByRole("button", { name: "Merge into ann", exact: true }).click();
    const result = page.getByRole("region", { name: "Result of the merge" });
    await result.getByText("Merged ann-fork-1 into ann").waitFor();
    for (const text of ["Taken", "desk_city", "Combined", "desk_log", "it ends with its turn"])
      await result.getByText(text, { exact: true }).waitFor();
    const color = result.getByRole("group", { name: "desk_color" });
    await expect.poll(() => color.locator("del").innerText()).toBe("red");
    for (const width of [390, 820, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const scheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await result.scrollIntoViewIfNeeded();
        const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect([width, scheme, isWider, await violationsOf(page)]).toEqual([width, scheme, false, []]);
        if (pictures !== undefined)
          await page.screenshot({ path: path.join(pictures, `merge-${width}-${scheme}.png`) });
      }
    }
    await color.getByRole("button", { name: "Take that of ann-fork-1" }).click();
    await color.getByText("The value of ann-fork-1 was chosen.").waitFor();
    expect(await session.state()).toMatchObject({ desk_city: "Oslo", desk_color: "blue" });
    expect(problems).toEqual([]);
  });

  test("leaves proposals that are decided in another visit, each once", async () => {
    const { app, session } = await partedThreads();
    await post(app, "merge", { thread: "ann", fork: "ann-fork-1", person: "maria" });
    const { page, problems } = await openPage(browser, app, "?thread=ann&view=proposals");
    const color = page.getByRole("group", { name: "Decide desk_color" });
    await page.getByText("blue", { exact: true }).waitFor();
    await expect.poll(() => page.locator(".proposed del").first().innerText()).toBe("red");
    await color.getByRole("button", { name: "Accept" }).click();
    await color.getByRole("alert").getByText("Your name is missing").waitFor();
    await page.locator(".proposals").getByRole("textbox", { name: "Your name" }).fill("maria");
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect([width, isWider, await violationsOf(page)]).toEqual([width, false, []]);
    }
    await page.reload();
    await color.getByRole("button", { name: "Accept" }).click();
    await color.waitFor({ state: "detached" });
    expect(await session.state()).toMatchObject({ desk_color: "blue" });
    await page.getByRole("group", { name: "Decide desk_pin" }).getByRole("button", { name: "Refuse" }).click();
    await page.getByRole("group", { name: "Decide desk_pin" }).waitFor({ state: "detached" });
    expect(await session.state()).toMatchObject({ desk_pin: "4711" });
    expect(problems).toEqual([]);
  });

  test("says why a merge is refused, and keeps what was written in the form", async () => {
    const { app, session, write } = await partedThreads();
    await session.fork({ threadId: "ben" });
    await write("ben", "ben", { desk_city: "Rome" });
    const { page } = await openPage(browser, app, "?thread=ben&view=compare&other=ann");
    await page.getByRole("button", { name: "Merge into…" }).click();
    const form = page.getByRole("form", { name: "Merge" });
    await form.getByRole("textbox", { name: "Your name" }).fill("maria");
    await form.getByRole("textbox", { name: /^Message/ }).fill("Ben would go to Rome.");
    await form.getByRole("button", { name: "Merge into ann", exact: true }).click();
    await form.getByRole("alert").getByText("are not all of the same user").waitFor();
    await expect.poll(() => form.getByRole("textbox", { name: /^Message/ }).inputValue()).toBe("Ben would go to Rome.");
    expect((await session.state())?.desk_city).toBeNull();
  });
});
