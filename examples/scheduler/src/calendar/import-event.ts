import { createHash } from "node:crypto";
import { convertIcsText } from "ts-ics";
import type { CalendarEvent, Flexibility, Priority } from "../domain/calendar-event.ts";
import type { Household } from "../domain/household.ts";
import { ruleProblem } from "../domain/recurrence-rule.ts";
import { dayMilliseconds, formatInstant, formatWallTime } from "../domain/wall-clock.ts";
import type { Component, ContentLine } from "./ics-lines.ts";
import { readAttendees, readResources } from "./ics-people.ts";
import {
  addDuration,
  inZone,
  readTime,
  SkipReason,
  startInSeries,
  type SeriesStart,
  type TimeContext,
} from "./ics-times.ts";
import { portableRule } from "./portable-rule.ts";

/** Context for reading an event. */
export interface EventContext extends TimeContext {
  readonly household: Household;
  readonly now: string;
}

/** A VEVENT as an event, before changed occurrences are assigned to their series. */
export interface ReadEvent {
  readonly event: CalendarEvent;
  readonly recurrenceId: ContentLine | null;
  readonly cancelled: boolean;
  /** Parts of the event that were imported differently. */
  readonly notes: readonly string[];
}

/** Lines of a component by name. */
export class Lines {
  readonly #component: Component;

  constructor(component: Component) {
    this.#component = component;
  }

  all(name: string): readonly ContentLine[] {
    return this.#component.lines.filter((line) => line.name === name);
  }

  first(name: string): ContentLine | null {
    return this.#component.lines.find((line) => line.name === name) ?? null;
  }

  text(name: string): string | null {
    const line = this.first(name);
    const text = line === null ? "" : readText(line.value);
    return text === "" ? null : text;
  }
}

/** Unescapes a text. */
const readText = (value: string): string => convertIcsText(undefined, { value }).replaceAll("\t", " ");

const readList = (line: ContentLine): readonly string[] =>
  (line.value.match(/(?:\\.|[^,\\])+/gs) ?? []).map((item) => readText(item).trim());

/** Id of an event without a UID: the same every time the same event is read. */
const generatedId = (component: Component): string =>
  `import-${createHash("sha256").update(JSON.stringify(component.lines)).digest("hex").slice(0, 16)}`;

/** UID of a component, or a generated id. */
export const uidOf = (component: Component): string =>
  new Lines(component).text("UID")?.trim() ?? generatedId(component);

/** Reads a VEVENT. Throws `SkipReason` when the event is invalid. */
export function readEvent(component: Component, context: EventContext): ReadEvent {
  const lines = new Lines(component);
  const startLine = lines.first("DTSTART");
  if (startLine === null) throw new SkipReason("it has no start");
  const start = readTime(startLine, context);
  const series = { start: formatWallTime(start.wall, start.isDate), allDay: start.isDate, timeZone: start.timeZone };
  const end = readEnd(lines, start, context);
  const listed = (name: string): string[] =>
    lines
      .all(name)
      .flatMap((line) =>
        readList(line).map((value) =>
          startInSeries(readTime({ ...line, value: value.split("/")[0] ?? "" }, context), series),
        ),
      );
  const people = readAttendees(lines.all("ATTENDEE"), context.household);
  const created = readStamp(lines, "CREATED", context);
  const event: CalendarEvent = {
    id: uidOf(component),
    title: lines.text("SUMMARY")?.replaceAll("\n", " ").trim() || "Untitled event",
    ...series,
    end: formatWallTime(end.wall, start.isDate),
    participants: [...people.participants],
    resources: [...new Set([...people.resources, ...readResourceLines(lines, context.household)])],
    recurrenceRule: readRuleLine(lines, series),
    excludedStarts: unique(listed("EXDATE")),
    extraStarts: unique(listed("RDATE")).filter((extra) => extra !== series.start),
    replaces: null,
    priority: readPriority(lines),
    flexibility: readFlexibility(lines),
    location: lines.text("LOCATION"),
    description: lines.text("DESCRIPTION"),
    createdBy: lines.text("X-TIDEMARK-CREATED-BY") ?? "import",
    createdAt: created ?? context.now,
    updatedAt: readStamp(lines, "LAST-MODIFIED", context) ?? created ?? context.now,
    sequence: /^\d{1,9}$/.test(lines.text("SEQUENCE") ?? "") ? Number(lines.text("SEQUENCE")) : 0,
  };
  const strangers = people.strangers.join(", ");
  return {
    event,
    recurrenceId: lines.first("RECURRENCE-ID"),
    cancelled: lines.text("STATUS")?.toUpperCase() === "CANCELLED",
    notes: [
      ...end.notes,
      ...(strangers === "" ? [] : [`these attendees are not members of the household: ${strangers}`]),
    ],
  };
}

