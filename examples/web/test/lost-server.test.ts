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

  test("takes back its error when the server is back, and keeps the question that could not be answered", async () => {
    const server = await tripServer();
    server.open();
    const { page } = await open(browser, server.url);
    await say(page, "A train");
    const approve = page.getByRole("button", { name: "Approve" });
    await approve.waitFor();
    await server.kill();
    await away(page).waitFor();
    await approve.click();
    await approve.waitFor();
    await server.restart();
    await away(page).waitFor({ state: "detached" });
    await approve.click();
    await page.getByRole("log").getByText("Have a good journey.").waitFor();
    expect(await page.getByRole("log").getByText("A train", { exact: true }).count()).toBe(1);
    await page.close();
  });

  test("continues a turn without a click whose server was killed in the middle of it", async () => {
    const server = await tripServer();
    const { page } = await open(browser, server.url);
    await say(page, "A train");
    await page.locator('.status[data-agents~="scout"]').waitFor();
    await server.kill();
    await away(page).waitFor();
    server.open();
    await server.restart();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    expect(await page.getByRole("log").getByText("A train", { exact: true }).count()).toBe(1);
    expect(await draft(page)).toBe("");
    await page.close();
  });

  test("follows a running turn again after a reload, without a click", async () => {
    const server = await tripServer();
    const { page } = await open(browser, server.url);
    await say(page, "A train");
    await page.locator('.status[data-agents~="scout"]').waitFor();
    await page.getByRole("textbox").fill("and a hotel");
    await page.reload();
    await page.locator('.status[data-agents~="scout"]').waitFor();
    expect(await page.getByRole("log").getByText("A train", { exact: true }).count()).toBe(1);
    expect(await draft(page)).toBe("and a hotel");
    server.open();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await page.close();
  });
});
