import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { calendarData, rangeOf } from "../../src/page/calendar-data.ts";
import { event, household } from "../household.ts";
import { chromiumFile } from "./chromium.ts";
import { calendars, now, piano, until, type ViewBrowser, viewBrowser } from "./view-browser.ts";

const lesson = (id: string) => event({ id, title: id, resources: ["tablet"] });

const borderOf = (page: Page, label: string): Promise<unknown> =>
  page.evaluate(`getComputedStyle(document.querySelector('[aria-label^="${label}"]')).borderTopStyle`);

/** A lesson of Emma on Tuesday 8 December. */
const lateLesson = event({
  id: "late",
  title: "Lesson",
  participants: ["emma"],
  start: "2026-12-08T16:30:00",
  end: "2026-12-08T17:00:00",
});

const weekly = event({
  id: "weekly",
  title: "Judo",
  recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
  description: "Bring a belt.",
});

/** A calendar file with an event in January and a task. */
const file = () => ({
  name: "choir.ics",
  mimeType: "text/calendar",
  buffer: Buffer.from(
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:choir\r\nDTSTART:20270114T170000Z\r\nDTEND:20270114T180000Z\r\n" +
      "SUMMARY:Choir\r\nEND:VEVENT\r\nBEGIN:VTODO\r\nUID:milk\r\nSUMMARY:Buy milk\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
  ),
});

