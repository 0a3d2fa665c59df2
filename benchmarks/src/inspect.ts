/**
 * Measures the inspector on a thread of 5,000 checkpoints beside 5,000 other threads: the server alone, and the page in Chromium: time until the thread
 * is shown, a move to another step, memory, and the size of the page.
 *
 * Run it with `node benchmarks/src/inspect.ts`. It needs the built packages and a Chromium, as the tests of the page do; `CHROMIUM` names another one.
 * Times of Chromium are CPU time of the page's main thread, times of the server CPU time of its process without the driver of Chromium, each first view in
 * a new process. `--check` fails above 300 ms of the server and 1 s of Chromium for the first view, 50 ms of each for a move, 150 MB, or 180 KB.
 */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { type CDPSession, chromium } from "playwright-core";
import { inspector } from "tidemark/inspect";
import { checkAtMost } from "./measure/limits.ts";
import { inPlaces, runScript } from "./savers/places.ts";
import { exact, quick, report, type Result, summary } from "./measure/report.ts";

/** Checkpoints of a turn of the plain graph: the input, and one for each step. */
const PER_TURN = 7;
const turns = quick ? 30 : 715;
const moves = quick ? 10 : 40;
const threads = quick ? 100 : 5_000;
const views = quick ? 2 : 5;

const candidates = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const executablePath = candidates.find((file) => file !== undefined && existsSync(file));
if (executablePath === undefined) throw new Error("No Chromium was found. Set CHROMIUM to the path of one.");

const metric = async (session: CDPSession, name: string): Promise<number> => {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
};

/** What `inspect-requests.ts` prints. */
interface Requests {
  readonly first: readonly { readonly spent: number; readonly bytes: number }[];
  readonly whole: number;
  readonly moved: readonly { readonly spent: number; readonly bytes: number }[];
}

/** Measures the server on a database, each first view in a new process. */
async function measureServer(place: string): Promise<void> {
  const runs: Requests[] = [];
  for (let view = 0; view < views; view += 1) {
    const [printed = ""] = await runScript("savers/inspect-requests.ts", [place, String(moves)]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the script prints
    runs.push(JSON.parse(printed) as Requests);
  }
  const firsts = runs.map(({ first }) => first.reduce((sum, { spent }) => sum + spent, 0));
  const first = summary(firsts);
  add("first view, CPU of the server", "ms", first);
  for (const [index, part] of ["list of threads", "newest steps", "state"].entries()) {
    const answers = runs.map((run) => run.first[index] ?? { spent: Number.NaN, bytes: Number.NaN });
    add(`first view, CPU of the server: ${part}`, "ms", summary(answers.map(({ spent }) => spent)));
    add(`first view: ${part}`, "bytes", summary(answers.map(({ bytes }) => bytes)));
  }
  add("all steps, CPU of the server", "ms", summary(runs.map(({ whole }) => whole)));
  const all = runs.flatMap(({ moved }) => moved);
  const moved = summary(all.map(({ spent }) => spent));
  add("move to another step, CPU of the server", "ms", moved);
  add("move to another step", "bytes", summary(all.map(({ bytes }) => bytes)));
  checkAtMost("first view, CPU of the server in ms", first.median, 300);
  checkAtMost("move to another step, CPU of the server in ms", moved.median, 50);
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
const results: Result[] = [];
const subject = `thread of ${turns * PER_TURN} checkpoints among ${threads}`;
const add = (what: string, unit: Result["unit"], value: Pick<Result, "median" | "spread">) =>
  results.push({ subject: `${subject}: ${what}`, contender: "tidemark", unit, ratio: null, ...value });

await inPlaces(["tidemark"], async (saver, place) => {
  await runScript("savers/make-thread.ts", [saver, place, "plain", String(turns)]);
  await runScript("savers/copy-threads.ts", [place, String(threads)]);
  await measureServer(place);
  const stored = sqliteSaver({ file: place });
  const app = inspector({ saver: stored, token: "token" });
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;

  const files = await Promise.all(
    ["", "page.js", "page.css"].map(async (name) => (await fetch(`${origin}/${name}`)).arrayBuffer()),
  );
  const size = files.reduce((bytes, file) => bytes + gzipSync(new Uint8Array(file)).length, 0);
  add("size with gzip", "bytes", exact(size));
  checkAtMost("size of the page with gzip, in bytes", size, 180_000);

  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = process.cpuUsage();
  await page.goto(`${origin}/?thread=thread#token=token`);
  await page.locator(".step.on").waitFor({ timeout: 120_000 });
  await page.locator(".field").first().waitFor({ timeout: 120_000 });
  const first = 1_000 * (await metric(session, "TaskDuration"));
  add("first view, CPU of Chromium", "ms", exact(first));
  add("first view, CPU of the server and of the driver", "ms", exact(milliseconds(process.cpuUsage(before))));
  checkAtMost("first view, CPU of Chromium in ms", first, 1_000);

  // The earlier steps are read after the first view.
  await page.getByText(`${turns} turns`).waitFor({ timeout: 120_000 });
  const samples: number[] = [];
  for (let move = 0; move < moves; move += 1) {
    const shown = await page.locator(".step.on").getAttribute("aria-label");
    const begin = await metric(session, "TaskDuration");
    await page.keyboard.press("ArrowLeft");
    await page.locator(`.step.on:not([aria-label="${shown}"])`).waitFor({ timeout: 120_000 });
    samples.push(1_000 * ((await metric(session, "TaskDuration")) - begin));
  }
  const moved = summary(samples);
  add("move to another step, CPU of Chromium", "ms", moved);
  checkAtMost("move to another step, CPU of Chromium in ms", moved.median, 50);

  await session.send("HeapProfiler.collectGarbage");
  const heap = (await metric(session, "JSHeapUsedSize")) / 1e6;
  add("memory", "MB", exact(heap));
  checkAtMost("memory of the page, in MB", heap, 150);
  await browser.close();
  server.close();
  stored.close();
});
report("The inspector's page", results);
