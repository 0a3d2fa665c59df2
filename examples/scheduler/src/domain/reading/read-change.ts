import { emptyRequest, type Request } from "../request.ts";
import { type Days } from "./day-words.ts";
import { readDays } from "./days.ts";
import type { Intent } from "./intent.ts";
import type { Pieces, ReadContext } from "./pieces.ts";
import { outOf, peopleNotes, peopleProblems, release, slotsOf } from "./read-create.ts";
import { Sheet } from "./sheet.ts";
import { findTarget, readScope, type TargetHints } from "./target.ts";
import { whenOf } from "./when.ts";

const PARTICLES =
  /\b(?:forward|back|off|out of|out|from|at the same time|same time|in the calendar|starts?|begins?)\b/giu;

const isNew = (role: string): boolean => /^(?:to|until|till|til|for|make it|make that|meant)$/u.test(role);

export function readModify(pieces: Pieces, intent: Intent, context: ReadContext): Request {
  const { sheet, names, today } = pieces;
  if (intent.form === "rename") return readRename(pieces, context);
  const { repeat } = pieces;
  sheet.takeAll(PARTICLES);
  const lengthens = /\b(?:extend|lengthen|prolong|shorten)\b/iu.test(sheet.text);
  const scope = readScope(sheet, pieces.days) ?? (repeat !== null ? "all" : null);
  const marker = [...pieces.days, ...pieces.times].filter(({ role }) => isNew(role)).map(({ at }) => at);
  const boundary = marker.length > 0 ? Math.min(...marker) : null;
  const isSource = ({ at, role }: { readonly at: number; readonly role: string }): boolean =>
    boundary !== null ? at < boundary : role === "from";
  const changesOnlyPlan =
    pieces.lengths.shift !== null ||
    pieces.lengths.longer !== null ||
    pieces.lengths.minutes !== null ||
    intent.form !== "plain";
  let source = pieces.days.filter((each) => isSource(each) || (boundary === null && changesOnlyPlan));
  const sourceTimes = pieces.times.filter((each) => isSource(each) && each.end === null);
  const words = sheet.rest();
  const removed = intent.form === "remove" ? [...names.people, ...names.things] : [];
  const identifies = intent.form === "plain";
  const find = (days: readonly Days[]) =>
    findTarget(
      {
        words: words.map(({ text }) => text),
        people: identifies ? names.people : [],
        things: [],
        days: daysOf(days),
        start: sourceTimes[0]?.start.minutes ?? null,
        scope,
      },
      { calendar: context.calendar, today },
    );
  let found = find(source);
  // "Make Friday's piano 5pm" names a date of the event; "reschedule the dentist Friday 10am" names its new one.
  const unmarked = pieces.days.filter((each) => !source.includes(each) && !isNew(each.role));
  if (boundary === null && unmarked.length > 0) {
    const asSource = find([...source, ...unmarked]);
    if (asSource.target !== null && (found.target === null || found.target.starts !== null)) {
      found = asSource;
      source = [...source, ...unmarked];
    }
  }
  const when = whenOf(
    {
      ...pieces,
      days: pieces.days.filter((each) => !source.includes(each)).map(plainRole),
      times: pieces.times
        .filter((each) => !sourceTimes.includes(each))
        .map((each) => (lengthens ? { ...each, role: "until" } : plainRole(each))),
    },
    context,
    { text: sheet.text, near: startOf(found.target, context) },
  );
  const adds = intent.form === "add" || intent.form === "use" || (intent.form === "plain" && names.people.length === 0);
  return {
    ...emptyRequest,
    ...slotsOf(when),
    eventType: "modify",
    title: titleOf(words),
    participants: adds && intent.form !== "use" ? [...names.people] : [],
    resources: intent.form === "remove" ? [] : [...names.things],
    removedParticipants: [...names.removedPeople, ...removed.filter((id) => names.people.includes(id))],
    removedResources: [...names.removedThings, ...removed.filter((id) => names.things.includes(id))],
    priority: pieces.priority,
    shift: pieces.lengths.shift,
    longer: pieces.lengths.longer,
    ...found,
    missing: [...found.missing, ...when.missing],
    assumed: [...when.assumed, ...source.flatMap(({ assumed }) => assumed ?? []), ...peopleNotes(names)],
    problems: [
      ...found.problems,
      ...when.problems,
      ...source.flatMap(({ problem }) => problem ?? []),
      ...peopleProblems(names),
    ],
    unread: [
      ...found.unread,
      ...release(sheet, when.unused),
      ...sourceTimes.slice(1).map(({ text }) => text),
      ...(when.open ? [] : []),
    ],
  };
}

