import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const candidates = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Path of an installed Chromium; without one it is null, and the browser tests are skipped. */
export const chromiumFile: string | null = candidates.find((file) => file !== undefined && existsSync(file)) ?? null;

/** Starts a headless browser. */
export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumFile ?? "", args: ["--no-sandbox"] });
