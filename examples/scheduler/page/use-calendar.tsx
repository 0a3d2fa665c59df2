import Calendar, { type CalendarOptions, type CalendarRef, type EventInput } from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import list from "@fullcalendar/react/list";
import classic from "@fullcalendar/react/themes/classic";
import timeGrid from "@fullcalendar/react/timegrid";
import { useEffect, useMemo, useRef, useState } from "react";
import type { CalendarData, ShownEvent } from "../src/page/calendar-data.ts";
import type { CalendarControls, ViewName } from "./controls.ts";
import { EventContent, eventClass } from "./event-content.tsx";
import { timeText } from "./time-text.ts";

interface ShownCalendar {
  readonly data: CalendarData | null;
  readonly events: readonly ShownEvent[];
  readonly view: ViewName;
  readonly isNarrow: boolean;
  readonly load: (range: Readonly<Record<string, string>>) => Promise<void>;
  readonly open: (event: ShownEvent) => void;
  /** Switches to the view of a day. */
  readonly openDay: () => void;
}

/** Time after which the calendar has usually been drawn again, and how often to look for a proposal in it. */
const SETTLED_MS = 150;
const ATTEMPTS = 10;

/** Scrolls to a proposal as soon as it is drawn. The question above the calendar appears first, and makes it smaller. */
function scrollToProposal(place: { readonly current: HTMLElement | null }, attempts: number): void {
  setTimeout(() => {
    const find = (selector: string) => place.current?.querySelector(selector);
    const proposal = find(".event-proposed.event-conflict") ?? find(".event-proposed, .event-leaving");
    if (proposal instanceof HTMLElement) scrollWithin(place.current, proposal);
    else if (attempts > 0) scrollToProposal(place, attempts - 1);
  }, SETTLED_MS);
}

