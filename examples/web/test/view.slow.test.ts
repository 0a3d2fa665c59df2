import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { serveApplication, type WebApplication, type WebView } from "../src/index.ts";
import { askingApplication } from "./asking-application.ts";
import { chromiumFile, launch, open } from "./chromium.ts";
import { client } from "./client.ts";
import { tripApplication } from "./trip-application.ts";

const home = mkdtempSync(path.join(tmpdir(), "view-"));
const folder = path.join(home, "dist");
mkdirSync(folder);
const code = `export function mount(element, page) {
  const show = async () => {
    const data = await page.data({ from: "view" }).catch(() => null);
    if (data === null) return element.replaceChildren("The server is away.");
    const { visits } = data;
    const [question] = page.questions();
    element.replaceChildren(\`\${visits} visits. \${question?.text ?? "No question."} \`);
    for (const { label, answer } of question?.choices ?? []) {
      const button = document.createElement("button");
      button.textContent = \`\${label} here\`;
      button.addEventListener("click", () => page.answer(question.interruptId, answer));
      element.append(button);
    }
    const ask = document.createElement("button");
    ask.textContent = "Ask from here";
    ask.addEventListener("click", () => page.say("A train from the view"));
    const draft = document.createElement("button");
    draft.textContent = "Write from here";
    draft.addEventListener("click", () => page.draft("A boat to"));
    element.append(ask, draft);
  };
  void show();
  const stop = page.onChange(show);
  return () => { stop(); document.body.dataset.unmounted = "yes"; };
}`;
writeFileSync(path.join(folder, "view.js"), code);
writeFileSync(path.join(folder, "view.css"), ".view-content { color: rgb(1 2 3); }");
writeFileSync(path.join(home, "secret.txt"), "secret");
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** What an approval asks. */
const Asked = z.looseObject({ requests: z.tuple([z.looseObject({ id: z.string(), hash: z.string() })]) });

/** A question with conflicts. */
const question: WebApplication["question"] = (value) => {
  const [{ id, hash }] = Asked.parse(value).requests;
  return {
    text: "Take the train? I assumed: today.",
    notes: [],
    conflicts: ["Ann has Chess at 10:00.", "The car is taken."],
    choices: [
      { label: "At 11:00", notes: [], answer: { id, decision: "approve", hash }, role: "recommended" },
      { label: "At 10:00 all the same", notes: [], answer: { id, decision: "approve", hash, at: 10 }, role: "plain" },
      { label: "Stay", notes: [], answer: { id, decision: "reject" }, role: "refusal" },
    ],
  };
};

const view: WebView = {
  title: "Map",
  folder,
  data: (threadId, query) => Promise.resolve({ threadId, query }),
};

