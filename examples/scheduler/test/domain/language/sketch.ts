import { Temporal } from "temporal-polyfill";
import type { ParsedRequest } from "../../../src/domain/language/parse-request.ts";

/**
 * A reading in a form that is easy to check: wall-clock times, and only stated values.
 *
 * `sure` is "clear" from 0.9, "fair" from 0.7, "ask" below, "lost" at 0.3 and less.
 */
export interface Sketch {
  readonly does: string;
  readonly sure: "clear" | "fair" | "ask" | "lost";
  readonly title?: string;
  readonly at?: string;
  readonly to?: string;
  readonly within?: string;
  readonly minutes?: number;
  readonly allDay?: true;
  readonly people?: string;
  readonly things?: string;
  readonly rule?: string;
  readonly except?: string;
  readonly priority?: string;
  readonly flexibility?: string;
  readonly target?: string;
  readonly occurrence?: string;
  readonly occurrences?: number;
  readonly choices?: string;
  readonly asks?: string;
  readonly missing?: string;
  readonly newTitle?: string;
  readonly shift?: number;
  readonly without?: string;
}

const sureness = (confidence: number): Sketch["sure"] =>
  confidence >= 0.9 ? "clear" : confidence >= 0.7 ? "fair" : confidence > 0.3 ? "ask" : "lost";

const list = (ids: readonly string[] | undefined): string | undefined =>
  ids === undefined || ids.length === 0 ? undefined : ids.join(" ");

/** Sketches a reading for comparison with a `Sketch`; null and empty values are omitted. */
export function sketch({ data, confidence }: ParsedRequest): Readonly<Record<string, unknown>> {
  const wall = (instant: string | null): string | undefined =>
    instant === null
      ? undefined
      : Temporal.Instant.from(instant)
          .toZonedDateTimeISO(data.timeZone)
          .toPlainDateTime()
          .toString({ smallestUnit: "minute" })
          .replace("T", " ");
  const all: Readonly<Record<keyof Sketch, unknown>> = {
    does: data.eventType,
    sure: sureness(confidence),
    title: data.title,
    at: wall(data.startTime),
    to: wall(data.endTime),
    within: data.searchWindow === null ? null : `${wall(data.searchWindow.start)} - ${wall(data.searchWindow.end)}`,
    minutes: data.durationMinutes,
    allDay: data.allDay || null,
    people: list(data.participants),
    things: list(data.resources),
    rule: data.recurrenceRule,
    except: list(data.excludedDates),
    priority: data.priority,
    flexibility: data.flexibility,
    target: data.targetEventId,
    occurrence: data.targetOccurrenceStart?.slice(0, 16).replace("T", " "),
    occurrences: data.targetOccurrenceStarts?.length,
    choices: list(data.targetCandidates),
    asks: data.queryType,
    missing: list(data.missing),
    newTitle: data.newTitle,
    shift: data.shiftMinutes,
    without: list([...(data.removedParticipants ?? []), ...(data.removedResources ?? [])]),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
}

/** A typed text and its meaning. */
export type Utterance = readonly [text: string, means: Sketch];
