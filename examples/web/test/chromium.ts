import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const candidates = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Path of an installed Chromium; without one it is null, and the browser tests are skipped. */
export const chromiumFile: string | null = candidates.find((file) => file !== undefined && existsSync(file)) ?? null;

/** Errors of a page, and its requests to other origins. */
export interface PageProblems {
  readonly problems: string[];
}

/** Screen size and color scheme of a page. */
interface Screen {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
}

/** Starts a headless browser. */
export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumFile ?? "", args: ["--no-sandbox"] });

/** Opens an address and records problems. */
export async function open(
  browser: Browser,
  url: string,
  { width = 1280, height = 860, scheme = "light" }: Screen = {},
): Promise<PageProblems & { readonly page: Page }> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
  page.setDefaultTimeout(120_000);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(url).origin)) problems.push(`requested ${request.url()}`);
  });
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, problems };
}

/** Types a message and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox").fill(text);
  await page.getByRole("textbox").press("Enter");
}
