import type { CalendarEvent } from "../calendar-event.ts";
import { insideWakingHours } from "../conflicts/constraints.ts";
import { memberName } from "../conflicts/detect.ts";
import { priorityRank, timeSeverity } from "../conflicts/severity.ts";
import { countOf, formatDays, formatHours, formatSpan, type Wording } from "../format.ts";
import { type Busy, groupBy, intervalOf, isOwnVersion, type Span, type Timetable } from "../free-busy.ts";
import type { LocalClock } from "../free-busy-clock.ts";
import { unmetWishes } from "../preferences.ts";
import { resourceOf, usageWithin, usesOf } from "../resources.ts";

const GAP = 15 * 60_000;

/** Context for judging a slot. */
export interface JudgeContext {
  readonly timetable: Timetable;
  /** The event without regard to its times; its people, resources and priority count. */
  readonly event: CalendarEvent;
  readonly householdClock: LocalClock;
  readonly wording: Wording;
  readonly now: number;
}

/** Judgment of a slot. */
export interface Judgement {
  /** Score from 0 to 1, computed with `WEIGHTS`. */
  readonly score: number;
  readonly availableParticipants: readonly string[];
  /** True if the slot has no problems. */
  readonly isClear: boolean;
  /** Formats the problems as sentences; called only for slots that are offered. */
  violations(): string[];
}

/**
 * Weights of the score of a slot. Each factor contributes its weight times a share from 0 to 1; for a series, the mean of its
 * occurrences. Violated preferences reduce the sum, and a slot in the past gets half of it.
 *
 * | Factor | Weight | Share |
 * | --- | --- | --- |
 * | everyoneFree | 0.4 | share of participants who are free; an all-day event occupies a quarter of a person |
 * | resourcesFree | 0.2 | share of resources with remaining capacity |
 * | closeToWish | 0.2 | half for the day, 0 at 7 days away; half for the time of day, 0 at 12 hours away |
 * | wakingHours | 0.1 | all or nothing |
 * | notBackToBack | 0.05 | all or nothing: 15 minutes free before and after, for every participant |
 * | priority | 0.05 | 1 without conflicts, 0.5 if all conflicting events have lower priority |
 */
export const WEIGHTS = {
  everyoneFree: 0.4,
  resourcesFree: 0.2,
  closeToWish: 0.2,
  wakingHours: 0.1,
  notBackToBack: 0.05,
  priority: 0.05,
};

/** Deduction for a slot that violates the preferences of all participants; proportionally less for some of them. */
const PREFERENCE_PENALTY = 0.15;

/** Judges a slot over all its occurrences; `closeness` is from 0 to 1. */
export function judgeSlot(spans: readonly Span[], closeness: number, context: JudgeContext): Judgement {
  const { event } = context;
  const found: Finding[] = [];
  const sums = { everyoneFree: 0, resourcesFree: 0, wakingHours: 0, notBackToBack: 0, priority: 0 };
  const busyPeople = new Set<string>();
  let unwanted = 0;
  for (const span of spans) {
    const near = context.timetable.overlapping({ start: span.start - GAP, end: span.end + GAP });
    const around = near.filter((busy) => busy.end > busy.start && !isOwnVersion(event, busy));
    const clashes = around.filter((busy) => busy.start < span.end && span.start < busy.end);
    const people = clashesOfPeople(span, clashes, event);
    const blocked = blockedResources(span, context);
    found.push(...people, ...blocked);
    for (const { subject, soft } of people) if (!soft) busyPeople.add(subject);
    const inWaking =
      event.allDay || insideWakingHours(span, context.timetable.calendar.household, context.householdClock);
    if (!inWaking) found.push({ subject: "", other: null, span, soft: true, kind: "waking" });
    const unmet = event.allDay
      ? []
      : unmetWishes(span, event.participants, {
          household: context.timetable.calendar.household,
          clock: context.householdClock,
        });
    for (const { memberId, wish } of unmet)
      found.push({ subject: memberId, other: null, span, soft: true, kind: "wish", wish });
    unwanted += unmet.length / Math.max(1, event.participants.length);
    sums.everyoneFree += event.participants.length === 0 ? 1 : shareFree(event.participants, people);
    sums.resourcesFree += event.resources.length === 0 ? 1 : 1 - blockedCount(blocked) / event.resources.length;
    sums.wakingHours += inWaking ? 1 : 0;
    sums.notBackToBack += around.some(
      (busy) => !clashes.includes(busy) && !busy.occurrence.allDay && sharesPeople(busy, event),
    )
      ? 0
      : 1;
    sums.priority += priorityShare([...people, ...blocked], event);
  }
  const mean = (sum: number): number => (spans.length === 0 ? 0 : sum / spans.length);
  const total =
    WEIGHTS.closeToWish * closeness +
    WEIGHTS.everyoneFree * mean(sums.everyoneFree) +
    WEIGHTS.resourcesFree * mean(sums.resourcesFree) +
    WEIGHTS.wakingHours * mean(sums.wakingHours) +
    WEIGHTS.notBackToBack * mean(sums.notBackToBack) +
    WEIGHTS.priority * mean(sums.priority) -
    PREFERENCE_PENALTY * mean(unwanted);
  const past = (spans[0]?.start ?? Infinity) < context.now && !event.allDay;
  return {
    score: Math.round(Math.min(1, Math.max(0, past ? total / 2 : total)) * 1000) / 1000,
    availableParticipants: event.participants.filter((id) => !busyPeople.has(id)),
    isClear: found.length === 0 && !past,
    violations: () => [
      ...(past ? ["This time is in the past."] : []),
      ...sentences(found, { dates: spans.length, ...context }),
    ],
  };
}

