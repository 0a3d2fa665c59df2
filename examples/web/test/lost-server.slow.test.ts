import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumFile, launch, open, say } from "./chromium.ts";
import { tripServer } from "./server-process.ts";

const draft = (page: Page): Promise<string> => page.getByRole("textbox").inputValue();
const away = (page: Page) => page.getByRole("alert").getByText("The server cannot be reached");

describe.skipIf(chromiumFile === null)("the page of a server that is killed", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
  });

  test("keeps what is typed and sent while the server is away, and sends it when it is back", async () => {
    const server = await tripServer();
    server.open();
    const { page } = await open(browser, server.url);
    await page.getByRole("textbox").fill("A train to where");
    await server.kill();
    await away(page).waitFor();
    await say(page, "A train to where it rains");
    await expect.poll(() => draft(page)).toBe("A train to where it rains");
    await page.reload().catch(() => null);
    await server.restart();
    await page.goto(server.url);
    await expect.poll(() => draft(page)).toBe("A train to where it rains");
    await page.getByRole("textbox").press("Enter");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    expect(await draft(page)).toBe("");
    await page.close();
  });

  test("takes back its error when the server is back, and lets the question be answered only then", async () => {
    const server = await tripServer();
    server.open();
    const { page } = await open(browser, server.url);
    await say(page, "A train");
    const approve = page.getByRole("button", { name: "Approve" });
    await approve.waitFor();
    await server.kill();
    await away(page).getByText("the question can be answered when it is back").waitFor();
    expect(await approve.getAttribute("aria-disabled")).toBe("true");
    await server.restart();
    await away(page).waitFor({ state: "detached" });
    await approve.click();
    await page.getByRole("log").getByText("Have a good journey.").waitFor();
    await expect.poll(() => page.getByRole("log").getByText("A train", { exact: true }).count()).toBe(1);
    await page.close();
  });

  test("continues a turn without a click whose server was killed in the middle of it", async () => {
    const server = await tripServer();
    const { page } = await open(browser, server.url);
    await say(page, "A train");
    // The list has a conversation as soon as its first message is stored.
    await page.getByRole("navigation").getByRole("link", { name: "A train" }).waitFor();
    await server.kill();
    await away(page).waitFor();
    // The message is in sight once: not in the field, too.
    await page.getByText("Not confirmed yet").waitFor();
    expect(await draft(page)).toBe("");
    server.open();
    await server.restart();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await expect.poll(() => page.getByRole("log").getByText("A train", { exact: true }).count()).toBe(1);
    expect(await draft(page)).toBe("");
    await page.close();
  });

  test("follows a running turn again after a reload, without a click", async () => {
    const server = await tripServer();
    const { page } = await open(browser, server.url);
    await say(page, "A train");
    await page.getByRole("status").getByText(/…$/).waitFor();
    await page.getByRole("textbox").fill("and a hotel");
    await page.reload();
    await page.getByRole("status").getByText(/…$/).waitFor();
    await expect.poll(() => page.getByRole("log").getByText("A train", { exact: true }).count()).toBe(1);
    expect(await draft(page)).toBe("and a hotel");
    server.open();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await page.close();
  });
});
