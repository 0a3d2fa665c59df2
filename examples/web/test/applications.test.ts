import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chromiumFile, launch, open } from "./chromium.ts";

/** An example with a page, and a question that it asks before it does something. */
interface Example {
  readonly name: string;
  /** What both its programs are started with. */
  readonly options: readonly string[];
  /** What has to be said first, and a piece of what is answered. */
  readonly before?: { readonly request: string; readonly told: string };
  readonly request: string;
  /** A piece of the name of the button that agrees, and of what is said once it was pressed. */
  readonly agree: string | RegExp;
  readonly done: string;
  /** What a terminal is told to agree, and to refuse, and what is said then. */
  readonly yes: string;
  readonly no: string;
  readonly refused: string;
}

const examples: readonly Example[] = [
  {
    name: "scheduler",
    options: ["--now", "2026-11-21T09:00:00Z"],
    request: "Haircut for Emma on Thursday at 6pm",
    agree: /^Yes/,
    done: "is in the calendar",
    yes: "yes",
    no: "no",
    refused: "the calendar stays as it is",
  },
  {
    name: "travel",
    options: ["--now", "2026-11-21T09:00:00Z"],
    before: { request: "A long weekend in Lisbon from Copenhagen in May, mid budget", told: "Harbour Rest" },
    request: "book it",
    agree: "Approve",
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
    await Promise.all(children.splice(0).map(ended));
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

  test("what the page asks, the terminal answers", async () => {
    const { page, terminal, problems } = await home();
    await ask(page, example);
    await page.getByRole("button", { name: example.agree }).waitFor();
    expect(await terminal(example.yes)).toContain(example.done);
    await page.getByRole("log").getByText(example.done).waitFor();
    expect(await page.getByRole("button", { name: example.agree }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("a poor answer in the page is asked again, as in the terminal", async () => {
    const { page } = await home();
    await ask(page, example);
    await page.getByRole("button", { name: example.agree }).waitFor();
    await say(page, "hm");
    await page.getByRole("button", { name: example.agree }).click();
    await page.getByRole("log").getByText(example.done).waitFor();
    await page.close();
  });

  test("what the terminal asks, the page answers", async () => {
    const { page, terminal } = await home();
    if (example.before !== undefined) await terminal(example.before.request);
    await terminal(example.request);
    await page.getByRole("button", { name: example.agree }).click();
    await page.getByRole("log").getByText(example.done).waitFor();
    await page.close();
  });

  test("of an answer in the terminal and one in the page the first counts, and the second is told", async () => {
    const { page, terminal } = await home();
    await ask(page, example);
    const agree = page.getByRole("button", { name: example.agree });
    await agree.waitFor();
    // The press is on its way when the terminal says no.
    await page.route("**/api/agent", async (route) => {
      await terminal(example.no);
      await route.continue();
    });
    await agree.click();
    await page.getByRole("alert").getByText("already answered elsewhere").waitFor();
    await page.getByRole("log").getByText(example.refused).waitFor();
    await page.close();
  });
});

const say = async (page: Page, words: string): Promise<void> => {
  await page.getByRole("textbox").fill(words);
  await page.getByRole("textbox").press("Enter");
};

/** Has the page ask its question. */
async function ask(page: Page, { before, request }: Example): Promise<void> {
  if (before !== undefined) {
    await say(page, before.request);
    await page.getByRole("log").getByText(before.told).first().waitFor();
    await page.locator(".composer .status:empty").waitFor({ state: "attached" });
  }
  await say(page, request);
}

/** The address that a server prints once it listens; when it ends before, what it complained of. */
async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(await text(child.stderr));
}

const ended = (child: ChildProcessWithoutNullStreams): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("close", () => resolve());
    child.kill();
  });
