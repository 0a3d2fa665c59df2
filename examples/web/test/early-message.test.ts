import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningPage, serveApplication, type WebApplication } from "../src/index.ts";
import { chromiumFile, launch, open, say } from "./chromium.ts";
import { talkingApplication } from "./talking-application.ts";
import { tripApplication } from "./trip-application.ts";

describe.skipIf(chromiumFile === null)("a message that is sent while a turn runs", () => {
  let browser: Browser;
  const running: RunningPage[] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all(running.map((page) => page.close()));
  });

  async function start(application: WebApplication) {
    const served = await serveApplication(application, { port: 0 });
    running.push(served);
    return open(browser, served.url);
  }

  test("stays in the field, and is sent after the answer", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { page, problems } = await start(
      talkingApplication(async function* parts() {
        await promise;
        yield "I listen.";
      }),
    );
    await say(page, "One");
    await page.getByRole("status").getByText(/…$/).waitFor();
    await say(page, "Two");
    await page.getByRole("status").getByText("Your message is sent after the answer.").waitFor();
    // What is being done is in sight once, in the conversation.
    await expect.poll(() => page.getByText(/Working …/).count()).toBe(1);
    await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("Two");
    await expect.poll(() => page.getByRole("log").getByText("Two", { exact: true }).count()).toBe(0);
    resolve();
    await page.getByRole("log").getByText("Two", { exact: true }).waitFor();
    await page.getByRole("log").getByText("I listen.").nth(1).waitFor();
    await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("");
    expect(problems).toEqual([]);
    await page.close();
  });

  test("waits for another Enter when it is changed", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { page } = await start(
      talkingApplication(async function* parts() {
        await promise;
        yield "I listen.";
      }),
    );
    await say(page, "One");
    await page.getByRole("status").getByText(/…$/).waitFor();
    await say(page, "Two");
    await page.getByRole("status").getByText("Your message is sent after the answer.").waitFor();
    await page.getByRole("textbox").fill("Two and a half");
    resolve();
    await page.getByRole("log").getByText("I listen.").waitFor();
    await page.locator(".status.hidden").waitFor({ state: "attached" });
    await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("Two and a half");
    await page.close();
  });

  test("never answers a question that nobody had read", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { application, booked } = tripApplication({ wait: () => promise });
    const { page } = await start(application);
    await say(page, "A train");
    await page.getByRole("status").getByText(/…$/).waitFor();
    await say(page, "yes");
    await page.getByRole("status").getByText("Your message is sent after the answer.").waitFor();
    resolve();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await page.getByRole("status").getByText("Your message was not sent: there is a question first.").waitFor();
    await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("yes");
    expect(booked).toEqual([]);
    await page.close();
  });
});