/** Scrolls an element that is not visible to the middle of what scrolls inside `outer`; `scrollIntoView` would also scroll the page around it. */
function scrollWithin(outer: HTMLElement | null, element: HTMLElement): void {
  let scroller = element.parentElement;
  while (scroller !== null && scroller !== outer && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement;
  if (scroller === null || scroller === outer) return;
  const [inside, around] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  // What is visible stays where it is, so that an agenda begins at its first day.
  if (inside.top >= around.top && inside.bottom <= around.bottom) return;
  scroller.scrollTop += inside.top - around.top - (around.height - inside.height) / 2;
}

/** Days of the agenda. */
const AGENDA_DAYS = 14;
const DAY_MS = 86_400_000;

const views = { month: "dayGridMonth", week: "timeGridWeek", day: "timeGridDay", agenda: "agenda" };

const hours = { hour: "2-digit", minute: "2-digit", hour12: false } as const;

/** Draws the events with FullCalendar. */
export function useCalendar({ data, events, view, isNarrow, load, open, openDay }: ShownCalendar) {
  const place = useRef<HTMLDivElement>(null);
  const calendar = useRef<CalendarRef>(null);
  const latest = useRef({ data, load, open, openDay });
  latest.current = { data, load, open, openDay };
  const [title, setTitle] = useState("");
  const isReady = data !== null;
  const shownView = view === "week" && isNarrow ? "twoDays" : views[view];
  useEffect(
    () =>
      later(() => {
        const shown = calendar.current?.getApi();
        if (shown === undefined || shown.view.type === shownView) return;
        const [now, date] = [latest.current.data?.now ?? "", shown.getDate()];
        // An agenda that would show today begins with it.
        const hasToday = date >= new Date(now) && date.getTime() - Date.parse(now) < AGENDA_DAYS * DAY_MS;
        if (shownView === "agenda" && hasToday) shown.changeView(shownView, now);
        else shown.changeView(shownView);
      }),
    [shownView],
  );
  // The calendar is drawn once; its view and its events change.
  const options = useMemo(() => data && optionsOf(data, { view: shownView, latest, onDates: setTitle }), [isReady]);
  const ids = events.map(({ id }) => id).join();
  const shownEvents = useMemo(
    () => data && eventOptions(shownView, { events, timeZone: data.timeZone }),
    [ids, data, shownView],
  );
  const controls = useMemo<CalendarControls>(
    () => ({
      previous: () => calendar.current?.getApi().prev(),
      next: () => calendar.current?.getApi().next(),
      today: () => calendar.current?.getApi().today(),
      // A change of the view comes first.
      show: (instant) =>
        void later(() => {
          const shown = calendar.current?.getApi();
          if (shown === undefined) return;
          const moment = new Date(instant);
          if (moment < shown.view.activeStart || moment >= shown.view.activeEnd) shown.gotoDate(instant);
          scrollToProposal(place, ATTEMPTS);
        }),
    }),
    [isReady],
  );
  const drawn = options !== null && shownEvents !== null && <Calendar ref={calendar} {...options} {...shownEvents} />;
  return { place, title, controls, drawn };
}

/** Runs `work` after the current render, unless it was stopped. */
function later(work: () => void): () => void {
  const timer = setTimeout(work);
  return () => clearTimeout(timer);
}

interface Drawing {
  readonly view: string;
  readonly latest: { readonly current: Pick<ShownCalendar, "data" | "load" | "open" | "openDay"> };
  readonly onDates: (title: string) => void;
}

function optionsOf(
  { timeZone, wakingHours, people, resources }: CalendarData,
  { latest, onDates, view }: Drawing,
): CalendarOptions {
  const indexes = new Map(people.map(({ id }, index) => [id, index]));
  let loaded = latest.current.data?.now;
  let since = Date.now();
  return {
    plugins: [dayGrid, timeGrid, list, classic],
    initialView: view,
    views: {
      agenda: { type: "list", duration: { days: AGENDA_DAYS }, eventOrder: "start,-duration,title" },
      dayGridMonth: {
        titleFormat: { month: "long", year: "numeric" },
        dayHeaderFormat: { weekday: "short" },
        fixedWeekCount: false,
      },
      twoDays: { type: "timeGrid", duration: { days: 2 } },
      timeGridDay: {
        titleFormat: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
      },
    },
    timeZone,
    locale: "en-GB",
    firstDay: 1,
    headerToolbar: false,
    height: "100%",
    now() {
      const now = latest.current.data?.now ?? "";
      if (now !== loaded) [loaded, since] = [now, Date.now()];
      return new Date(Date.parse(now) + Date.now() - since).toISOString();
    },
    nowIndicator: true,
    scrollTime: wakingHours.start,
    scrollTimeReset: false,
    slotDuration: "00:30:00",
    // Enough for two lines in half an hour.
    slotMinHeight: 34,
    slotHeaderFormat: hours,
    dayHeaderFormat: { weekday: "short", day: "numeric" },
    // Headers have a label instead of a text, which not every screen reader reads in a table.
    dayHeaderDidMount: ({ el }) => el.querySelector("[aria-hidden]")?.removeAttribute("aria-hidden"),
    viewDidMount({ el }) {
      for (const header of el.querySelectorAll("[role=rowheader][aria-label]:empty")) {
        const text = header.appendChild(document.createElement("span"));
        [text.className, text.textContent] = ["hidden", header.getAttribute("aria-label")];
      }
    },
    dayHeaderClass: ({ isToday }) => (isToday ? "day-today" : ""),
    listDayFormat: { weekday: "long", day: "numeric", month: "long" },
    // The second text repeats the date.
    listDayHeaderInnerClass: ({ level }) => (level === 0 ? "day-title" : "day-repeated"),
    listDayHeaderClass: ({ isToday }) => (isToday ? "day-listed day-today" : "day-listed"),
    listItemEventClass: "event-listed",
    titleFormat: { day: "numeric", month: "short", year: "numeric" },
    noEventsText: "Nothing is planned in these days.",
    allDayText: "all day",
    slotEventOverlap: false,
    // A column of hours has no room for more.
    moreLinkContent: ({ num, view: { type } }) => (type === "dayGridMonth" ? `${num} more` : `+${num}`),
    moreLinkClass: ({ view: { type } }) => (type === "dayGridMonth" ? "" : "more-events"),
    eventMinHeight: 32,
    eventInteractive: true,
    // What must be seen comes first, so that it is never among the events that do not fit.
    eventOrder: "rank,start,-duration,title",
    datesSet({ startStr, endStr, view: { title } }) {
      later(() => {
        onDates(title);
        void latest.current.load({ from: startStr.slice(0, 10), to: endStr.slice(0, 10) });
      });
    },
    eventClass: ({ event }) => eventClass(shownEvent(event.extendedProps), indexes),
    eventContent: ({ event, isStart, isEnd, view: { type } }) => (
      <EventContent
        event={shownEvent(event.extendedProps)}
        time={timeText(shownEvent(event.extendedProps), { isStart, isEnd, timeZone, isShort: type === "dayGridMonth" })}
        people={people}
        resources={resources}
        place={type === "agenda" ? "listed" : type === "dayGridMonth" ? "month" : event.allDay ? "all-day" : "timed"}
      />
    ),
    // A day shows all of its events.
    moreLinkClick: ({ date, view: { calendar } }) => {
      later(() => {
        calendar.gotoDate(date);
        latest.current.openDay();
      });
    },
    eventClick: ({ event, jsEvent }) => {
      jsEvent.preventDefault();
      later(() => latest.current.open(shownEvent(event.extendedProps)));
    },
  };
}

interface ShownEvents {
  readonly events: readonly ShownEvent[];
  readonly timeZone: string;
}

/** Events, of which proposals and conflicts are never hidden behind a link. */
function eventOptions(view: string, { events, timeZone }: ShownEvents): CalendarOptions {
  const isMonth = view === views.month;
  const parts = isMonth ? events.flatMap((event) => daysOf(event, timeZone).map((day) => ({ day, event }))) : [];
  const days = [...Map.groupBy(parts, ({ day }) => day).values()].map((day) => day.map(({ event }) => event));
  const crowded = new Set(days.filter(({ length }) => length > ROWS).flat());
  // In a month, only a day with hidden events is not in the order of time.
  const rankOf = (event: ShownEvent): number => Number(!isImportant(event) && (!isMonth || crowded.has(event)));
  const rows = Math.max(ROWS, ...days.map((day) => day.filter(isImportant).length));
  return {
    eventMaxStack: stackOf(view, events),
    dayMaxEvents: view === views.day ? false : rows,
    events: events.map((event) => eventInput(event, rankOf(event))),
  };
}

/** Number of events of a day in a month, and of whole days in a week. */
const ROWS = 4;

/** Longest range of a month, in days. */
const MAX_DAYS = 42;

/** Days on which an event takes place. */
function daysOf({ start, end, allDay }: ShownEvent, timeZone: string): readonly string[] {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: allDay ? "UTC" : timeZone });
  const last = format.format(Date.parse(end) - 1);
  const days = [format.format(new Date(start))];
  for (let at = Date.parse(start); days.at(-1) !== last && days.length < MAX_DAYS; at += DAY_MS)
    days.push(format.format(at + DAY_MS));
  return days;
}

