import type { Page } from "playwright-core";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { event, household } from "../household.ts";
import { launch } from "./chromium.ts";
import { serveView } from "./view-server.ts";

/** Wednesday, 25 November 2026, 10:00 in Copenhagen. */
export const now = "2026-11-25T09:00:00Z";

/** A lesson of Emma on Thursday, and three whole days. */
export const piano = event({
  id: "piano",
  title: "Piano",
  participants: ["emma"],
  start: "2026-11-26T16:30:00",
  end: "2026-11-26T17:30:00",
});
const fair = event({ id: "fair", title: "Science fair", allDay: true, start: "2026-11-25", end: "2026-11-28" });

/** Events of a new household. */
export const calendars = [piano, fair];

/** Waits until an expression is true on the page. Playwright's own waiting evaluates text there, which the page forbids. */
export async function until(page: Page, expression: string): Promise<void> {
  while ((await page.evaluate(expression)) !== true) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The opened page of a household. */
export interface Opened {
  readonly page: Page;
  readonly problems: readonly string[];
  /** Types a message, and waits for the question. */
  readonly say: (text: string) => Promise<void>;
  readonly approve: () => Promise<void>;
}

/** A browser that opens calendar pages. */
export interface ViewBrowser {
  /** Opens the page of a new household, at the size of a desktop by default. */
  readonly open: (options?: {
    readonly width?: number;
    readonly height?: number;
    readonly events?: readonly CalendarEvent[];
  }) => Promise<Opened>;
  readonly close: () => Promise<void>;
}

/** Starts a browser; each page that it opens has its own server. */
export async function viewBrowser(): Promise<ViewBrowser> {
  const browser = await launch();
  const closing: (() => Promise<void>)[] = [];
  return {
    async open({ width = 1280, height = 860, events = calendars } = {}) {
      const server = await serveView(memoryCalendar(household, events), now);
      closing.push(() => server.close());
      const page = await browser.newPage({ viewport: { width, height } });
      page.setDefaultTimeout(120_000);
      const problems: string[] = [];
      page.on("pageerror", ({ message }) => problems.push(message));
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      await page.goto(server.url);
      await page.locator(".event").first().waitFor();
      return {
        page,
        problems,
        async say(text) {
          await page.evaluate(`hostPage.say(${JSON.stringify(text)})`);
          await until(page, "!hostPage.running() && hostPage.questions().length > 0");
        },
        async approve() {
          await page.evaluate("hostPage.answer(hostPage.questions()[0].interruptId, { kind: 'approve' })");
        },
      };
    },
    async close() {
      for (const close of closing) await close();
      await browser.close();
    },
  };
}