describe.skipIf(chromiumFile === null)("the calendar page", () => {
  let view: ViewBrowser;
  beforeAll(async () => {
    view = await viewBrowser();
  });
  afterAll(() => view.close());

  test("shows that it loads, until its days are there", async () => {
    const { page, problems } = await view.open();
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/data*", async (route) => {
      await promise;
      await route.continue();
    });
    await page.reload();
    await page.getByRole("status").getByText("Loading the calendar …").waitFor();
    resolve();
    await page.locator(".event").first().waitFor();
    expect(await page.locator(".calendar-skeleton").count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("shows a proposal before it is approved, and as stored after", async () => {
    const { page, problems, say, approve } = await view.open();
    await say("Dentist for Noah on Friday 3pm");
    await page.getByRole("button", { name: /^Dentist, Proposed/ }).waitFor();
    expect(await borderOf(page, "Dentist, Proposed")).toBe("dashed");
    await approve();
    await page.getByRole("button", { name: /^Dentist, 15:00/ }).waitFor();
    expect(await borderOf(page, "Dentist, 15:00")).toBe("solid");
    expect(problems).toEqual([]);
  });

  test("has a text in every header, which screen readers can read", async () => {
    const { page } = await view.open();
    const headers = page.locator("[role=columnheader], [role=rowheader]");
    expect((await headers.allTextContents()).filter((text) => text.trim() === "")).toEqual([]);
    await expect.poll(() => headers.locator("[aria-hidden]").count()).toBe(0);
    const first = await headers.nth(1).textContent();
    await page.getByRole("button", { name: "Later" }).click();
    await expect.poll(() => headers.nth(1).textContent()).not.toBe(first);
    await expect.poll(() => headers.locator("[aria-hidden]").count()).toBe(0);
  });

  test("goes to the week of a proposal", async () => {
    const { page, say } = await view.open();
    await say("Haircut for Sam on 16 December at 10:00");
    await page.getByRole("button", { name: /^Haircut, Proposed/ }).waitFor();
    await expect.poll(() => page.locator(".calendar-title").textContent()).toContain("14 – 20 Dec");
  });

  test("goes to the week of a proposal whose data arrives before its question", async () => {
    const { page, say } = await view.open();
    const isAnswered = (end: string) => page.waitForResponse((response) => response.url().includes(end));
    const [said, data] = [isAnswered("/say"), isAnswered("/data")];
    await page.route("**/data*", async (route) => {
      await said;
      await route.continue();
    });
    await page.route("**/questions", async (route) => {
      await (await data).finished();
      await page.locator(".calendar-days:not(.calendar-pending)").waitFor();
      await route.continue();
    });
    await say("Haircut for Sam on 16 December at 10:00");
    await page.getByRole("button", { name: /^Haircut, Proposed/ }).waitFor();
  });

  test("marks a conflict, and says with what", async () => {
    const { page, say } = await view.open();
    await say("Dentist for Emma on Thursday at 17:00");
    const proposed = page.getByRole("button", { name: /^Dentist, Proposed.*conflict$/ });
    await proposed.click();
    await expect.poll(() => page.getByRole("list", { name: "Conflicts" }).textContent()).toContain("Emma has Piano");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await expect.poll(() => page.getByRole("button", { name: /^Piano.*conflict$/ }).count()).toBe(1);
  });

  test("undoes the last change by asking for it", async () => {
    const { page, say, approve } = await view.open();
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await expect.poll(() => undo.isDisabled()).toBe(true);
    await say("Dentist for Noah on Friday 3pm");
    await approve();
    await page.getByRole("button", { name: /^Dentist, 15:00/ }).waitFor();
    await undo.click();
    await page.getByRole("button", { name: /^Dentist, To be removed/ }).waitFor();
    // On one line, and whole.
    expect(await page.evaluate("document.querySelector('.event-state').getBoundingClientRect().height")).toBeLessThan(
      16,
    );
    for (const width of [1280, 1100, 1180, 1440, 800]) {
      await page.setViewportSize({ width, height: 860 });
      await until(page, `document.documentElement.clientWidth === ${width}`);
      expect(
        await page.evaluate(
          "(() => { const pill = document.querySelector('.event-state'); return pill.scrollWidth - pill.clientWidth; })()",
        ),
      ).toBe(0);
    }
    await until(page, "!hostPage.running()");
    await approve();
    await page.getByRole("button", { name: /^Dentist/ }).waitFor({ state: "detached" });
  });

  test.each([1280, 390])(
    "imports a file after a yes, says what was skipped, shows it, and undoes it, at %i pixels",
    async (width) => {
      const { page, problems, approve } = await view.open({ width });
      await page.getByLabel("Calendar file").setInputFiles(file());
      const dialog = page.getByRole("dialog");
      await dialog.getByText("choir.ics adds 1 event. Nothing is written yet.").waitFor();
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Import");
      await dialog.getByRole("button", { name: "Do not import" }).click();
      await dialog.waitFor({ state: "hidden" });
      await expect.poll(() => page.getByRole("button", { name: /^Choir/ }).count()).toBe(0);
      await page.getByLabel("Calendar file").setInputFiles(file());
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      await dialog.getByText("Imported 1 event from choir.ics.").waitFor();
      await expect
        .poll(() => dialog.getByRole("listitem").allInnerTexts())
        .toEqual(["Choir New\nThu 14 Jan 2027 18:00–19:00", 'Skipped "Buy milk": it is a todo, not an event']);
      await dialog.getByRole("button", { name: "Show in the calendar" }).click();
      await page.getByRole("button", { name: /^Choir, 18:00/ }).waitFor();
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.getByRole("button", { name: /^Choir, To be removed/ }).waitFor();
      await until(page, "!hostPage.running()");
      await approve();
      await page.getByRole("button", { name: /^Choir/ }).waitFor({ state: "detached" });
      expect(problems).toEqual([]);
    },
  );

  test("exports a file that imports as the same calendar, and says when it could not", async () => {
    const { page, problems } = await view.open({ events: [...calendars, weekly] });
    const button = page.getByRole("button", { name: "Export" });
    const downloading = page.waitForEvent("download");
    await button.click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("calendar.ics");
    const text = readFileSync(await download.path(), "utf8");
    expect(text.split("\r\n").filter((line) => /^(?:SUMMARY|RRULE:FREQ=WEEKLY|TZID)/.test(line))).toEqual([
      "TZID:Europe/Copenhagen",
      "SUMMARY:Science fair",
      "SUMMARY:Piano",
      "RRULE:FREQ=WEEKLY;BYDAY=TU",
      "SUMMARY:Judo",
    ]);
    await page.getByLabel("Calendar file").setInputFiles({ ...file(), buffer: Buffer.from(text) });
    await page.getByRole("dialog").getByText("choir.ics contains nothing new.").waitFor();
    await page.keyboard.press("Escape");
    expect(problems).toEqual([]);
    await page.route("**/perform", (route) => route.abort());
    await button.click();
    await page.getByText("The calendar was not exported. Try again.").waitFor();
    await page.unroute("**/perform");
    await button.click();
    await page.getByText("The calendar was not exported. Try again.").waitFor({ state: "detached" });
  });

  test("says why a file was not imported, and before it is sent that it is too large", async () => {
    const { page } = await view.open();
    const dialog = page.getByRole("dialog", { name: "The file was not imported" });
    const input = page.getByLabel("Calendar file");
    await input.setInputFiles({ ...file(), name: "notes.ics", buffer: Buffer.from("hello") });
    await dialog.getByText('"notes.ics" cannot be imported: it is not an iCalendar file').waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await input.setInputFiles({ ...file(), name: "big.ics", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
    await dialog.getByText("big.ics is larger than 10 MB.").waitFor();
  });

  test("shows a month in a wide window, where a proposal is never hidden behind a link", async () => {
    const at = { start: "2026-11-27T15:00:00", end: "2026-11-27T16:00:00" };
    const many = ["a", "b", "c", "d", "e", "f"].map((id) => event({ id, title: id, ...at, participants: [] }));
    const { page, say } = await view.open({ events: [...calendars, ...many] });
    await say("Dentist for Noah on Friday 3pm");
    await page.getByRole("button", { name: "Month" }).click();
    await page.getByRole("button", { name: /^Dentist, Proposed/ }).waitFor();
    await page.locator(".calendar-title", { hasText: /^November 2026$/ }).waitFor();
    await expect.poll(() => page.locator(".state-sign:visible").allInnerTexts()).toEqual(["+"]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Agenda", pressed: true }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Month" }).count()).toBe(0);
  });

  test("switches between week, day and agenda, also by keyboard", async () => {
    const { page } = await view.open();
    const title = page.locator(".calendar-title");
    await expect.poll(() => title.textContent()).toContain("23 – 29 Nov");
    await page.getByRole("button", { name: "Day", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => title.textContent()).toContain("25 Nov");
    await page.getByRole("button", { name: "Later" }).click();
    await page.getByRole("button", { name: /^Piano/ }).waitFor();
    await page.getByRole("button", { name: "Agenda" }).click();
    await page.getByText("Thursday 26 November").waitFor();
  });

  test("opens an event by keyboard, and returns to it", async () => {
    const { page } = await view.open();
    await page.getByRole("button", { name: /^Piano/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Piano" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toMatch(/^Piano/);
  });

  test("begins a request about an event, whose day it names", async () => {
    const { page } = await view.open();
    await page.getByRole("button", { name: /^Piano/ }).press("Enter");
    await page.getByRole("button", { name: "Move event …" }).click();
    expect(await page.evaluate("globalThis.drafted")).toMatch(/^Move "Piano" on \d+ November 2026 to $/);
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  test("shows only chosen people and resources", async () => {
    const { page } = await view.open();
    await page.getByRole("button", { name: "Noah", exact: true }).click();
    await page.getByRole("button", { name: /^Piano/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("button", { name: /^Piano/ }).waitFor();
  });

  test("begins with the agenda on a phone, fits its width, and leads from a proposal to its question", async () => {
    const { page, say } = await view.open({ width: 390, height: 844 });
    expect(await page.getByRole("button", { name: "Agenda" }).getAttribute("aria-pressed")).toBe("true");
    await say("Dentist for Noah on Friday 3pm");
    await page.getByRole("button", { name: /^Dentist, Proposed/ }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page.getByRole("button", { name: "2 days" }).click();
    await page.getByRole("button", { name: /^Dentist, Proposed/ }).click();
    await page.getByRole("button", { name: "Go to the question" }).click();
    await until(page, "globalThis.shownQuestion === true");
  });

  test("says that the calendar could not be read, and tries again", async () => {
    const { page } = await view.open();
    await page.route("**/data?*", (route) => route.abort());
    await page.getByRole("button", { name: "Later" }).click();
    await page.getByText("The calendar could not be read.").waitFor();
    await page.unroute("**/data?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The calendar could not be read.").waitFor({ state: "detached" });
  });

  test("reads the calendar again by itself when the server is back", async () => {
    const { page } = await view.open();
    await page.route("**/data?*", (route) => route.abort());
    await page.getByRole("button", { name: "Later" }).click();
    await page.getByText("The calendar could not be read.").waitFor();
    await page.unroute("**/data?*");
    await page.getByText("The calendar could not be read.").waitFor({ state: "detached" });
  });

  test("leaves it to the page to try again while the server cannot be reached, and says which days are not loaded", async () => {
    const { page } = await view.open();
    await page.route("**/data?*", (route) => route.abort());
    await page.evaluate("hostPage.setOnline(false)");
    await page.getByText("The server cannot be reached.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    // A day of the loaded week is known.
    await page.getByRole("button", { name: "Day", exact: true }).click();
    await page.locator(".calendar-title", { hasText: "25 Nov" }).waitFor();
    await expect.poll(() => page.getByText("These days are not loaded.").count()).toBe(0);
    await page.getByRole("button", { name: "Agenda" }).click();
    await page.getByText("These days are not loaded.").waitFor();
    // Nothing shines through that would say that these days are free.
    expect(await page.evaluate("getComputedStyle(document.querySelector('.calendar-unloaded')).backgroundColor")).toBe(
      "rgb(255, 255, 255)",
    );
  });

  test("never hides an event in conflict behind a link", async () => {
    const at = { start: "2026-11-24T10:00:00", end: "2026-11-24T12:00:00", participants: ["emma"] };
    const clubs = ["Choir", "Judo", "Ballet"].map((title) => event({ id: title, title, ...at }));
    const { page } = await view.open({
      events: [...clubs, event({ id: "alone", title: "Yoga", ...at, participants: [] })],
    });
    for (const { title } of clubs)
      await page.getByRole("button", { name: new RegExp(`^${title}.*conflict$`) }).waitFor();
    await page.getByTitle("Show 1 more event").waitFor();
  });

  test("says in the details how an event repeats, and shows its notes", async () => {
    const { page } = await view.open({ events: [weekly] });
    await page.getByRole("button", { name: /^Judo/ }).first().click();
    const details = page.getByRole("dialog", { name: "Judo" });
    await details.getByText("every Tuesday").waitFor();
    await details.getByText("Bring a belt.").waitFor();
  });

  test("neither undoes nor imports while a question is open, which would drop it", async () => {
    const { page, say, approve } = await view.open();
    await say("Dentist for Noah on Friday 3pm");
    const button = (name: string, disabled: boolean) =>
      page.getByRole("button", { name, exact: true, disabled }).waitFor();
    for (const name of ["Undo", "Import"]) await button(name, true);
    await approve();
    for (const name of ["Undo", "Import"]) await button(name, false);
  });

  test("shows the first conflict of a series, also in a later week", async () => {
    const { page, say } = await view.open({ events: [...calendars, lateLesson] });
    await say("Soccer for Emma every Tuesday 4pm");
    await page.getByRole("button", { name: /^Soccer, Proposed.*conflict$/ }).waitFor();
    await expect.poll(() => page.locator(".calendar-title").textContent()).toContain("7 – 13 Dec");
  });

  test("lists the events of a day in a month by time, also beside a proposal", async () => {
    const morning = { start: "2026-11-27T08:00:00", end: "2026-11-27T09:00:00" };
    const { page, say } = await view.open({ events: [...calendars, event({ id: "run", title: "Run", ...morning })] });
    await say("Dentist for Noah on Friday 3pm");
    await page.getByRole("button", { name: "Month" }).click();
    await page.getByRole("button", { name: /^Dentist, Proposed/ }).waitFor();
    const times = await page.locator(".event-content-month .event-time").allInnerTexts();
    expect(times.filter((time) => time !== "16:30")).toEqual(["08:00", "15:00"]);
  });

  test("leaves the agenda at its first day when a proposal is visible there", async () => {
    const later = [1, 2, 3, 4, 5, 6].map((day) =>
      event({ id: `later-${day}`, start: `2026-12-0${day}T10:00:00`, end: `2026-12-0${day}T11:00:00` }),
    );
    const { page, say } = await view.open({ width: 390, height: 844, events: [...calendars, ...later] });
    await say("Dentist for Noah on Friday 3pm");
    await page.getByRole("button", { name: /^Dentist, Proposed/ }).waitFor();
    // The calendar looks for a proposal to scroll to for this long.
    await page.waitForTimeout(1500);
    const scrolled = await page.evaluate(
      "Math.max(...[...document.querySelectorAll('.calendar-days, .calendar-days *')].map((element) => element.scrollTop))",
    );
    expect(scrolled).toBe(0);
  });
});

const range = { start: "2026-11-22T00:00:00Z", end: "2026-11-30T00:00:00Z" };
const conflictsOf = (...ids: readonly string[]) =>
  calendarData(memoryCalendar(household, ids.map(lesson)), range, now, []).events.map(
    ({ conflicts }) => conflicts.length,
  );

describe("rangeOf", () => {
  test.each([
    [{ from: "2026-11-23", to: "2026-11-30" }, "2026-11-22T00:00:00Z", "2026-12-01T00:00:00Z"],
    [{ from: "2026-11-23", to: "9999-01-01" }, "2026-11-22T00:00:00Z", "2027-02-22T00:00:00Z"],
    [{ from: "2026-11-23", to: "2020-01-01" }, "2026-11-22T00:00:00Z", "2026-11-22T00:00:00Z"],
    [{ from: "yesterday", to: "2026-02-30" }, "2026-11-24T09:00:00Z", "2026-12-02T09:00:00Z"],
    [{}, "2026-11-24T09:00:00Z", "2026-12-02T09:00:00Z"],
  ])("of %j is limited and valid", (query, start, end) => {
    expect(rangeOf(query, now)).toEqual({ start, end });
  });
});

describe("calendarData", () => {
  test("gives all-day events as dates, and others as instants", () => {
    const { events } = calendarData(memoryCalendar(household, calendars), range, now, []);
    expect(events.map(({ title, start, end }) => [title, start, end])).toEqual([
      ["Science fair", "2026-11-25", "2026-11-28"],
      ["Piano", "2026-11-26T15:30:00Z", "2026-11-26T16:30:00Z"],
    ]);
  });

  test("shows a moved event where it is and where it would be", () => {
    const moved = { ...piano, start: "2026-11-27T16:30:00", end: "2026-11-27T17:30:00" };
    const { events, proposedAt } = calendarData(memoryCalendar(household, calendars), range, now, [
      { kind: "put_event", event: moved },
    ]);
    expect(events.filter(({ title }) => title === "Piano").map(({ state, start }) => [state, start])).toEqual([
      ["moving", "2026-11-26T15:30:00Z"],
      ["proposed", "2026-11-27T15:30:00Z"],
    ]);
    expect(proposedAt).toBe("2026-11-27T15:30:00Z");
  });

  test("counts a conflict of a resource only above its capacity", () => {
    expect([conflictsOf("a", "b"), conflictsOf("a", "b", "c")]).toEqual([
      [0, 0],
      [2, 2, 2],
    ]);
  });
});
