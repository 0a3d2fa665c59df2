import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { type AskedQuestion, serveApplication, type WebApplication } from "../src/index.ts";
import { askedQuestions } from "../src/asked-questions.ts";
import { choiceOf, questionOf } from "../src/questions.ts";
import { chromiumFile, launch, open, say } from "./chromium.ts";
import { tripApplication, type TripOptions } from "./trip-application.ts";

/** What an approval asks. */
const Asked = z.looseObject({ requests: z.tuple([z.looseObject({ id: z.string(), hash: z.string() })]) });

/** An approval as a question with eight choices, of which the fourth is recommended. */
function eightTrains(value: unknown): AskedQuestion {
  const { requests } = Asked.parse(value);
  const [{ id, hash }] = requests;
  const trains = Array.from({ length: 7 }, (_, index) => ({
    label: `The train at ${6 + index}:40`,
    notes: [`It arrives at ${14 + index}:10.`, "It has no dining car.", "It is often late.", "It is full."],
    answer: index === 3 ? { id, decision: "approve", hash } : `train ${index}`,
    role: index === 3 ? ("recommended" as const) : ("plain" as const),
  }));
  return {
    text: "Which train to Bergen? Answer with a number from 1 to 8.",
    notes: ["The ferry does not run.", "Two trains are full."],
    choices: [...trains, { label: "No train", notes: [], answer: { id, decision: "reject" }, role: "refusal" }],
  };
}

/** A question whose text changes when words were not understood. */
function renamedAfterNote(value: unknown): AskedQuestion {
  const { note } = z.object({ note: z.string().nullable() }).parse(value);
  return { ...eightTrains(value), text: note === null ? "Which train?" : "Which train now?" };
}

test("the buttons of an approval name what they do, if the application says so", async () => {
  const { application } = tripApplication();
  const session = application.session("trip");
  for await (const event of session.stream("A train")) void event;
  const [pending] = await session.pending();
  const labels = (labelled: Partial<WebApplication>) =>
    questionOf({ ...application, ...labelled }, pending ?? { value: null }).choices.map(({ label }) => label);
  expect(labels({})).toEqual(["Approve", "Reject"]);
  const named = labels({
    approvalLabels: ({ capability }) => ({ approve: `Call the ${capability}`, reject: "Stay at home" }),
  });
  expect(named).toEqual(["Call the booker", "Stay at home"]);
});

const approvalLabels = () => ({ approve: "Cancel the train", reject: "Keep it", isDestructive: true });

test("the button of an approval that removes something is marked as such", async () => {
  const { application } = tripApplication();
  const session = application.session("trip");
  for await (const event of session.stream("A train")) void event;
  const [pending = { value: null }] = await session.pending();
  const { choices } = questionOf({ ...application, approvalLabels }, pending);
  expect(choices.map(({ role, isDestructive = false }) => [role, isDestructive])).toEqual([
    ["recommended", true],
    ["refusal", false],
  ]);
});

test("the decision of the user of the page is one by you", async () => {
  const { application } = tripApplication();
  const session = application.session("trip");
  for await (const event of session.stream("A train")) void event;
  const [pending] = await session.pending();
  for await (const event of session.streamResume(pending?.id ?? "", "yes")) void event;
  const by = async (userId?: string) => {
    const questions = askedQuestions({ ...application, ...(userId !== undefined && { userId }) });
    return (await questions.of("trip")).asked.map(({ answer }) => answer?.by);
  };
  expect([await by(), await by("ann"), await by("ben")]).toEqual([["ann"], ["you"], ["ann"]]);
});

test("the buttons of a question have no full stop", () => {
  const choice = { notes: [], answer: null, role: "plain" } as const;
  const labels = ["Use the car.", "Keep it", "And so on..."].map((label) => ({ ...choice, label }));
  const { application } = tripApplication();
  const asked = questionOf(
    { ...application, question: () => ({ text: "Which?", notes: [], choices: labels }) },
    { value: null },
  );
  expect(asked.choices.map(({ label }) => label)).toEqual(["Use the car", "Keep it", "And so on..."]);
});

describe("the choice that an answer selects", () => {
  const request = { id: "r", hash: "h" };
  const choices = [
    { label: "Go", notes: [], answer: { id: "r", decision: "approve", hash: "h" }, role: "recommended" as const },
    { label: "Stay", notes: [], answer: { id: "r", decision: "reject" }, role: "refusal" as const },
  ];
  const chosen = (given: unknown, application: Pick<WebApplication, "choiceOf"> = {}, value: unknown = null) =>
    choiceOf(application, given, { value, choices })?.label ?? null;

  test("is that of its button, with or without the hash", () => {
    expect([chosen({ ...request, decision: "approve" }), chosen({ id: "r", decision: "approve" })]).toEqual([
      "Go",
      "Go",
    ]);
    expect(chosen({ id: "other", decision: "approve" })).toBeNull();
  });

  test("is that of its words, as the application reads them; other words select none", () => {
    const application = { choiceOf: (text: string) => (text === "2" ? choices[1]?.answer : null) };
    expect([chosen("2", application), chosen("later", application), chosen("2")]).toEqual(["Stay", null, null]);
  });

  test("of an approval is read from yes and no", async () => {
    const { application } = tripApplication();
    const session = application.session("trip");
    for await (const event of session.stream("A train")) void event;
    const [{ value } = { value: null }] = await session.pending();
    const { choices: asked } = questionOf(application, { value });
    const labels = ["yes", "no", "hm"].map((given) => choiceOf(application, given, { value, choices: asked })?.label);
    expect(labels).toEqual(["Approve", "Reject", undefined]);
  });
});

