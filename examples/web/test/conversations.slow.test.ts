import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { serveApplication } from "../src/index.ts";
import { chromiumFile, launch, open, say } from "./chromium.ts";
import { tripApplication } from "./trip-application.ts";

describe.skipIf(chromiumFile === null)("the conversations of the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function start(size = {}, options: Parameters<typeof tripApplication>[0] = {}) {
    const made = tripApplication(options);
    const served = await serveApplication(made.application, { port: 0 });
    onTestFinished(() => served.close());
    const opened = await open(browser, served.url, size);
    onTestFinished(() => opened.page.close());
    return { ...made, url: served.url, ...opened };
  }

  test("are listed with their first messages, and with what waits for an answer", async () => {
    const { page, application } = await start();
    for await (const _ of application.session("spring").stream("A train in spring"));
    await say(page, "A train in autumn");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("log").getByText("Have a good journey.").waitFor();
    const list = page.getByRole("navigation", { name: "Conversations" });
    await expect.poll(() => list.getByRole("link").count()).toBe(2);
    await expect
      .poll(async () => (await list.getByRole("link").allInnerTexts()).map((text) => text.split("\n")))
      .toEqual([
        ["A train in autumn", expect.any(String)],
        ["A train in spring", "Waiting for you", expect.any(String)],
      ]);
  });

  test("are listed while their first turn runs", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { page } = await start({}, { wait: () => promise });
    await say(page, "A train at night");
    await page
      .getByRole("navigation", { name: "Conversations" })
      .getByRole("link", { name: /at night/ })
      .waitFor();
    resolve();
  });

  test("have separate addresses, the back button returns, and each keeps what was typed in it", async () => {
    const { page, url } = await start();
    await say(page, "A train");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await page.getByRole("textbox").fill("yes, but");
    await page.getByRole("button", { name: "New conversation" }).click();
    await page.getByText("Where it rains.").waitFor();
    await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("");
    await say(page, "A boat");
    await page.getByRole("log").getByText("A boat").waitFor();
    const address = page.url();
    expect(address).not.toBe(url);
    await page.goBack();
    await page.getByRole("log").getByText("A train").waitFor();
    await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("yes, but");
    await page.goForward();
    await page.getByRole("log").getByText("A boat").waitFor();
    const other = await open(browser, address);
    await other.page.getByRole("log").getByText("A boat").waitFor();
    await other.page.close();
  });

  test("can be searched when there are many", async () => {
    const { page, application } = await start({ width: 390 });
    for (const month of ["January", "February", "March", "April", "May", "June", "July", "August", "October"])
      for await (const _ of application.session(month).stream(`A train in ${month}`));
    await page.reload();
    await page.getByRole("button", { name: /^Conversations, 9 waiting/ }).click();
    const list = page.getByRole("navigation", { name: "Conversations" });
    await list.getByRole("searchbox").fill("train ju");
    await expect.poll(() => list.getByRole("link").count()).toBe(2);
    await list.getByRole("link", { name: /June/ }).click();
    await page.getByRole("log").getByText("A train in June").waitFor();
    await expect.poll(() => list.isVisible()).toBe(false);
  });

  test("stay where a person reads them over a reload, until there are new messages", async () => {
    const answer = Array.from({ length: 200 }, (_, index) => `Line ${index}`).join("\n\n");
    const { page, application } = await start({}, { answer });
    const place = page.getByRole("region", { name: "Messages and questions" });
    const top = () => place.evaluate(({ scrollTop }) => scrollTop);
    await say(page, "A train");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("log").getByText("Line 199", { exact: true }).waitFor({ state: "attached" });
    await page.getByRole("status").filter({ hasText: "…" }).waitFor({ state: "detached" });
    await place.evaluate((element) => element.scrollTo(0, 2000));
    await page.reload();
    await page.getByRole("log").getByText("Line 199", { exact: true }).waitFor({ state: "attached" });
    await expect.poll(top).toBe(2000);
    await page.goto("about:blank");
    for await (const _ of application.session("trip").stream("A boat"));
    await page.goBack();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await expect.poll(top).toBeGreaterThan(4000);
  });

  test("keep different drafts in two tabs", async () => {
    const { page, url } = await start();
    const other = (await open(browser, url)).page;
    await page.getByRole("textbox").fill("from the first");
    await other.getByRole("textbox").fill("from the second");
    await Promise.all([page.reload(), other.reload()]);
    await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("from the first");
    await expect.poll(() => other.getByRole("textbox").inputValue()).toBe("from the second");
    await other.close();
  });
});