describe("the view of an application", () => {
  test("gets its data for the conversation and the query that it names", async () => {
    const page = client({ ...tripApplication().application, view });
    const response = await page.request("/api/threads/trip/view?week=48");
    expect([response.status, await response.json()]).toEqual([200, { threadId: "trip", query: { week: "48" } }]);
    const application: unknown = await (await page.request("/api/application")).json();
    expect(application).toMatchObject({ view: "Map" });
  });

  test("performs its actions for the conversation, up to their maximum size", async () => {
    const acting = {
      ...view,
      perform: (threadId: string, action: unknown) => Promise.resolve({ threadId, action }),
      maxActionBytes: 100_000,
    };
    const page = client({ ...tripApplication().application, view: acting });
    const send = (body: string) => page.request("/api/threads/trip/view", { method: "POST", body });
    const done = await send('{"zoom":2}');
    expect([done.status, await done.json()]).toEqual([200, { threadId: "trip", action: { zoom: 2 } }]);
    expect((await send(JSON.stringify("x".repeat(90_000)))).status).toBe(200);
    expect((await send(JSON.stringify("x".repeat(100_001)))).status).toBe(413);
    expect((await send("zoom")).status).toBe(400);
  });

  test("performs no action for another page, for a form, or without a conversation", async () => {
    const acting = { ...view, perform: () => Promise.reject(new Error("It was performed.")) };
    const page = client({ ...tripApplication().application, view: acting });
    const send = (address: string, headers: Record<string, string>) =>
      page.request(address, { method: "POST", body: "{}", headers });
    const statuses = [
      (await send("/api/threads/trip/view", { origin: "http://other.example" })).status,
      (await send("/api/threads/trip/view", { "content-type": "text/plain" })).status,
      (await send("/api/threads/__proto__/view", {})).status,
    ];
    expect(statuses).toEqual([403, 415, 404]);
  });

  test("has no actions if the application names none", async () => {
    const page = client({ ...tripApplication().application, view });
    expect((await page.request("/api/threads/trip/view", { method: "POST", body: "{}" })).status).toBe(404);
  });

  test("does not exist in an application without one", async () => {
    const page = client(tripApplication().application);
    expect((await page.request("/api/threads/trip/view")).status).toBe(404);
    expect(await (await page.request("/api/application")).json()).toMatchObject({ view: null });
  });

  test("serves the files of its folder, and no other", async () => {
    const running = await serveApplication({ ...tripApplication().application, view }, { port: 0 });
    onTestFinished(() => running.close());
    const read = async (name: string) => fetch(new URL(name, running.url));
    const served = await read("view/view.js");
    expect([served.status, served.headers.get("content-type"), await served.text()]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      code,
    ]);
    for (const name of [
      "view/../secret.txt",
      "view/%2e%2e/secret.txt",
      `view/${encodeURIComponent("../secret.txt")}`,
      "view/missing.js",
    ])
      expect((await read(name)).status).toBe(404);
  });
});

