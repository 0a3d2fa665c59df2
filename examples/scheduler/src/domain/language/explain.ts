import { formatDays, formatMoment, formatSpan, listNames } from "../format.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import { lengthText } from "./duration.ts";
import type { Setting } from "./parse-context.ts";
import type { Reading } from "./reading.ts";
import { repetitionText } from "./repetition-text.ts";

/** Explains in a few sentences how a request was understood, with full dates. */
export function explain({ data, notes, ceilings }: Reading, setting: Setting): string {
  const sentence = ceilings.includes("unclear") ? [] : [`${describe(data, setting)}.`];
  return [...sentence, ...notes].join(" ");
}

function describe(data: NLParserData, setting: Setting): string {
  const parts = {
    create: () => [`New event ${named(data)}`, people(data, setting), when(data, setting), extras(data)],
    modify: () => [
      `Change ${targetText(data, setting)}`,
      newName(data),
      when(data, setting),
      joining(data, setting),
      extras(data),
    ],
    cancel: () => [`Cancel ${targetText(data, setting)}`],
    query: () => [
      `A question about ${questions[data.queryType ?? "event_lookup"]}`,
      about(data, setting),
      when(data, setting),
    ],
  };
  return parts[data.eventType]().filter(Boolean).join(", ");
}

const questions: Readonly<Record<NonNullable<NLParserData["queryType"]>, string>> = {
  availability: "who is free when",
  event_lookup: "what is planned",
  resource_status: "what is in use",
  conflict_check: "conflicts",
};

const named = ({ title }: NLParserData): string => (title === null ? "without a title" : `"${title}"`);

const namesOf = (ids: readonly string[], all: readonly { readonly id: string; readonly name: string }[]): string =>
  listNames(ids.map((id) => all.find((entry) => entry.id === id)?.name ?? id));

function people({ participants, resources }: NLParserData, { context }: Setting): string {
  const who = participants.length === 0 ? "" : `for ${namesOf(participants, context.household.members)}`;
  const what = resources.length === 0 ? "" : `with ${namesOf(resources, context.household.resources)}`;
  return [who, what].filter(Boolean).join(", ");
}

const about = (data: NLParserData, setting: Setting): string =>
  [data.title === null ? "" : `"${data.title}"`, people(data, setting)].filter(Boolean).join(", ");

function joining(data: NLParserData, { context }: Setting): string {
  const { members, resources } = context.household;
  const leaving = [...namesIn(data.removedParticipants, members), ...namesIn(data.removedResources, resources)];
  const target = data.targetEventId === null ? null : context.calendar.event(data.targetEventId);
  const coming = [
    ...namesIn(
      data.participants.filter((id) => target?.participants.includes(id) !== true),
      members,
    ),
    ...namesIn(
      data.resources.filter((id) => target?.resources.includes(id) !== true),
      resources,
    ),
  ];
  const parts = [
    target === null || coming.length === 0 ? "" : `${listNames(coming)} added`,
    leaving.length === 0 ? "" : `${listNames(leaving)} removed`,
  ];
  return parts.filter(Boolean).join(", ");
}

const namesIn = (
  ids: readonly string[] | undefined,
  all: readonly { readonly id: string; readonly name: string }[],
): string[] => (ids ?? []).map((id) => all.find((entry) => entry.id === id)?.name ?? id);

const newName = ({ newTitle }: NLParserData): string => (newTitle === undefined ? "" : `renamed to "${newTitle}"`);

function targetText(data: NLParserData, setting: Setting): string {
  const { targetEventId, targetOccurrenceStart, targetCandidates, targetOccurrenceStarts, title } = data;
  if (targetEventId === null) {
    if (targetCandidates.length > 0) return `one of ${targetCandidates.length} matching events`;
    return title === null ? "an unnamed event" : `"${title}", which was not found`;
  }
  const event = setting.context.calendar.event(targetEventId);
  const name = `"${event?.title ?? targetEventId}"`;
  if (event === null) return name;
  if (targetOccurrenceStarts !== undefined) return `${targetOccurrenceStarts.length} occurrences of ${name}`;
  if (targetOccurrenceStart !== null && data.targetFollowing === true)
    return `${name} from ${wallText(targetOccurrenceStart)} on`;
  if (targetOccurrenceStart !== null) return `${name} of ${wallText(targetOccurrenceStart)}`;
  return event.recurrenceRule === null ? `${name} of ${wallText(event.start)}` : `the whole series ${name}`;
}

/** Formats a wall time, which needs no zone. */
const wallText = (wall: string): string =>
  wall.length === 10
    ? formatMoment(`${wall}T00:00:00Z`, { timeZone: "UTC" }).slice(0, -6)
    : formatMoment(`${wall}Z`, { timeZone: "UTC" });

function when(data: NLParserData, { now }: Setting): string {
  const wording = { timeZone: data.timeZone, now: now.toInstant().toString() };
  const { startTime, endTime, searchWindow, allDay, recurrenceRule, durationMinutes, eventType } = data;
  const lead = eventType === "modify" ? "to " : "";
  const length = durationMinutes === null || endTime !== null ? "" : `, ${lengthText(durationMinutes)} long`;
  const repeats =
    recurrenceRule === null
      ? ""
      : `${repetitionText(recurrenceRule, data.timeZone)}${startTime === null ? ", " : " from "}`;
  const skipped =
    data.excludedDates === undefined ? "" : `, not on ${listNames(data.excludedDates.map((date) => wallText(date)))}`;
  if (startTime !== null) {
    const at =
      endTime === null
        ? formatMoment(startTime, wording)
        : allDay
          ? formatDays({ start: startTime, end: endTime }, wording)
          : formatSpan({ start: startTime, end: endTime }, wording);
    return `${lead}${repeats}${at}${length}${skipped}`;
  }
  if (searchWindow !== null && eventType !== "cancel") {
    const isDays =
      formatMoment(searchWindow.start, wording).endsWith("00:00") &&
      formatMoment(searchWindow.end, wording).endsWith("00:00");
    const span = isDays
      ? formatDays(searchWindow, wording).replace(" (all day)", "")
      : formatSpan(searchWindow, wording);
    return `${lead}${repeats}${eventType === "query" ? "" : "some time "}${span}${length}${skipped}`;
  }
  if (length !== "") return length.slice(2);
  return repeats === "" ? "" : repeats.replace(/(?:, | from )$/, "");
}

function extras({ priority, flexibility }: NLParserData): string {
  const free = {
    fixed: "not movable",
    same_day: "movable within its day",
    same_week: "movable within its week",
    any: "freely movable",
  };
  return [priority === null ? "" : `${priority} priority`, flexibility === null ? "" : free[flexibility]]
    .filter(Boolean)
    .join(", ");
}
