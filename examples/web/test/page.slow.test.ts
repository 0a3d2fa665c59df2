import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningPage, serveApplication } from "../src/index.ts";
import { chromiumFile, launch, open, say } from "./chromium.ts";
import { tripApplication } from "./trip-application.ts";

describe.skipIf(chromiumFile === null)("the page in a browser", () => {
  let browser: Browser;
  const running: RunningPage[] = [];

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    await Promise.all(running.map((page) => page.close()));
  });

  async function start(options: Parameters<typeof tripApplication>[0] = {}, size = {}) {
    const made = tripApplication(options);
    const served = await serveApplication(made.application, { port: 0 });
    running.push(served);
    return { ...made, url: served.url, ...(await open(browser, served.url, size)) };
  }

  test("shows a turn with its approval, and its state in the inspector", async () => {
    const { page, booked, problems } = await start();
    await page.getByRole("button", { name: "A train to where it rains" }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("log").getByText("Have a good journey.").waitFor();
    expect(booked).toEqual(["Bergen"]);
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "State" }).click();
    const inspector = await opened;
    await inspector.getByText("scout", { exact: true }).first().waitFor();
    expect(await inspector.title()).toContain("trip");
    await inspector.close();
    expect(problems).toEqual([]);
    await page.close();
  });

  test("says that a turn runs, and disables sending", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { page } = await start({ wait: () => promise });
    await say(page, "A train");
    await page.getByRole("status").getByText(/…$/).waitFor();
    expect(await page.getByRole("button", { name: "Send" }).getAttribute("aria-disabled")).toBe("true");
    resolve();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await page.close();
  });

  test("says that it loads, and then that the server cannot be reached, until it is there", async () => {
    const { page, url } = await start();
    await page.route("**/api/application", (route) => route.abort());
    await page.goto(url);
    await page.getByRole("status").getByText("The server cannot be reached.").waitFor();
    await page.unroute("**/api/application");
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.close();
  });

  test("works by keyboard alone: the focus moves to the question, and back after a button is pressed", async () => {
    const { page, booked } = await start();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toContain("Skip");
    await page.keyboard.press("Enter");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type("A train");
    await page.keyboard.press("Enter");
    await page.locator("h2:focus").getByText("Book the train").waitFor();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toContain("Approve");
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("Have a good journey.").waitFor();
    expect(booked).toEqual(["Bergen"]);
    expect(await focused(page)).toContain("textarea");
    await page.close();
  });

  test("has landmarks, one first-level heading, names for all controls, and live regions", async () => {
    const { page } = await start();
    await say(page, "A train");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    for (const role of ["banner", "main", "navigation"] as const) expect(await page.getByRole(role).count()).toBe(1);
    await expect.poll(() => page.getByRole("heading", { level: 1 }).allInnerTexts()).toEqual(["Trips"]);
    expect(await page.getByRole("log").getAttribute("aria-live")).toBe("polite");
    await expect.poll(() => page.getByRole("status").allInnerTexts()).toEqual(["Waiting for your answer."]);
    await expect.poll(() => page.getByRole("textbox", { name: "Your answer, or a new message" }).count()).toBe(1);
    const tree = await page.locator("body").ariaSnapshot();
    expect(tree).not.toMatch(/- (button|textbox|checkbox|region|link)(:| \[|$)/m);
    await page.close();
  });

  test.each(["light", "dark"] as const)("text has enough contrast, %s", async (scheme) => {
    const { page } = await start({}, { scheme });
    await say(page, "A train");
    await page.getByRole("button", { name: "Approve" }).waitFor();
    expect(await page.evaluate(poorContrasts)).toEqual([]);
    await page.close();
  });

  test.each([320, 390])(
    "fits a phone of %i pixels without horizontal scrolling, with controls large enough to touch",
    async (width) => {
      const { page, booked } = await start({}, { width, height: 780 });
      await say(page, "A train");
      const approve = page.getByRole("button", { name: "Approve" });
      await approve.waitFor();
      const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(await isTooWide()).toBe(false);
      expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await approve.click();
      await page.getByRole("log").getByText("Have a good journey.").waitFor();
      expect(booked).toEqual(["Bergen"]);
      await page.close();
    },
  );

  test("a focused control is never hidden behind the message field", async () => {
    const { page } = await start({}, { height: 420 });
    await say(page, "A train");
    const reject = page.getByRole("button", { name: "Reject" });
    await reject.waitFor();
    await reject.focus();
    const isOnTop = await reject.evaluate((button) => {
      const { left, bottom, width } = button.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, bottom - 5) === button;
    });
    expect(isOnTop).toBe(true);
    await page.close();
  });

  test("says that a conversation does not exist, and offers a new one", async () => {
    const { page, url } = await start();
    await page.goto(`${url}?thread=a/b`);
    await page.getByRole("alert").getByText("This conversation does not exist.").waitFor();
    await page.getByRole("main").getByRole("button", { name: "New conversation" }).click();
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.close();
  });

  test("follows the actions of another page, and a late answer gets an error", async () => {
    const { application, booked, page, url } = await start();
    const other = (await open(browser, url)).page;
    await say(page, "A train");
    await other.getByRole("button", { name: "Reject" }).waitFor();
    // The other page does not see the change before it answers.
    await other.route("**/changes", (route) => route.abort());
    const [waiting] = await application.session("trip").pending();
    for await (const _ of application.session("trip").streamResume(waiting?.id ?? "", "yes"));
    await page.getByRole("log").getByText("Have a good journey.").waitFor();
    await page.getByRole("button", { name: "Approve" }).waitFor({ state: "detached" });
    expect(booked).toEqual(["Bergen"]);
    await other.close();
    await page.close();
  });

  test("an answer to a question that is answered elsewhere at the same time changes nothing", async () => {
    const { application, booked, page } = await start();
    await say(page, "A train");
    const reject = page.getByRole("button", { name: "Reject" });
    await reject.waitFor();
    // The request of the page is held back until the terminal has answered.
    await page.route("**/api/chat", async (route) => {
      const [waiting] = await application.session("trip").pending();
      if (waiting !== undefined) for await (const _ of application.session("trip").streamResume(waiting.id, "yes"));
      await route.continue();
    });
    await reject.click();
    await page.getByRole("alert").getByText("already answered elsewhere").waitFor();
    await page.getByRole("log").getByText("Have a good journey.").waitFor();
    expect(booked).toEqual(["Bergen"]);
    await page.close();
  });
});

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? "");

/** Runs in the page: finds texts with too little contrast to their background, by the WCAG formula. */
function poorContrasts(): readonly string[] {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page runs this function alone
  const channels = (color: string): readonly number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
      value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element: Element | null): string => {
    if (element === null) return "rgb(255, 255, 255)";
    const { backgroundColor } = getComputedStyle(element);
    return channels(backgroundColor)[3] === 0 ? backgroundOf(element.parentElement) : backgroundColor;
  };
  const texts = [...document.querySelectorAll("body *")].filter(
    (element) =>
      element.checkVisibility() &&
      !element.matches("[aria-disabled=true]") &&
      [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? "").trim() !== ""),
  );
  return texts.flatMap((element) => {
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return contrast >= 4.5 ? [] : [`${contrast.toFixed(1)}: ${(element.textContent ?? "").slice(0, 40)}`];
  });
}
