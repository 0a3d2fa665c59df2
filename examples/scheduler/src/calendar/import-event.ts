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

/** What reading one event needs to know. */
export interface EventContext extends TimeContext {
  readonly household: Household;
  readonly now: string;
}

/** One VEVENT as an event, before series and changed occurrences are put together. */
export interface ReadEvent {
  readonly event: CalendarEvent;
  readonly recurrenceId: ContentLine | null;
  readonly cancelled: boolean;
  /** What was understood only in part. */
  readonly notes: readonly string[];
}

/** The lines of a component by name. */
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

/** Text without its escapes. */
const readText = (value: string): string => convertIcsText(undefined, { value }).replaceAll("\t", " ");

const readList = (line: ContentLine): readonly string[] =>
  (line.value.match(/(?:\\.|[^,\\])+/gs) ?? []).map((item) => readText(item).trim());

/** The id of an event whose file gives none: the same whenever the same event is read. */
const madeUpId = (component: Component): string =>
  `import-${createHash("sha256").update(JSON.stringify(component.lines)).digest("hex").slice(0, 16)}`;

/** The UID of a component, or a made-up one. */
export const uidOf = (component: Component): string => new Lines(component).text("UID")?.trim() ?? madeUpId(component);

/** Reads one VEVENT. Throws `SkipReason` when it cannot stand in the calendar. */
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
    resources: [...new Set([...people.resources, ...readThings(lines, context.household)])],
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
      ...(strangers === "" ? [] : [`these attendees are no members of the household: ${strangers}`]),
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
    return orShortest(inZone(end, start.timeZone), start);
  }
  return orShortest(durationLine === null ? start.wall : addDuration(start, durationLine), start);
}

/** Calendars allow events without a length, as reminders; here every event lasts. */
function orShortest(end: number, start: ReturnType<typeof readTime>): End {
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
  // Our own wording counts as long as nobody changed the rule beside it.
  const own = lines.text("X-TIDEMARK-RRULE");
  return own !== null && ruleProblem(own) === null && portableRule(own, series) === text ? own : text;
}

/** Resources by RESOURCES; a file that has none may name them as the place or a category. */
function readThings(lines: Lines, household: Household): readonly string[] {
  const explicit = lines.all("RESOURCES").flatMap(readList);
  const ours = lines.first("X-TIDEMARK-FLEXIBILITY") !== null;
  const guesses =
    ours || explicit.length > 0 ? [] : [...lines.all("LOCATION"), ...lines.all("CATEGORIES")].flatMap(readList);
  return readResources([...explicit, ...guesses], household);
}

/** RFC 5545, 3.8.1.9: 1 is the highest, 9 the lowest, 0 and nothing mean undefined. */
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

/** Other calendars say nothing of flexibility; "same_day" is what one may assume of an appointment. */
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
