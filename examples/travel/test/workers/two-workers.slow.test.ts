import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { LISBON } from "../test-app.ts";

const candidates = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const browserFile = candidates.find((file) => file !== undefined && existsSync(file)) ?? null;

const open: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** Starts a program of the example, and returns the first line that it prints. */
async function start(program: string, file: string) {
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(import.meta.dirname, program), "--db", file, "--now", "2026-11-21T09:00:00Z"],
    { env: { ...process.env, TRAVEL_WORKERS: "1", PORT: "0" }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  open.push(kill);
  let out = "";
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const line = async (number: number): Promise<string> => {
    for (;;) {
      const lines = out.split("\n");
      if (lines.length > number) return lines[number - 1] ?? "";
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await line(1);
  return { kill, line };
}

describe.skipIf(browserFile === null)("the travel planner with workers", () => {
  test("a booking whose worker is killed in the middle is finished by another one, once", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "travel-workers-"));
    open.push(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, "travel.db");
    const first = await start("booking-worker.ts", file);
    const server = await start("../../src/web.ts", file);
    const browser = await chromium.launch({ executablePath: browserFile ?? "", args: ["--no-sandbox"] });
    open.push(() => browser.close());
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(await server.line(1));
    const say = async (text: string): Promise<void> => {
      await page.getByRole("textbox").fill(text);
      await page.getByRole("textbox").press("Enter");
    };
    await say(LISBON);
    const planned = page.getByRole("log").getByText(/^Lisbon, Fri\s7\sMay\s2027/);
    await planned.first().waitFor({ timeout: 0 });
    await say("book it");
    await page.getByRole("button", { name: "Book it" }).first().click({ timeout: 0 });
    expect(await first.line(2)).toBe("booked");
    await start("../../src/worker.ts", file);
    await first.kill();
    const database = new DatabaseSync(file);
    open.push(() => database.close());
    const bookings = () => database.prepare("select reference from travel_bookings").all();
    const [booking] = bookings();
    const reference = String(booking?.["reference"]);
    await page.getByRole("log").getByText(reference).first().waitFor({ timeout: 0 });
    expect(bookings()).toHaveLength(1);
    expect((await page.getByRole("alert").allTextContents()).join("")).toBe("");
  });
});