const eventInput = (shown: ShownEvent, rank: number): EventInput => ({
  id: shown.id,
  title: shown.title,
  start: shown.start,
  end: shown.end,
  allDay: shown.allDay,
  // A month shows an event with a time as it shows one of a whole day.
  display: "block",
  extendedProps: { shown, rank },
});

/** Events side by side: a third one would make all of them too narrow to be read. */
const STACK = 2;

/** Events side by side in a day, which has the width and is where a link to further events leads. */
const DAY_STACK = 12;

/** Maximum number of events side by side in a view. */
const stackOf = (view: string, events: readonly ShownEvent[]): number =>
  Math.max(view === views.day ? DAY_STACK : STACK, mostImportant(events));

/** True for what is never hidden behind a link: a proposal or a conflict. */
const isImportant = ({ state, conflicts }: ShownEvent): boolean => state !== "stored" || conflicts.length > 0;

/** Largest number of important events at the same time. */
function mostImportant(events: readonly ShownEvent[]): number {
  const timed = events.filter((event) => isImportant(event) && !event.allDay);
  const counts = timed.map(({ start: at }) => timed.filter(({ start, end }) => start <= at && at < end).length);
  return Math.max(0, ...counts);
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `eventInput` wrote it
const shownEvent = (properties: Readonly<Record<string, unknown>>): ShownEvent => properties["shown"] as ShownEvent;
