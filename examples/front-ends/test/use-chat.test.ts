import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildPages, chromiumFile, launch, startDesk } from "./browser.ts";

const say = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel("Message").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
};

const story = "Once upon a time there was a turn that went on although nobody was looking.";

describe.skipIf(chromiumFile === null)("useChat in a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    await buildPages();
    browser = await launch();
  });

  afterAll(() => browser.close());

  /** Opens a page for a thread of a new server. */
  async function start(options: { readonly waits?: boolean } = {}) {
    const desk = await startDesk(options);
    const context = await browser.newContext();
    // Only what hangs reaches this limit: the machine may have other work.
    context.setDefaultTimeout(300_000);
    const problems: string[] = [];
    onTestFinished(async () => {
      await context.close();
      await desk.close();
    });
    const open = async (): Promise<Page> => {
      const page = await context.newPage();
      page.on("pageerror", (error) => problems.push(error.message));
      await page.goto(`${desk.url}/use-chat.html?thread=ann`);
      await page.getByRole("status").getByText("ready").waitFor();
      return page;
    };
    return { ...desk, open, problems, page: await open() };
  }

  test("streams a turn, with its text and its state", async () => {
    const { page, problems } = await start();
    await say(page, "Tell me a story");
    await page.getByText(story).waitFor();
    expect(await page.getByLabel("State").innerText()).toBe('{"refunded":[]}');
    expect(problems).toEqual([]);
  });

  test("shows a tool call with its reasoning, and performs it once when it is approved", async () => {
    const { page, refunds } = await start();
    await say(page, "Refund A-17");
    await page.getByText("This needs a tool.").waitFor();
    await page.getByText('{"order":"A-17"}', { exact: true }).waitFor();
    expect(refunds).toEqual([]);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("refund: output-available").waitFor();
    await page.getByText("Done: A-17 is refunded.").waitFor();
    expect(refunds).toEqual(["A-17"]);
    await page.locator("pre").getByText('{"refunded":["A-17"]}').waitFor();
  });

  test("approves with changes", async () => {
    const { page, refunds } = await start();
    await say(page, "Refund A-17");
    await page.getByLabel("Arguments").fill('{"order":"B-2"}');
    await page.getByRole("button", { name: "Approve with changes" }).click();
    await page.getByText("Done: B-2 is refunded.").waitFor();
    expect(refunds).toEqual(["B-2"]);
  });

  test("rejects", async () => {
    const { page, refunds } = await start();
    await say(page, "Refund A-17");
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByRole("status").getByText("ready").waitFor();
    await page.locator("fieldset[data-state='output-denied'], fieldset[data-state='output-available']").waitFor();
    expect(refunds).toEqual([]);
  });

  test("answers a question", async () => {
    const { page, refunds } = await start();
    await say(page, "Refund, please");
    await page.getByText("Which order?").first().waitFor();
    await page.getByLabel("Answer").fill("C-3");
    await page.getByRole("button", { name: "Answer" }).click();
    await page.getByText("Done: C-3").waitFor();
    expect(refunds).toEqual([]);
  });

  test("goes on with a turn when the page is reloaded in the middle of it", async () => {
    const { page, goOn } = await start({ waits: true });
    await say(page, "Tell me a story");
    await page.getByText("Once upon a time").waitFor();
    await page.reload();
    await page.getByText("Once upon a time").waitFor();
    await page.getByRole("status").getByText("streaming").waitFor();
    goOn();
    await page.getByText(story).waitFor();
    expect(await page.locator("article").count()).toBe(2);
  });

  test("stops a turn for everybody, and takes the next message", async () => {
    const { page, goOn } = await start({ waits: true });
    await say(page, "Tell me a story");
    await page.getByText("Once upon a time").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("status").getByText("ready").waitFor();
    goOn();
    await say(page, "Another one");
    await page.getByText(story).waitFor();
  });

  test("shows a turn in two tabs, and an answer of one in the other", async () => {
    const { page, open, refunds } = await start();
    const other = await open();
    await say(page, "Refund A-17");
    await other.getByText("refund: approval-requested").waitFor();
    expect(await other.locator("article[data-role='user']").innerText()).toBe("Refund A-17");
    await other.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("Done: A-17 is refunded.").waitFor();
    await other.getByText("Done: A-17 is refunded.").waitFor();
    expect(refunds).toEqual(["A-17"]);
  });

  test("shows that an agent has failed, without the words of the error", async () => {
    const { page } = await start();
    await say(page, "Please fail");
    await page.locator("article[data-role='assistant'] p").first().waitFor();
    expect(await page.locator("main").innerText()).not.toContain("was asked to fail");
  });
});