/** A problem of one occurrence. */
interface Finding {
  /** Id of the member or resource that is busy. */
  readonly subject: string;
  readonly other: Busy | null;
  readonly span: Span;
  /** True if the other event can stay. */
  readonly soft: boolean;
  readonly kind: "person" | "resource" | "waking" | "wish";
  readonly wish?: string;
}

const clashesOfPeople = (span: Span, clashes: readonly Busy[], event: CalendarEvent): readonly Finding[] =>
  clashes.flatMap((other) => {
    const soft = other.occurrence.allDay !== event.allDay && timeSeverity(event, other.occurrence.event) === "low";
    return event.participants
      .filter((id) => other.occurrence.event.participants.includes(id))
      .map((subject): Finding => ({ subject, other, span, soft, kind: "person" }));
  });

const blockedResources = (span: Span, { timetable, event }: JudgeContext): readonly Finding[] =>
  event.resources.flatMap((id) => {
    const { capacity } = resourceOf(timetable.calendar.household, id);
    const { holders } = usageWithin(span, usesOf(timetable, span, { id, event }), capacity);
    return holders.map((other): Finding => ({ subject: id, other, span, soft: false, kind: "resource" }));
  });

const blockedCount = (blocked: readonly Finding[]): number => new Set(blocked.map(({ subject }) => subject)).size;

function shareFree(participants: readonly string[], people: readonly Finding[]): number {
  const taken = participants.map((id) => {
    const findings = people.filter(({ subject }) => subject === id);
    return findings.some(({ soft }) => !soft) ? 1 : findings.length > 0 ? 0.25 : 0;
  });
  return 1 - taken.reduce((sum: number, share) => sum + share, 0) / participants.length;
}

const sharesPeople = (busy: Busy, event: CalendarEvent): boolean =>
  busy.occurrence.event.participants.some((id) => event.participants.includes(id));

function priorityShare(found: readonly Finding[], event: CalendarEvent): number {
  const hard = found.filter(({ soft }) => !soft);
  if (hard.length === 0) return 1;
  const rank = priorityRank(event.priority);
  return hard.every(({ other }) => other !== null && priorityRank(other.occurrence.event.priority) < rank) ? 0.5 : 0;
}

/** One sentence per conflicting pair of a person or resource and an event, with a count if there are several dates. */
function sentences(found: readonly Finding[], context: JudgeContext & { dates: number }): readonly string[] {
  const groups = groupBy(found, ({ kind, subject, other }) =>
    JSON.stringify([kind, subject, other?.occurrence.seriesId]),
  );
  return [...groups.values()].map((group) => sentence(group, context));
}

function sentence(group: readonly Finding[], { timetable, wording, dates }: JudgeContext & { dates: number }): string {
  const [first] = group;
  if (first === undefined) return "";
  const { household } = timetable.calendar;
  const times = new Set(group.map(({ span }) => span.start)).size;
  const on = dates > 1 ? ` on ${times} of ${countOf(dates, "date")}` : "";
  if (first.wish !== undefined) return `${memberName(household, first.subject)} ${first.wish}${on}.`;
  if (first.other === null) {
    const { start, end } = household.wakingHours;
    return `Outside the waking hours ${start}–${end}${on}.`;
  }
  const { title } = first.other.occurrence.event;
  const interval = intervalOf(first.other);
  const { allDay } = first.other.occurrence;
  const hours = allDay ? "all day" : formatHours(interval, wording);
  const when = dates > 1 ? `${on}, first ${(allDay ? formatDays : formatSpan)(interval, wording)}` : ` ${hours}`;
  if (first.kind === "person") return `${memberName(household, first.subject)} has ${title}${when}.`;
  return `${resourceOf(household, first.subject).name} is taken by ${title}${when}.`;
}
