import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { event } from "../household.ts";
import { chromiumFile } from "./chromium.ts";
import { calendars, type ViewBrowser, viewBrowser } from "./view-browser.ts";

describe.skipIf(chromiumFile === null)("the events of the calendar page", () => {
  let view: ViewBrowser;
  beforeAll(async () => {
    view = await viewBrowser();
  });
  afterAll(() => view.close());

  test("opens a day when not all of its events fit into the week", async () => {
    const together = ["Choir", "Judo", "Ballet", "Chess", "Swimming"];
    const { page } = await view.open({ events: together.map((title) => event({ id: title, title })) });
    await page.getByTitle("Show 3 more events").click();
    await expect.poll(() => page.locator(".calendar-title").textContent()).toContain("Tue, 24 Nov");
    for (const title of together) await page.getByRole("button", { name: new RegExp(`^${title}`) }).waitFor();
    await expect.poll(() => page.getByTitle(/\d more event/).count()).toBe(0);
  });

  test("has the link to events that do not fit beside the others, never over them", async () => {
    const at = { start: "2026-11-24T10:00:00", end: "2026-11-24T12:00:00" };
    const { page } = await view.open({
      events: ["Choir", "Judo", "Ballet"].map((title) => event({ id: title, title, ...at })),
    });
    await page.getByTitle("Show 1 more event").waitFor();
    const covered = await page.evaluate(`(() => {
      const link = document.querySelector('.more-events').getBoundingClientRect();
      return [...document.querySelectorAll('.event')].filter((one) => one.getBoundingClientRect().right > link.left).length;
    })()`);
    expect(covered).toBe(0);
  });

  test("keeps the time of a long event below its title while one scrolls", async () => {
    const { page } = await view.open({
      width: 1600,
      events: [event({ id: "trip", title: "Trip", start: "2026-11-24T07:00:00", end: "2026-11-24T21:00:00" })],
    });
    await page.getByRole("button", { name: /^Trip/ }).waitFor();
    await page.evaluate(`(() => {
      let scroller = document.querySelector('.event-head');
      while (!/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
      scroller.scrollTop += 250;
      globalThis.shownFrom = scroller.getBoundingClientRect().top;
    })()`);
    const places = await page.evaluate(`(() => {
      const [title, time] = ['.event-title', '.event-time'].map((part) => document.querySelector(part).getBoundingClientRect());
      return [title.top >= shownFrom - 1, time.top >= title.bottom - 1];
    })()`);
    expect(places).toEqual([true, true]);
  });

  test("names a whole day before its people, in a narrow column too", async () => {
    const whole = { allDay: true, start: "2026-11-25", end: "2026-11-26" };
    const all = event({ id: "visit", title: "Visit", ...whole, participants: ["emma", "noah", "alex"] });
    const { page } = await view.open({ width: 1600, events: [all] });
    await page.getByRole("button", { name: /^Visit/ }).waitFor();
    expect(
      await page.evaluate(
        "(() => { const title = document.querySelector('.event-title'); return title.scrollWidth - title.clientWidth; })()",
      ),
    ).toBe(0);
  });

  test.each([1280, 390])(
    "has bars of one height in the agenda, names without bullets, and headings above the events, at %i pixels",
    async (width) => {
      const long = event({
        id: "long",
        title: "A long name ".repeat(12),
        start: "2026-11-25T10:00:00",
        end: "2026-11-25T11:00:00",
        participants: ["emma", "noah"],
        resources: ["van"],
      });
      const later = [6, 7, 8, 9].map((hour) =>
        event({
          id: `${hour}`,
          start: `2026-11-25T1${hour}:00:00`,
          end: `2026-11-25T1${hour}:30:00`,
          participants: ["noah"],
        }),
      );
      const { page } = await view.open({ width, height: 600, events: [...calendars, long, ...later] });
      await page.getByRole("button", { name: "Agenda" }).click();
      await page.locator(".event-content-listed").first().waitFor();
      const heights = await page.evaluate(
        "[...new Set([...document.querySelectorAll('.event-stripes:not(:empty)')].map((bar) => bar.getBoundingClientRect().height))].length",
      );
      expect(heights).toBe(1);
      expect(
        await page.evaluate(
          "getComputedStyle(document.querySelector('.event-content-listed .person'), '::before').content",
        ),
      ).toBe("none");
      const top = await page.evaluate(`(() => {
      const heading = document.querySelector('.day-listed');
      let scroller = heading;
      while (!/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
      scroller.scrollTop = 60;
      const { left, top, width, height } = heading.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2).closest('.day-listed') === heading;
    })()`);
      expect(top).toBe(true);
    },
  );

  test("hyphenates a title in half of a column of the week", async () => {
    const at = { start: "2026-11-24T10:00:00", end: "2026-11-24T12:00:00" };
    const titles = ["Swimming lesson", "Homework with Grandma"];
    const { page } = await view.open({ width: 880, events: titles.map((title) => event({ id: title, title, ...at })) });
    const cut =
      "[...document.querySelectorAll('.event-word')].filter((word) => word.scrollWidth > word.clientWidth).length";
    await page.getByRole("button", { name: /^Homework/ }).waitFor();
    expect(await page.evaluate(cut)).toBe(0);
  });

  test("has titles from left to right in half of a narrow column, below the mark of a proposed removal, and the time on hover", async () => {
    const at = { start: "2026-11-26T17:00:00", end: "2026-11-26T17:45:00" };
    const { page, say } = await view.open({
      width: 688,
      events: [...calendars, event({ id: "call", title: "Call", ...at })],
    });
    await say("cancel Piano");
    await page.getByRole("button", { name: /^Piano, To be removed/ }).waitFor();
    await page.getByTitle("Piano, 16:30–17:30").waitFor();
    const shown = await page.evaluate(`(() => {
      const title = document.querySelector('.event-content-timed .event-state + .event-title');
      const [mark, text] = [title.previousElementSibling, title].map((part) => part.getBoundingClientRect());
      return [getComputedStyle(title).writingMode, mark.bottom <= text.top + 1, title.scrollHeight <= title.clientHeight + 1];
    })()`);
    expect(shown).toEqual(["horizontal-tb", true, true]);
  });

  test("shows the whole title of an event in a column of the week", async () => {
    const times = { start: "2026-11-24T10:00:00", end: "2026-11-24T12:00:00" };
    const { page } = await view.open({ events: [event({ id: "long", title: "Orthodontist appointment", ...times })] });
    const isCut =
      "(() => { const title = document.querySelector('.event-title'); return title.scrollWidth > title.clientWidth; })()";
    expect(await page.evaluate(isCut)).toBe(false);
  });

  test("hyphenates only words of a title that are wider than a narrow column", async () => {
    const at = { start: "2026-11-24T10:00:00", end: "2026-11-24T12:00:00" };
    const titles = ["Neighborhood tournament", "Parent-teacher meeting"];
    const { page } = await view.open({
      width: 1600,
      events: titles.map((title) => event({ id: title, title, ...at })),
    });
    const words =
      "[...document.querySelectorAll('.event-word')].map((word) => [word.textContent.replaceAll('\\u00AD', ''), word.getBoundingClientRect().height < 20])";
    expect(await page.evaluate(words)).toEqual([
      ["Neighborhood", false],
      ["tournament", false],
      ...["Parent-", "teacher", "meeting"].map((word) => [word, true]),
    ]);
  });
});