const unique = (starts: readonly string[]): string[] => [...new Set(starts)].toSorted();

interface End {
  readonly wall: number;
  readonly notes: readonly string[];
}

function readEnd(lines: Lines, start: ReturnType<typeof readTime>, context: EventContext): End {
  const endLine = lines.first("DTEND");
  const durationLine = lines.first("DURATION");
  if (endLine !== null) {
    const end = readTime(endLine, context);
    if (end.isDate !== start.isDate)
      throw new SkipReason("its start is a date and its end is not, or the other way round");
    return orMinimum(inZone(end, start.timeZone), start);
  }
  return orMinimum(durationLine === null ? start.wall : addDuration(start, durationLine), start);
}

/** Gives an event without a length, which other calendars use as a reminder, the minimum length. */
function orMinimum(end: number, start: ReturnType<typeof readTime>): End {
  if (end !== start.wall) return { wall: end, notes: [] };
  return start.isDate
    ? { wall: end + dayMilliseconds, notes: [] }
    : { wall: end + 60_000, notes: ["it has no length and was given one minute"] };
}

function readRuleLine(lines: Lines, series: SeriesStart): string | null {
  if (lines.first("EXRULE") !== null)
    throw new SkipReason("it excludes occurrences by rule (EXRULE), which is not supported");
  const [rule, second] = lines.all("RRULE");
  if (second !== undefined) throw new SkipReason("it has more than one recurrence rule");
  if (rule === undefined) return null;
  const text = rule.value.trim().toUpperCase().replace(/;$/, "");
  // The original rule counts only if the portable rule next to it was not changed.
  const original = lines.text("X-TIDEMARK-RRULE");
  return original !== null && ruleProblem(original) === null && portableRule(original, series) === text
    ? original
    : text;
}

/** Reads resources from RESOURCES; without it, from the location and the categories. */
function readResourceLines(lines: Lines, household: Household): readonly string[] {
  const explicit = lines.all("RESOURCES").flatMap(readList);
  const ours = lines.first("X-TIDEMARK-FLEXIBILITY") !== null;
  const guesses =
    ours || explicit.length > 0 ? [] : [...lines.all("LOCATION"), ...lines.all("CATEGORIES")].flatMap(readList);
  return readResources([...explicit, ...guesses], household);
}

/** RFC 5545, 3.8.1.9: 1 is the highest priority, 9 the lowest; 0 and no value mean undefined. */
function readPriority(lines: Lines): Priority {
  const value = Number(lines.text("PRIORITY") ?? 0);
  if (value === 1) return "critical";
  if (value >= 2 && value <= 4) return "high";
  return value >= 6 && value <= 9 ? "low" : "medium";
}

const flexibilities: Readonly<Record<string, Flexibility>> = {
  FIXED: "fixed",
  SAME_DAY: "same_day",
  SAME_WEEK: "same_week",
  ANY: "any",
};

/** Other calendars have no flexibility; "same_day" is a safe assumption for an appointment. */
const readFlexibility = (lines: Lines): Flexibility =>
  flexibilities[lines.text("X-TIDEMARK-FLEXIBILITY")?.toUpperCase() ?? ""] ?? "same_day";

function readStamp(lines: Lines, name: string, context: EventContext): string | null {
  const line = lines.first(name);
  if (line === null) return null;
  try {
    return formatInstant(inZone(readTime(line, { ...context, floatingZone: "UTC" }), "UTC"));
  } catch {
    return null;
  }
}
