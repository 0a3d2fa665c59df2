import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const candidates = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Where a Chromium is installed; null where none is, and its tests are skipped. */
export const chromiumFile: string | null = candidates.find((file) => file !== undefined && existsSync(file)) ?? null;

/** What a browser met that a page must not give it: errors, and addresses elsewhere. */
export interface Met {
  readonly problems: string[];
}

/** What the page is looked at on. */
interface Screen {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
}

/** Starts a browser without a window. */
export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumFile ?? "", args: ["--no-sandbox"] });

/** Opens an address, and notes what goes wrong in it. */
export async function open(
  browser: Browser,
  url: string,
  { width = 1280, height = 860, scheme = "light" }: Screen = {},
): Promise<Met & { readonly page: Page }> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(url).origin)) problems.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, problems };
}
