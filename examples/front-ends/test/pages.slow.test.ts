import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { clients, type Client } from "./clients.ts";
import { buildPages, chromiumFile, launch, startDesk } from "./browser.ts";

const story = "Once upon a time there was a turn that went on although nobody was looking.";

const say = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
};

const shows = (page: Page, text: string) => page.getByText(text).first().waitFor();

const isReady = (page: Page) => page.getByRole("status").getByText("ready").waitFor();

const started: { browser?: Browser } = {};

beforeAll(async () => {
  if (chromiumFile === null) return;
  await buildPages();
  started.browser = await launch();
});

afterAll(() => started.browser?.close());

/** Opens a page for a thread of a new server. */
async function start({ page: path }: Client, options: { readonly waits?: boolean; readonly paysLate?: boolean } = {}) {
  const desk = await startDesk(options);
  const context = await started.browser?.newContext();
  if (context === undefined) throw new Error("The browser has not started.");
  // Only what hangs reaches this limit: the machine may have other work.
  context.setDefaultTimeout(300_000);
  const problems: string[] = [];
  onTestFinished(async () => {
    await context.close();
    await desk.close();
  });
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(`${desk.url}/${path}`);
    await isReady(page);
    return page;
  };
  return { ...desk, open, problems, page: await open() };
}

describe.skipIf(chromiumFile === null).each(clients)("$name", (client) => {
  test("streams a turn, with its text and its state", async () => {
    const { page, problems } = await start(client);
    await say(page, "Tell me a story");
    await shows(page, story);
    await isReady(page);
    await expect.poll(() => page.getByLabel("State").innerText()).toBe('{"refunded":[]}');
    expect(problems).toEqual([]);
  });

  test("shows a tool call with its reasoning, and performs it once when it is approved", async () => {
    const { page, refunds } = await start(client);
    await say(page, "Refund A-17");
    await shows(page, "This needs a tool.");
    await shows(page, '{"order":"A-17"}');
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await shows(page, "Done: A-17 is refunded.");
    await page.getByLabel("State").getByText('{"refunded":["A-17"]}').waitFor();
    expect(refunds).toEqual(["A-17"]);
  });

  test("approves with changes", async () => {
    const { page, refunds } = await start(client);
    await say(page, "Refund A-17");
    await page.getByLabel("Arguments").fill('{"order":"B-2"}');
    await page.getByRole("button", { name: "Approve with changes" }).click();
    await shows(page, "Done: B-2 is refunded.");
    expect(refunds).toEqual(["B-2"]);
  });

  test("rejects", async () => {
    const { page, refunds } = await start(client);
    await say(page, "Refund A-17");
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByRole("button", { name: "Reject" }).waitFor({ state: "detached" });
    await isReady(page);
    expect(refunds).toEqual([]);
  });

  test("answers a question", async () => {
    const { page } = await start(client);
    await say(page, "Refund, please");
    await shows(page, "Which order?");
    await page.getByLabel("Answer").fill("C-3");
    await page.getByRole("button", { name: "Answer" }).click();
    await shows(page, "Done: C-3");
  });

  test("goes on with a turn when the page is reloaded in the middle of it", async () => {
    const { page, goOn } = await start(client, { waits: true });
    await say(page, "Tell me a story");
    await shows(page, "Once upon a time");
    await page.reload();
    await shows(page, "Once upon a time");
    goOn();
    await shows(page, story);
    await isReady(page);
    await expect.poll(() => page.locator("article[data-role='user']").count(), { timeout: 300_000 }).toBe(1);
  });

  test("stops a turn for everybody, and takes the next message", async () => {
    const { page, goOn } = await start(client, { waits: true });
    await say(page, "Tell me a story");
    await shows(page, "Once upon a time");
    await page.getByRole("button", { name: "Stop" }).click();
    await isReady(page);
    goOn();
    await say(page, "Another one");
    await shows(page, story);
  });

  test("stops a turn after an approval, without sending the approval again", async () => {
    const { page, goOn, refunds } = await start(client, { paysLate: true });
    await say(page, "Refund A-17");
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Stop" }).click();
    await isReady(page);
    goOn();
    await say(page, "Tell me a story");
    await shows(page, story);
    await isReady(page);
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    expect(refunds.length).toBeLessThan(2);
  });

  test("shows a turn in two tabs, and an answer of one in the other", async () => {
    const { page, open, refunds } = await start(client);
    const other = await open();
    await say(page, "Refund A-17");
    await other.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await expect.poll(() => other.locator("article[data-role='user'] p").innerText()).toBe("Refund A-17");
    await other.getByRole("button", { name: "Approve", exact: true }).click();
    await shows(other, "Done: A-17 is refunded.");
    await shows(page, "Done: A-17 is refunded.");
    expect(refunds).toEqual(["A-17"]);
  });

  test("shows that an agent has failed, without the words of the error", async () => {
    const { page } = await start(client);
    await say(page, "Please fail");
    await page.locator("article[data-role='assistant'] p, [role='alert']").first().waitFor();
    expect(await page.locator("body").innerText()).not.toContain("was asked to fail");
  });
});

/** Clients whose pages show a call beside the question about it. */
const withCalls = clients.filter(({ page }) => !page.includes("chat") && !page.includes("ai-sdk"));

describe.skipIf(chromiumFile === null).each(withCalls)("$name", (client) => {
  test("shows a call that waits when the page is loaded again, and its result once it is approved", async () => {
    const { page, refunds } = await start(client);
    const calls = page.locator("legend").getByText("refund", { exact: true });
    await say(page, "Refund A-17");
    await calls.waitFor();
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await page.reload();
    await calls.waitFor();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await shows(page, "Done: A-17 is refunded.");
    expect([await calls.count(), refunds]).toEqual([1, ["A-17"]]);
  });
});

describe.skipIf(chromiumFile === null)("useStream", () => {
  test("starts a branch at an earlier message", async () => {
    const { page } = await start({ name: "useStream", page: "use-stream.html" });
    await say(page, "Tell me a story");
    await shows(page, story);
    await isReady(page);
    await say(page, "Refund A-17");
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await page.locator("article[data-role='user']").nth(1).getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Edited message").fill("Refund, please");
    await page.getByRole("button", { name: "Send again" }).click();
    await shows(page, "Which order?");
    await expect
      .poll(() => page.locator("article[data-role='user'] p").allInnerTexts())
      .toEqual(["Tell me a story", "Refund, please"]);
  });
});
