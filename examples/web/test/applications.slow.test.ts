import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chromiumFile, launch, open } from "./chromium.ts";

/** An example with a page, and a question that it asks before it acts. */
interface Example {
  readonly name: string;
  /** Options of both its programs. */
  readonly options: readonly string[];
  /** First message, and part of its answer. */
  readonly before?: { readonly request: string; readonly answer: string };
  readonly request: string;
  /** Part of the name of the approving button, and part of the answer after it was pressed. */
  readonly agree: string | RegExp;
  readonly done: string;
  /** Typed approval and refusal, and part of the answer to a refusal. */
  readonly yes: string;
  readonly no: string;
  readonly refused: string;
}

const examples: readonly Example[] = [
  {
    name: "scheduler",
    options: ["--now", "2026-11-21T09:00:00Z"],
    request: "Haircut for Emma on Thursday at 6pm",
    agree: /^Add it/,
    done: "was added",
    yes: "yes",
    no: "no",
    refused: "The calendar was not changed",
  },
  {
    name: "travel",
    options: ["--now", "2026-11-21T09:00:00Z"],
    before: {
      request: "Lisbon from Copenhagen, 7 to 10 May, mid budget",
      answer: "Lisbon, Fri 7 May 2027",
    },
    request: "book it",
    agree: "Book it",
    done: "Booked as",
    yes: "yes",
    no: "no",
    refused: "Nothing was booked",
  },
];

describe.skipIf(chromiumFile === null).each(examples)("the page of $name", (example) => {
  let browser: Browser;
  const folders: string[] = [];
  const children: ChildProcessWithoutNullStreams[] = [];

  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(stopped));
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  function start(program: string, folder: string, words: readonly string[]): ChildProcessWithoutNullStreams {
    const file = path.join(import.meta.dirname, "..", "..", example.name, "src", program);
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [file, "--db", path.join(folder, "trial.db"), ...example.options, ...words], {
      cwd: folder,
      env: { PATH, HOME, PORT: "0" },
    });
    children.push(child);
    return child;
  }

  /** The page of a new database, and a terminal on the same one. */
  async function home() {
    const folder = mkdtempSync(path.join(tmpdir(), "web-"));
    folders.push(folder);
    const server = start("web.ts", folder, []);
    const url = await firstLine(server);
    const terminal = async (...words: readonly string[]): Promise<string> => {
      const child = start("main.ts", folder, words);
      child.stdin.end();
      const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return out + problems;
    };
    return { terminal, url, ...(await open(browser, url)) };
  }

  test("the terminal can answer a question of the page", async () => {
    const { page, terminal, problems } = await home();
    await ask(page, example);
    await agreeing(page, example).waitFor();
    expect(await terminal(example.yes)).toContain(example.done);
    await page.getByRole("log").getByText(example.done).waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("button", { name: example.agree }).count()).toBe(0);
    // The page asks to continue a turn that the terminal then finishes: the browser logs the refusal, and people see nothing of it.
    expect(problems.filter((each) => !each.includes("409 (Conflict)"))).toEqual([]);
    await page.close();
  });

  test("an unclear answer in the page is asked again, as in the terminal", async () => {
    const { page } = await home();
    await ask(page, example);
    await agreeing(page, example).waitFor();
    await say(page, "hm");
    await agreeing(page, example).click();
    await page.getByRole("log").getByText(example.done).waitFor();
    await page.close();
  });

  test("the page can answer a question of the terminal", async () => {
    const { page, terminal } = await home();
    if (example.before !== undefined) await terminal(example.before.request);
    await terminal(example.request);
    await agreeing(page, example).click();
    await page.getByRole("log").getByText(example.done).waitFor();
    await page.close();
  });

  test.runIf(example.name === "travel")("an alternative cannot drop the question whether to book a trip", async () => {
    const { page } = await home();
    await ask(page, example);
    await agreeing(page, example).waitFor();
    const alternatives = page.locator(".trip-alternatives");
    await expect.poll(() => alternatives.getByRole("button").count()).toBe(0);
    await alternatives.getByText("Alternatives").click();
    await alternatives.getByText("Answer the question first.").waitFor();
    await expect.poll(() => alternatives.getByRole("button").first().isDisabled()).toBe(true);
    await page.close();
  });

  test.runIf(example.name === "travel")("a trip cannot be booked or changed while the server is away", async () => {
    const { page } = await home();
    await say(page, example.before?.request ?? "");
    const book = page.getByRole("button", { name: "Book this trip" });
    await book.waitFor();
    await expect.poll(() => book.isEnabled()).toBe(true);
    await Promise.all(children.map(stopped));
    await page.locator(".trip").getByText("You can book or change it when the server is back.").waitFor();
    await expect.poll(() => book.isDisabled()).toBe(true);
    await page.getByText("These can be chosen when the server is back.").waitFor();
    await expect.poll(() => page.locator(".trip-alternatives").getByRole("button").first().isDisabled()).toBe(true);
    await page.close();
  });

  test("the first of two answers, in the terminal and in the page, counts, and the second gets an error", async () => {
    const { page, terminal } = await home();
    await ask(page, example);
    const agree = agreeing(page, example);
    await agree.waitFor();
    // The request of the page is held back until the terminal has refused.
    await page.route("**/api/chat", async (route) => {
      await terminal(example.no);
      await route.continue();
    });
    await agree.click();
    await page.getByRole("alert").getByText("already answered elsewhere").waitFor();
    await page.getByRole("log").getByText(example.refused).waitFor();
    await page.close();
  });
});

/** The button that agrees, in the conversation; a view can have it too. */
const agreeing = (page: Page, { agree }: Example) =>
  page.getByRole("main").getByRole("button", { name: agree }).first();

const say = async (page: Page, words: string): Promise<void> => {
  await page.getByRole("textbox").fill(words);
  await page.getByRole("textbox").press("Enter");
};

/** Makes the page ask its question. */
async function ask(page: Page, { before, request }: Example): Promise<void> {
  if (before !== undefined) {
    await say(page, before.request);
    await page.getByRole("log").getByText(before.answer).first().waitFor();
    await page.locator(".composer .status:empty").waitFor({ state: "attached" });
  }
  await say(page, request);
}

/** Returns the address that a server prints once it listens, or throws its error output when it stops before. */
async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(await text(child.stderr));
}

const stopped = (child: ChildProcessWithoutNullStreams): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("close", () => resolve());
    child.kill();
  });
