// Takes the pictures of a conversation of the travel example for the guide: node packages/inspect/test/take-views.ts
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { buildPage } from "./built-page.ts";
import { chromiumFile } from "./writing/chromium.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-pictures-"));
const database = path.join(folder, "trips.db");
const input = [
  "a long weekend in Lisbon from Copenhagen in May, mid budget, I'm vegetarian and hate early flights",
  "cheaper hotel",
  "fly back earlier",
  "book it",
];
// The end of the input ends the conversation before the question is answered, so it waits for a person.
spawnSync(process.execPath, ["src/main.ts", "--db", database, "--thread", "ann", "--as", "ann"], {
  cwd: path.join(root, "examples", "travel"),
  input: input.join("\n"),
});
await buildPage();
const bin = path.join(root, "packages", "tidemark", "src", "bin", "tidemark.ts");
const child = spawn(process.execPath, [bin, "inspect", database, "--json"], { stdio: ["ignore", "pipe", "inherit"] });
const printed: readonly unknown[] = await once(child.stdout, "data");
const [origin = "", token = ""] = (/"url":"(?<url>[^"]+)"/.exec(String(printed[0]))?.groups?.["url"] ?? "").split("#");
const browser = await chromium.launch({ executablePath: chromiumFile ?? "", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, deviceScaleFactor: 1.5 });
for (const [name, query, text] of [
  ["inspector", "thread=ann&step=3.7&field=travel_itinerary", "Through time"],
  ["inspector-path", "thread=ann&view=path", "Plan"],
] as const) {
  await page.goto(`${origin}?${query}#${token}`);
  await page.getByText(text, { exact: true }).first().waitFor();
  while ((await page.locator(".skeleton").count()) > 0) await page.waitForTimeout(100);
  await page.screenshot({ path: path.join(root, "docs", "guides", "pictures", `${name}.png`) });
}
await browser.close();
child.kill();
rmSync(folder, { recursive: true });
