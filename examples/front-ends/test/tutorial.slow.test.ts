import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { chromiumFile, launch } from "./browser.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");
const tutorial = readFileSync(path.join(root, "docs/tutorial.md"), "utf8");
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-tutorial-"));
const inspector = `node ${path.join(root, "packages/tidemark/src/bin/tidemark.ts")}`;

beforeAll(() => {
  const files = [...tutorial.matchAll(/^```ts (?:file=|ignore \[)([\w.-]+)\]?\n([\s\S]*?)^```$/gm)];
  for (const [, name = "", code = ""] of files) writeFileSync(path.join(folder, name), code);
  writeFileSync(path.join(folder, "page.html"), /^```html\n([\s\S]*?)^```$/m.exec(tutorial)?.[1] ?? "");
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(path.join(import.meta.dirname, "..", "node_modules"), path.join(folder, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Output of a command that a reader types. One with `CRASH` has to be killed. */
function type(line: string): string {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line.replace("npx tidemark", inspector)], {
    cwd: folder,
    encoding: "utf8",
  });
  if ((status !== 0) !== line.startsWith("CRASH=1")) throw new Error(`"${line}" ended with ${status}: ${stderr}`);
  return stdout;
}

test("the commands of the tutorial print what it shows: checks, approvals, memory, a kill, blame", () => {
  const shown = [
    ...tutorial.matchAll(/a test types it .*-->\n\n```sh\n((?:(?!```).*\n)+)```\n\n```txt\n((?:(?!```).*\n)+)```/g),
  ];
  expect(shown).toHaveLength(6);
  for (const [, commands = "", printed] of shown) {
    expect(commands.trim().split("\n").map(type).join("")).toBe(printed);
  }
});

test.skipIf(chromiumFile === null)("the page of the tutorial sends an invoice that another user approves", async () => {
  const server = spawn(process.execPath, ["server.ts"], {
    cwd: folder,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void server.kill());
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: server.stdout }).once("line", resolve);
  });
  const browser = await launch();
  onTestFinished(() => browser.close());
  const as = async (user: string) => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${url}/login/${user}`);
    return page;
  };
  const ann = await as("ann");
  await ann.getByRole("button", { name: "Send" }).click();
  await ann.getByText("Pay 120 to ").waitFor();
  const boss = await as("boss");
  await boss.getByRole("button", { name: "Approve" }).click();
  await boss.getByText("Paid: 120").waitFor();
});
