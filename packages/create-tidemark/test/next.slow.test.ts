import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const template = path.join(import.meta.dirname, "..", "templates", "next");
const next = createRequire(path.join(template, "package.json")).resolve("next/dist/bin/next");

const places = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browserFile = places.find((file) => file !== undefined && existsSync(file));

/** The database is in the folder where the application is started. */
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "tidemark-next-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { NODE_ENV: _, NODE_OPTIONS: __, TIDEMARK_MODEL: ___, ...inherited } = process.env;
const env = { ...inherited, NEXT_TELEMETRY_DISABLED: "1" };

describe.skipIf(browserFile === undefined)("the template next", () => {
  test("is built and started, adds what is asked for, and clears the list after a yes", async () => {
    const built = spawnSync(process.execPath, [next, "build", template], { cwd: folder, encoding: "utf8", env });
    expect(built.status, `${built.stdout}${built.stderr}`).toBe(0);
    const server = spawn(process.execPath, [next, "start", template, "-H", "127.0.0.1", "-p", "0"], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => server.once("close", resolve));
    const address = new Promise<string>((resolve, reject) => {
      let output = "";
      server.stdout.on("data", (text) => {
        output += String(text);
        const found = /http:\/\/127[.]0[.]0[.]1:\d+/.exec(output)?.[0];
        if (found !== undefined) resolve(found);
      });
      void ended.then(() => reject(new Error(output)));
    });
    const browser = await chromium.launch({ executablePath: browserFile ?? "", args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(120_000);
      const problems: string[] = [];
      page.on("pageerror", ({ message }) => problems.push(message));
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(`${message.text()} ${message.location().url}`);
      });
      await page.goto(await address);
      const list = page.getByRole("complementary", { name: "List" });
      const say = async (text: string) => {
        await page.getByRole("textbox", { name: "Message" }).fill(text);
        await page.getByRole("button", { name: "Send", disabled: false }).click();
      };
      await list.getByText("Nothing is on the list.").waitFor();
      await say("add eggs");
      await list.getByText("eggs").waitFor();
      await say("clear the list");
      await page.getByText("Run clear_list?").waitFor();
      await list.getByText("eggs").waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Approve" }).click();
      await list.getByText("Nothing is on the list.").waitFor();
      await page.getByText("Removed 1 items.").waitFor();
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
      server.kill("SIGTERM");
      await ended;
    }
    // Here Next.js bundles the sources of the packages; an application has them built.
  }, 1_800_000);
});