describe.skipIf(chromiumFile === null)("the view of an application in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
  });

  test.each([1280, 390])("speaks, answers and follows the conversation, %i pixels wide", async (width) => {
    const { application, booked } = tripApplication();
    let visits = 0;
    const data: WebView["data"] = (_, query) =>
      Promise.resolve({ visits: query["from"] === "view" ? (visits += 1) : 0 });
    const running = await serveApplication({ ...application, view: { ...view, data } }, { port: 0 });
    onTestFinished(() => running.close());
    const { page, problems } = await open(browser, running.url, { width });
    onTestFinished(() => page.close());
    const map = page.getByRole("region", { name: "Map" });
    const isNarrow = width < 1000;
    await expect.poll(() => map.isVisible()).toBe(!isNarrow);
    if (isNarrow) await page.getByRole("tab", { name: "Map" }).click();
    await map.getByText("No question.").waitFor();
    await map.getByRole("button", { name: "Ask from here" }).click();
    await map.locator(".view-content").getByText("Book the train").waitFor();
    expect(await map.locator(".view-content").evaluate((element) => getComputedStyle(element).color)).toBe(
      "rgb(1, 2, 3)",
    );
    await map.getByRole("button", { name: "Approve here" }).click();
    await map.getByText("No question.").waitFor();
    if (isNarrow) await page.getByRole("tab", { name: "Conversation" }).click();
    await page.getByRole("log").getByText("A train from the view").waitFor();
    await page.getByRole("log").getByText("Have a good journey.").waitFor();
    expect(booked).toEqual(["Bergen"]);
    await page.getByRole("button", { name: "New conversation" }).first().click();
    await page.locator("body[data-unmounted]").waitFor();
    expect(problems).toEqual([]);
  });

  test("has a mark on its tab once it shows something new, until it is opened", async () => {
    const { application } = tripApplication();
    let turns = 0;
    const data: WebView["data"] = () => Promise.resolve({ visits: turns, now: new Date().toISOString() });
    const running = await serveApplication({ ...application, view: { ...view, data } }, { port: 0 });
    onTestFinished(() => running.close());
    const { page } = await open(browser, running.url, { width: 390 });
    onTestFinished(() => page.close());
    const mark = page.getByRole("tab", { name: "Map" }).locator(".dot");
    await page.getByRole("textbox", { name: "Message" }).fill("Bergen");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await expect.poll(() => mark.count()).toBe(0);
    turns = 1;
    await page.getByRole("button", { name: "Approve" }).click();
    await mark.waitFor();
    await page.getByRole("tab", { name: "Map" }).click();
    await page.getByRole("tab", { name: "Conversation" }).click();
    await expect.poll(() => mark.count()).toBe(0);
  });

  test.each([1280, 390])(
    "begins a message, keeps what was written as unsent, and goes there, %i pixels wide",
    async (width) => {
      const running = await serveApplication({ ...tripApplication().application, view }, { port: 0 });
      onTestFinished(() => running.close());
      const { page } = await open(browser, running.url, { width });
      onTestFinished(() => page.close());
      const field = page.getByRole("textbox", { name: "Message" });
      await field.fill("Hotels in Bergen");
      const unsent = page.getByRole("list", { name: "Not sent" }).getByRole("listitem");
      const isNarrow = width < 1000;
      for (const _ of ["once", "and again"]) {
        if (isNarrow) await page.getByRole("tab", { name: "Map" }).click();
        await page.getByRole("button", { name: "Write from here" }).click();
        await expect.poll(() => field.evaluate((element) => element.matches(":focus"))).toBe(true);
        await expect.poll(() => field.inputValue()).toBe("A boat to");
        await expect
          .poll(() => unsent.allInnerTexts())
          .toEqual([expect.stringContaining("Not sent: Hotels in Bergen")]);
      }
      await page.reload();
      await unsent.getByRole("button", { name: "Edit it" }).click();
      expect([await field.inputValue(), await unsent.locator("p").allInnerTexts()]).toEqual([
        "Hotels in Bergen",
        ["Not sent: A boat to"],
      ]);
      await unsent.getByRole("button", { name: "Discard it" }).click();
      await expect.poll(() => unsent.count()).toBe(0);
    },
  );

  test("has the open question above it on a phone, with its conflicts and the same choices", async () => {
    const { application, booked } = tripApplication();
    const running = await serveApplication({ ...application, question, view }, { port: 0 });
    onTestFinished(() => running.close());
    const { page } = await open(browser, running.url, { width: 390 });
    onTestFinished(() => page.close());
    await page.getByRole("textbox", { name: "Message" }).fill("A train");
    await page.keyboard.press("Enter");
    const talk = page.getByRole("region", { name: "Conversation" }).getByRole("region", { name: "Take the train?" });
    await talk.getByRole("button", { name: "At 11:00" }).waitFor();
    const asked = await talk.getByRole("button").allInnerTexts();
    await expect
      .poll(() => talk.locator(".conflicts").innerText())
      .toMatch(/2 conflicts\s+Ann has Chess at 10:00\.\s+The car is taken\./);
    await page.getByRole("tab", { name: "Map" }).click();
    const above = page.getByRole("region", { name: "Map" }).getByRole("region", { name: "Take the train?" });
    await above.getByText("2 conflicts, 3 choices").click();
    await above.getByText("Ann has Chess at 10:00.").waitFor();
    await expect.poll(() => above.getByRole("button").allInnerTexts()).toEqual(asked);
    await above.getByRole("button", { name: "At 11:00" }).click();
    await above.waitFor({ state: "detached" });
    await expect.poll(() => booked).toEqual(["Bergen"]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => above.count()).toBe(0);
  });

  test("sends a message that did not arrive after another one was begun", async () => {
    const running = await serveApplication({ ...tripApplication().application, view }, { port: 0 });
    onTestFinished(() => running.close());
    const { page } = await open(browser, running.url);
    onTestFinished(() => page.close());
    const field = page.getByRole("textbox", { name: "Message" });
    await page.route("**/api/chat", (route) => route.abort());
    await field.fill("A train");
    await page.keyboard.press("Enter");
    await page.getByText("Your last message was not sent. It is in the message field.").waitFor();
    await page.getByRole("button", { name: "Write from here" }).click();
    await expect.poll(() => field.inputValue()).toBe("A boat to");
    await expect.poll(() => page.getByText("Your last message was not sent.").count()).toBe(0);
    await page.unroute("**/api/chat");
    await page.getByRole("button", { name: "Send it" }).click();
    await page.getByRole("log").getByText("A train", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("A boat to");
    await expect.poll(() => page.getByRole("list", { name: "Not sent" }).count()).toBe(0);
  });

  test("keeps a message that did not arrive while another one was typed", async () => {
    const running = await serveApplication({ ...tripApplication().application, view }, { port: 0 });
    onTestFinished(() => running.close());
    const { page } = await open(browser, running.url);
    onTestFinished(() => page.close());
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/api/chat", async (route) => {
      await promise;
      await route.abort();
    });
    const field = page.getByRole("textbox", { name: "Message" });
    await field.fill("A train");
    await page.keyboard.press("Enter");
    await field.fill("And a hotel");
    resolve();
    await page.getByText("Your last message was not sent. It is kept above the message field.").waitFor();
    await expect.poll(() => field.inputValue()).toBe("And a hotel");
    await page.getByRole("list", { name: "Not sent" }).getByText("A train").waitFor();
  });

  test("has the focus on its tab after a choice on a phone, and on the next question", async () => {
    const running = await serveApplication({ ...tripApplication().application, question, view }, { port: 0 });
    onTestFinished(() => running.close());
    const { page } = await open(browser, running.url, { width: 390 });
    onTestFinished(() => page.close());
    await page.getByRole("tab", { name: "Map" }).click();
    await page.getByRole("button", { name: "Ask from here" }).press("Enter");
    const above = page.getByRole("region", { name: "Map" }).getByRole("region", { name: "Take the train?" });
    await above.getByText("2 conflicts, 3 choices").click();
    await above.getByRole("button", { name: "Stay" }).press("Enter");
    await above.waitFor({ state: "detached" });
    expect(await page.getByRole("tab", { name: "Map" }).evaluate((tab) => tab.matches(":focus"))).toBe(true);
    // A question that comes from elsewhere, while nobody writes.
    await page.evaluate(() =>
      fetch("api/chat", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          id: "trip",
          messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "A train" }] }],
        }),
      }),
    );
    const heading = above.getByRole("heading", { name: "Take the train?" });
    await expect.poll(() => heading.evaluate((element) => element.matches(":focus"))).toBe(true);
  });

  test("has the question above it on a phone that only typed text can answer, and leads to the message field", async () => {
    const running = await serveApplication({ ...askingApplication(), view }, { port: 0 });
    onTestFinished(() => running.close());
    const { page } = await open(browser, running.url, { width: 390, height: 844 });
    onTestFinished(() => page.close());
    const field = page.getByRole("textbox");
    await field.fill("A trip");
    await page.keyboard.press("Enter");
    await page.getByText("Type your answer below.").waitFor();
    await page.getByRole("tab", { name: "Map" }).click();
    await page.getByRole("tab", { name: "Conversation (waiting for your answer)" }).waitFor();
    const map = page.getByRole("region", { name: "Map" });
    const above = await map.getByRole("region", { name: "Question" }).boundingBox();
    const content = await map.locator(".view-place").boundingBox();
    const tabs = await page.getByRole("tablist").boundingBox();
    expect((tabs?.y ?? 0) + (tabs?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(content?.y ?? 0);
    await map.getByRole("button", { name: "Answer in the conversation" }).click();
    await expect.poll(() => field.evaluate((element) => element.matches(":focus"))).toBe(true);
  });

  test("loads its data again when the server is back, although the conversation has not changed", async () => {
    const application = { ...tripApplication().application, view };
    const first = await serveApplication(application, { port: 0 });
    const { page } = await open(browser, first.url);
    onTestFinished(() => page.close());
    const map = page.getByRole("region", { name: "Map" });
    await map.getByText("No question.").waitFor();
    await first.close();
    await map.getByText("The server is away.").waitFor();
    const second = await serveApplication(application, { port: Number(new URL(first.url).port) });
    onTestFinished(() => second.close());
    await map.getByText("No question.").waitFor();
  });
});