export const titleOf = (words: readonly { readonly text: string }[]): string | null =>
  words.length === 0 ? null : words.map(({ text }) => text).join(" ");

/** The new time after "to" is read like any other. */
const plainRole = <Piece extends { readonly role: string }>(piece: Piece): Piece =>
  isNew(piece.role) ? { ...piece, role: "" } : piece;

/** Start of the target, in minutes since midnight. */
function startOf(target: Request["target"], { calendar }: ReadContext): number | null {
  const event = target === null ? null : calendar.event(target.eventId);
  return event === null || event.allDay
    ? null
    : Number(event.start.slice(11, 13)) * 60 + Number(event.start.slice(14, 16));
}

const daysOf = (days: readonly Days[]): TargetHints["days"] => {
  const [first] = days;
  const last = days.at(-1);
  return first === undefined || last === undefined ? null : { first: first.first, last: last.last };
};

function readRename({ sheet, quoted, today }: Pieces, context: ReadContext): Request {
  const [, old = "", name = ""] =
    /^(?:.*?\b(?:rename|title of|name of)\s+)?(.+)\s+(?:to|as|into)\s+(.+?)[.!?]*$/iu.exec(sheet.text) ?? [];
  const written = quoted ?? name.replaceAll('"', "");
  const own = new Sheet(old);
  const days = readDays(own, today);
  const scope = readScope(own, days) ?? (days.length === 0 ? "all" : null);
  const words = own.rest().map(({ text }) => text);
  const found = findTarget(
    { words, people: [], things: [], days: daysOf(days), start: null, scope },
    { calendar: context.calendar, today },
  );
  return {
    ...emptyRequest,
    eventType: "modify",
    title: old === "" ? null : old,
    newTitle: written === "" ? null : written.slice(0, 1).toUpperCase() + written.slice(1),
    ...found,
  };
}

export function readCancel(pieces: Pieces, intent: Intent, context: ReadContext): Request {
  const { sheet, names, days, times, today } = pieces;
  const scope = readScope(sheet, days) ?? (pieces.repeat === null ? null : "all");
  const words = sheet.rest();
  const [first] = days;
  const isSpan = days.some(({ kind }) => kind !== "day");
  const found = findTarget(
    {
      words: words.map(({ text }) => text),
      people: intent.form === "absent" ? [] : names.people,
      things: names.things,
      days: daysOf(days),
      start: times[0]?.start.minutes ?? null,
      scope: scope ?? (isSpan || days.length > 1 ? "several" : null),
    },
    { calendar: context.calendar, today },
  );
  // Somebody who cannot come does not cancel an event of others.
  const event = found.target === null ? null : context.calendar.event(found.target.eventId);
  const others = intent.form === "absent" ? (event?.participants.filter((id) => !names.people.includes(id)) ?? []) : [];
  const absent = intent.form === "absent" && others.length > 0 && names.people.length > 0;
  return {
    ...emptyRequest,
    eventType: "cancel",
    title: titleOf(words),
    ...found,
    participants: [...names.people],
    ...(absent && { eventType: "modify" as const, participants: [], removedParticipants: [...names.people] }),
    assumed: [
      ...days.flatMap(({ assumed }) => assumed ?? []),
      ...peopleNotes(names),
      ...(pieces.reason === null ? [] : [`"${pieces.reason}" as the reason`]),
    ],
    problems: [
      ...found.problems,
      ...days.flatMap(({ problem }) => problem ?? []),
      ...peopleProblems(names),
      ...(first !== undefined && names.removedPeople.length > 0 ? outOf(names, context) : []),
    ],
    unread: [
      ...found.unread,
      ...times.slice(1).map(({ text }) => text),
      ...(pieces.lengths.minutes === null ? [] : [`${pieces.lengths.minutes} minutes`]),
    ],
  };
}