describe.skipIf(chromiumFile === null)("the questions of the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function start(question?: (value: unknown) => AskedQuestion, size = {}, options: TripOptions = {}) {
    const { application, booked } = tripApplication(options);
    const served = await serveApplication({ ...application, ...(question && { question }) }, { port: 0 });
    onTestFinished(() => served.close());
    const opened = await open(browser, served.url, size);
    onTestFinished(() => opened.page.close());
    return { application, booked, url: served.url, ...opened };
  }

  test.each([
    [1280, 800],
    [390, 780],
  ])("with eight choices fit a window of %i × %i: recommended first, the refusal in sight", async (width, height) => {
    const { page, booked } = await start(eightTrains, { width, height });
    await say(page, "A train");
    const question = page.getByRole("region", { name: /Which train/ });
    await question.waitFor();
    await expect
      .poll(() => question.getByRole("button").allInnerTexts())
      .toEqual([
        "4\nThe train at 9:40\nRecommended",
        "1\nThe train at 6:40",
        "2\nThe train at 7:40",
        "4 more choices",
        "8\nNo train",
      ]);
    expect(await outside(page)).toEqual([]);
    await question.getByRole("button", { name: "4 more choices" }).click();
    await expect.poll(() => question.getByRole("button").count()).toBe(8);
    await expect.poll(() => isInSight(page, "No train")).toBe(true);
    await question.getByRole("button", { name: "The train at 9:40" }).click();
    await page.getByRole("log").getByText("Have a good journey.").waitFor();
    expect(booked).toEqual(["Bergen"]);
  });

  test("stay in the conversation with the choice, the person and the time, also after a reload and in another tab", async () => {
    const { page, url } = await start(eightTrains);
    await say(page, "A train");
    await page.getByRole("button", { name: "The train at 9:40" }).click();
    await page.getByRole("log").getByText("Have a good journey.").waitFor();
    await page.reload();
    const other = (await open(browser, url)).page;
    for (const each of [page, other]) {
      const asked = each.getByRole("log").getByRole("article", { name: /Which train/ });
      await asked.getByText("2 notes").click();
      const text = (await asked.innerText()).split("\n").map((line) => line.trim());
      expect(text).toContain("The ferry does not run.");
      expect(text[text.indexOf("The train at 9:40") + 1]).toMatch(/^Answered by ann at \d/);
      const places = (await each.getByRole("log").innerText()).split("\n");
      const found = ["A train", "Which train to Bergen?", "Booked to Bergen.", "Have a good journey."].map((words) =>
        places.findIndex((place) => place.startsWith(words)),
      );
      expect(found).toEqual(found.toSorted((one, next) => one - next));
      expect(found).not.toContain(-1);
    }
    await other.close();
  });

  test("are in view when they follow another question, and a person who has scrolled away is left there", async () => {
    const { page } = await start(eightTrains, { width: 390, height: 700 });
    await say(page, "A train");
    const inSight = (label: string) => expect.poll(() => isInSight(page, label)).toBe(true);
    await inSight("No train");
    for (const text of ["A boat instead", "A bus instead", "A plane instead"]) {
      await say(page, text);
      await page.getByRole("log").getByText(text).first().waitFor();
      await inSight("No train");
      await inSight("The train at 9:40");
    }
    const place = page.getByRole("region", { name: "Messages and questions" });
    await place.hover();
    await page.mouse.wheel(0, -5000);
    await expect.poll(() => place.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await page.setViewportSize({ width: 390, height: 650 });
    await page.getByRole("textbox").fill("One\nTwo\nThree");
    expect(await place.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  test("are in view when the page was loaded again before they were asked", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: working, resolve: begin } = Promise.withResolvers<void>();
    const wait = async (): Promise<void> => {
      begin();
      await held;
    };
    const { page } = await start(eightTrains, { height: 440 }, { wait });
    await say(page, "A train");
    await working;
    await page.reload();
    await page.getByRole("log").getByText("A train").waitFor();
    await page.getByRole("status").getByText(/…$/).waitFor();
    release();
    await expect.poll(() => isInSight(page, "The train at 9:40")).toBe(true);
    await expect.poll(() => isInSight(page, "The train at 6:40")).toBe(true);
    const place = page.getByRole("region", { name: "Messages and questions" });
    await expect.poll(() => place.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  });

  test("show that a new message came first, if typed words led to another question", async () => {
    const { page, application } = await start(renamedAfterNote);
    await say(page, "A train");
    await page.getByRole("heading", { name: "Which train?" }).waitFor();
    const [waiting] = await application.session("trip").pending();
    for await (const _ of application.session("trip").streamResume(waiting?.id ?? "", "hm"));
    await page.getByRole("heading", { name: "Which train now?" }).waitFor();
    const past = page.getByRole("log").getByRole("article", { name: "Question: Which train?" });
    await past.getByText("Not answered: a new message came first.").waitFor();
  });

  test("show the answers that were not understood, and what was dropped for a new message", async () => {
    const { page, application } = await start();
    await say(page, "A train");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    const [waiting] = await application.session("trip").pending();
    for await (const _ of application.session("trip").streamResume(waiting?.id ?? "", "hm"));
    await page.getByRole("log").getByText("hm", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Reject" }).waitFor();
    await say(page, "A boat instead");
    await page.getByRole("log").getByText("Not answered: a new message came first.").waitFor();
    await page.getByRole("log").getByText("hm", { exact: true }).waitFor();
  });
});

/** Buttons of the question that do not lie within the window, or are covered. */
const outside = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(".question button")]
      .filter((button) => {
        const { left, top, bottom, width, height } = button.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return top < 0 || bottom > innerHeight || !(seen instanceof Node) || !button.contains(seen);
      })
      .map((button) => button.textContent ?? ""),
  );

const isInSight = async (page: Page, label: string): Promise<boolean> =>
  !(await outside(page)).some((text) => text.includes(label));
