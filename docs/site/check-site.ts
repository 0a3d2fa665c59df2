/**
 * Checks the built site in Chromium: no errors, nothing loaded from elsewhere, accessible in light and dark, readable on a phone, a search that works, and few bytes.
 *
 * Run it with `pnpm --filter docs site` after `pnpm run docs`. With a folder as argument it also saves a picture of each page there.
 */
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { type Browser, chromium, type Page } from "playwright-core";

const site = path.join(import.meta.dirname, "..", ".vitepress", "dist");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [pictures] = process.argv.slice(2);

const PAGES = ["/", "/quick-start", "/comparison", "/why", "/concepts/agents", "/guides/inspect-threads"];
const WIDTHS = [390, 1280];
const SCHEMES = ["light", "dark"] as const;

/** Most bytes that a page loads, uncompressed, without its pictures. */
const MOST_BYTES = 1_500_000;

/** What people search for, and a page that has to be among the first five results. */
const QUESTIONS = [
  ["unfinished turn", "/concepts/sessions"],
  ["fixed workflow", "/guides/fixed-workflow"],
  ["going live", "/guides/going-live"],
  ["openSession", "openSession"],
  ["crash after payment", "/concepts/"],
] as const;

/** Most bytes of the index that the first search loads. */
const MOST_INDEX_BYTES = 700_000;

/** Longest time for a step, on a busy machine. */
const LONGEST = 300_000;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".woff2": "font/woff2",
  ".md": "text/markdown",
};

/** Serves the site as a host of static files does. */
function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const wanted = path.join(site, decodeURIComponent(pathname));
    const file = [wanted, `${wanted}.html`, path.join(wanted, "index.html")].find(
      (each) => each.startsWith(site) && existsSync(each) && statSync(each).isFile(),
    );
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** What a browser has noticed while a page was shown. */
interface Noticed {
  readonly problems: string[];
  bytes: number;
}

function watch(page: Page, origin: string): Noticed {
  const noticed: Noticed = { problems: [], bytes: 0 };
  page.on("console", (message) => {
    if (message.type() === "error") noticed.problems.push(`The console says: ${message.text()}`);
  });
  page.on("pageerror", (error) => noticed.problems.push(`An error: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:"))
      noticed.problems.push(`It asks ${request.url()}.`);
  });
  page.on("requestfinished", async (request) => {
    if (request.resourceType() === "image") return;
    const sizes = await request.sizes().catch(() => null);
    noticed.bytes += sizes?.responseBodySize ?? 0;
  });
  return noticed;
}

/** Violations that axe finds, with the first elements of each. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate<readonly string[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')))",
  );
}

/** Looks at one page in one width and scheme. */
async function look(
  browser: Browser,
  address: URL,
  [width, scheme]: readonly [number, "light" | "dark"],
): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST);
  const noticed = watch(page, address.origin);
  const { problems } = noticed;
  await page.goto(address.href, { waitUntil: "networkidle" });
  problems.push(...(await violations(page)));
  const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  if (Number(overflow) > 0) problems.push(`It is ${String(overflow)} px wider than the screen.`);
  if (noticed.bytes > MOST_BYTES) problems.push(`It loads ${noticed.bytes} bytes.`);
  if (pictures !== undefined) {
    const name = `${address.pathname.replaceAll("/", "_")}-${width}-${scheme}.png`;
    await page.screenshot({ path: path.join(pictures, name), fullPage: address.pathname === "/" });
  }
  await context.close();
  return problems.map((problem) => `${address.pathname} (${width} px, ${scheme}): ${problem}`);
}

/** Size of the index of the search. */
function indexProblems(): readonly string[] {
  const chunks = path.join(site, "assets", "chunks");
  const index = readdirSync(chunks).find((name) => name.startsWith("@localSearchIndex"));
  if (index === undefined) return ["The search has no index."];
  const { size } = statSync(path.join(chunks, index));
  return size > MOST_INDEX_BYTES ? [`The index of the search has ${size} bytes.`] : [];
}

/** Searches without a network: the index is part of the site. */
async function search(browser: Browser, origin: string): Promise<readonly string[]> {
  const page = await browser.newPage();
  page.setDefaultTimeout(LONGEST);
  const { problems } = watch(page, origin);
  await page.goto(`${origin}/`, { waitUntil: "networkidle" });
  const input = page.locator("#localsearch-input");
  // The button does nothing until the scripts of the page have run.
  while (!(await input.isVisible())) {
    await page.locator("#local-search button").click();
    await page.waitForTimeout(500);
  }
  await input.fill("approval");
  await page.locator(".VPLocalSearchBox .result").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/approval/);
  await input.waitFor({ state: "hidden" });
  for (const [words, expected] of QUESTIONS) {
    while (!(await input.isVisible())) {
      await page.locator("#local-search button").click();
      await page.waitForTimeout(500);
    }
    await input.fill(words);
    // Earlier results stay until the search has run.
    const result = page.locator(`.VPLocalSearchBox li:nth-child(-n + 5) .result[href*="${expected}"]`).first();
    const isFound = await result.waitFor({ timeout: 60_000 }).then(
      () => true,
      () => false,
    );
    if (!isFound) problems.push(`"${words}" does not find ${expected} among the first five pages.`);
    await page.keyboard.press("Escape");
    await input.waitFor({ state: "hidden" });
  }
  await page.close();
  return problems.map((problem) => `The search: ${problem}`);
}

const file = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (each) => each !== undefined && existsSync(each),
);
if (file === undefined) throw new Error("There is no Chromium. Name one in CHROMIUM.");
if (!existsSync(site)) throw new Error("There is no site. Run `pnpm run docs` first.");
const server = await serve();
const browser = await chromium.launch({ executablePath: file, args: ["--no-sandbox"] });
const found: string[] = [];
try {
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  for (const page of PAGES)
    for (const width of WIDTHS)
      for (const scheme of SCHEMES) found.push(...(await look(browser, new URL(page, origin), [width, scheme])));
  found.push(...indexProblems(), ...(await search(browser, origin)));
} finally {
  await browser.close();
  server.close();
}
process.stdout.write(`${found.length === 0 ? `${PAGES.length} pages are fine.` : found.join("\n")}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
