// Takes the pictures of conversations of the travel example for the guide: node packages/inspect/test/take-views.ts
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "@hono/node-server";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { chromium, type Page } from "playwright-core";
import { inspector } from "../src/index.ts";
import { buildPage } from "./built-page.ts";
import { chromiumFile } from "./writing/chromium.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-pictures-"));
const database = path.join(folder, "trips.db");
const conversations = [
  ["eve", "Rome from Berlin, 5 to 12 June, low budget", "skip museums"],
  ["bob", "Porto from Oslo, 3 to 6 September, two people, high budget", "book it"],
  [
    "ann",
    "Lisbon from Copenhagen, 7 to 10 May, mid budget, I'm vegetarian and hate early flights",
    "cheaper hotel",
    "fly back earlier",
    "book it",
  ],
] as const;
for (const [name, ...input] of conversations) {
  // The end of the input ends the conversation before the question is answered, so it waits for a person.
  spawnSync(process.execPath, ["src/main.ts", "--db", database, "--thread", name, "--as", name], {
    cwd: path.join(root, "examples", "travel"),
    input: input.join("\n"),
  });
}
await buildPage();
const saver = sqliteSaver({ file: database });
const { promise: isListening, resolve: listens } = Promise.withResolvers<number>();
const { fetch: answer } = inspector({ saver, token: "token" });
const server = serve({ fetch: answer, hostname: "127.0.0.1", port: 0 }, ({ port }) => listens(port));
const origin = `http://127.0.0.1:${await isListening}/`;
const token = "token=token";
const browser = await chromium.launch({ executablePath: chromiumFile ?? "", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, deviceScaleFactor: 1.5 });

const pictureOf = (name: string): string => path.join(root, "docs", "guides", "pictures", `${name}.png`);

/** Opens a view, and waits until it is there. */
async function show(query: string, text: string): Promise<void> {
  await page.goto(`${origin}?${query}#${token}`);
  await page.getByText(text, { exact: true }).first().waitFor();
  while ((await page.locator(".skeleton").count()) > 0) await page.waitForTimeout(100);
}

/** Opens what explains a step. */
async function openReasons(shown: Page): Promise<void> {
  await shown.locator(".why summary").first().click();
}

const views = [
  { name: "inspector", query: "thread=ann&step=3.7&field=travel_itinerary", text: "History" },
  { name: "inspector-path", query: "thread=ann&step=4.9&view=path", text: "Plan" },
  { name: "inspector-threads", query: "thread=ann", text: "Threads", part: ".threads", height: 420 },
  { name: "inspector-diff", query: "thread=ann&step=3.7&view=diff", text: "travel_itinerary", part: ".state" },
  { name: "inspector-history", query: "thread=ann&field=travel_remarks&step=3.7", text: "History", part: ".detail" },
  { name: "inspector-proposals", query: "thread=ann&step=3.13&view=proposals", text: "accepted", part: ".state" },
  { name: "inspector-why", query: "thread=ann&step=3.13", text: "Why here", part: ".detail", act: openReasons },
  { name: "inspector-calls", query: "thread=ann&step=3.13&view=calls", text: "Added by this step", part: ".state" },
  { name: "inspector-storage", query: "thread=ann&view=storage", text: "Pruning", part: ".state" },
];
for (const { name, query, text, part, height, act } of views) {
  await page.setViewportSize({ width: 1280, height: height ?? 760 });
  await show(query, text);
  await act?.(page);
  await (part === undefined ? page : page.locator(part)).screenshot({ path: pictureOf(name) });
}

await page.setViewportSize({ width: 1280, height: 560 });
const shared = await fetch(`${origin}api/share?thread=ann`, {
  headers: { "x-inspect-token": token.replace("token=", "") },
});
const file = path.join(folder, "ann.html");
writeFileSync(file, await shared.text());
await page.goto(pathToFileURL(file).href);
await page.getByText("Shared thread").waitFor();
await page.screenshot({ path: pictureOf("inspector-shared") });

await browser.close();
server.close();
saver.close();
rmSync(folder, { recursive: true });
