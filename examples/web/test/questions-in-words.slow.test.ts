import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { serveApplication } from "../src/index.ts";
import { askingApplication } from "./asking-application.ts";
import { chromiumFile, launch, open, say } from "./chromium.ts";
import { client } from "./client.ts";

describe("a question that only typed text can answer", () => {
  test("is named in the conversation, and stays named when it was answered", async () => {
    const page = client(askingApplication(), "weather");
    const asking = async () => {
      const [{ asking: places }, texts] = [await page.view(), await page.texts()];
      return places.map((place) => texts[place]);
    };
    await page.say("How is the weather?");
    expect(await asking()).toEqual(["Which city?\nFor example Bergen."]);
    await page.say("In the north");
    await page.say("In Bergen");
    const texts = await page.texts();
    expect([texts.length, texts.at(-1)]).toEqual([6, "It rains in Bergen."]);
    expect(await asking()).toHaveLength(2);
  });

  test("waits in the list of conversations until it is answered", async () => {
    const page = client(askingApplication(), "weather");
    const isWaiting = async (): Promise<unknown> => (await page.request("/api/threads")).json();
    await page.say("How is the weather?");
    expect(await isWaiting()).toMatchObject([{ threadId: "weather", isWaiting: true }]);
    await page.say("In Bergen");
    expect(await isWaiting()).toMatchObject([{ threadId: "weather", isWaiting: false }]);
  });

  test("is not named if messages are not visible", async () => {
    const page = client({ ...askingApplication(), visible: [] }, "weather");
    await page.say("How is the weather?");
    expect((await page.view()).asking).toEqual([]);
  });
});

describe.skipIf(chromiumFile === null)("a question without buttons in the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function start(screen = {}, asking = {}) {
    const served = await serveApplication(askingApplication(asking), { port: 0 });
    onTestFinished(() => served.close());
    const opened = await open(browser, served.url, screen);
    onTestFinished(() => opened.page.close());
    return opened;
  }

  test("looks like a question while it waits, also after a reload, and stays in the conversation when it was answered", async () => {
    const { page, problems } = await start();
    await page.getByRole("button", { name: "How is the weather?" }).click();
    const waiting = page.getByRole("article").filter({ has: page.getByText("Or type your answer below.") });
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await waiting.getByText("Which city?").waitFor();
      await expect.poll(() => waiting.getByRole("heading", { name: "Question" }).count()).toBe(1);
      await page.getByRole("textbox", { name: "Your answer, or a new message" }).waitFor();
    }
    await say(page, "In Bergen");
    await page.getByRole("log").getByText("It rains in Bergen.").waitFor();
    await waiting.waitFor({ state: "detached" });
    await expect
      .poll(() => page.getByRole("log").getByRole("heading").allInnerTexts())
      .toEqual(["You", "Question", "You", "Assistant"]);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    expect(problems).toEqual([]);
  });

  test.each([1280, 390])(
    "is answered by a button that says its label, which leaves the focus in the field, at %i pixels",
    async (width) => {
      const { page, problems } = await start({ width });
      await say(page, "How is the weather?");
      const answers = page.getByRole("article").getByRole("button");
      await answers.first().waitFor();
      await expect.poll(() => answers.allInnerTexts()).toEqual(["In Bergen", "In the north"]);
      await answers.nth(1).press("Enter");
      await page.getByRole("log").getByText("Which city?").nth(1).waitFor();
      expect(await page.getByRole("textbox").evaluate((field) => field.matches(":focus"))).toBe(true);
      // Only the open question has buttons.
      await expect.poll(() => answers.count()).toBe(2);
      await answers.first().click();
      await page.getByRole("log").getByText("It rains in Bergen.").waitFor();
      await expect.poll(() => answers.count()).toBe(0);
      await expect
        .poll(() => page.locator(".message.user").allInnerTexts())
        .toEqual(["How is the weather?", "In the north", "In Bergen"].map((text) => `You\n\n${text}`));
      expect(problems).toEqual([]);
    },
  );

  test.each([1280, 390])(
    "shows its numbered choices as buttons, then as a list with the one that was chosen, at %i pixels",
    async (width) => {
      const cities = ["Bergen, Fri 4 Dec", "Oslo", "Rome", "Lisbon", "Athens", "Berlin", "London", "Copenhagen"];
      const question = `Your request was dropped. Which one: ${cities.map((city, index) => `${index + 1}. ${city}`).join(", ")}?`;
      const answers = cities.map((label, index) => ({ label, text: `${index + 1}` }));
      const { page, problems } = await start({ width }, { question, answers });
      await say(page, "How is the weather?");
      const card = page.getByRole("article").filter({ hasText: "Which one?" });
      await card.getByRole("button").first().waitFor();
      const labels = await card.getByRole("button").allInnerTexts();
      expect(labels.map((label) => label.replace(/\s+/u, " "))).toEqual(
        cities.map((city, index) => `${index + 1} ${city}`),
      );
      await expect.poll(() => card.locator(".asked-title").innerText()).toBe("Which one?");
      await expect.poll(() => card.getByRole("listitem").count()).toBe(8);
      await card.getByRole("button", { name: "Bergen" }).click();
      await page.getByRole("log").getByText("It rains in Bergen.").waitFor();
      await expect.poll(() => card.getByRole("listitem").allInnerTexts()).toEqual(cities);
      await expect.poll(() => card.locator(".chosen").allInnerTexts()).toEqual(["Bergen, Fri 4 Dec"]);
      await expect
        .poll(() => page.locator(".message.user .plain").allInnerTexts())
        .toEqual(["How is the weather?", "1"]);
      expect(problems).toEqual([]);
    },
  );

  test("keeps a message that was typed before the question could be read", async () => {
    const { page } = await start();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/chat", async (route) => {
      await held;
      await route.continue();
    });
    await say(page, "How is the weather?");
    await page.getByRole("status").getByText(/…$/).waitFor();
    await say(page, "And tomorrow?");
    await page.getByRole("status").getByText("Your message is sent after the answer.").waitFor();
    release();
    await page.getByRole("status").getByText("Your message was not sent: there is a question first.").waitFor();
    await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("And tomorrow?");
  });
});
