import type { NLParserData } from "../domain/nl-parser-data.ts";
import { overlaps } from "../domain/interval.ts";

/**
 * Comparison of one part of the model's reading with the rules' reading of the same text.
 *
 * - `same`: both agree, or neither has a value
 * - `added`: the model states or narrows down what the rules left open
 * - `different`: they contradict each other, or the model omits what the rules read
 */
export type Comparison = "same" | "added" | "different";

/** Comparison of the parts that decide what happens to the calendar, and of the people and resources. */
export interface Agreement {
  readonly intent: Comparison;
  readonly time: Comparison;
  readonly repetition: Comparison;
  readonly target: Comparison;
  readonly people: Comparison;
  readonly resources: Comparison;
}

/** Compares two readings of a request, part by part. */
export function compareReadings(model: NLParserData, rules: NLParserData): Agreement {
  return {
    intent: model.eventType === rules.eventType && model.queryType === rules.queryType ? "same" : "different",
    time: compareTimes(model, rules),
    repetition: worst([
      compareRules(model.recurrenceRule, rules.recurrenceRule),
      compareLists(model.excludedDates, rules.excludedDates),
    ]),
    target: compareTargets(model, rules),
    people: worst([
      compareLists(model.participants, rules.participants),
      compareLists(model.removedParticipants, rules.removedParticipants),
    ]),
    resources: worst([
      compareLists(model.resources, rules.resources),
      compareLists(model.removedResources, rules.removedResources),
    ]),
  };
}

const worst = (parts: readonly Comparison[]): Comparison =>
  parts.includes("different") ? "different" : parts.includes("added") ? "added" : "same";

function compareTimes(model: NLParserData, rules: NLParserData): Comparison {
  if (rules.startTime !== null) return sameStart(model, rules);
  if (rules.searchWindow === null) {
    if (model.startTime !== null || model.searchWindow !== null) return "added";
    return model.durationMinutes === rules.durationMinutes ? "same" : "added";
  }
  const { searchWindow } = model;
  if (searchWindow !== null) return overlaps(searchWindow, rules.searchWindow) ? "same" : "different";
  if (model.startTime === null) return "different";
  const start = { start: model.startTime, end: new Date(Date.parse(model.startTime) + 1).toISOString() };
  return overlaps(start, rules.searchWindow) ? "added" : "different";
}

function sameStart(model: NLParserData, rules: NLParserData): Comparison {
  if (model.startTime === null || model.allDay !== rules.allDay) return "different";
  if (Date.parse(model.startTime) !== Date.parse(rules.startTime ?? "")) return "different";
  if (rules.endTime === null) return model.endTime === null ? "same" : "added";
  return model.endTime !== null && Date.parse(model.endTime) === Date.parse(rules.endTime) ? "same" : "different";
}

function compareTargets(model: NLParserData, rules: NLParserData): Comparison {
  if (model.targetEventId === rules.targetEventId && model.targetOccurrenceStart === rules.targetOccurrenceStart)
    return sameList(model.targetOccurrenceStarts, rules.targetOccurrenceStarts) ? "same" : "different";
  if (rules.targetEventId !== null) return "different";
  return rules.targetCandidates.length === 0 || rules.targetCandidates.includes(model.targetEventId ?? "")
    ? "added"
    : "different";
}

function compareRules(model: string | null, rules: string | null): Comparison {
  if (rules === null) return model === null ? "same" : "added";
  return model !== null && normalizedRule(model) === normalizedRule(rules) ? "same" : "different";
}

/** Normalizes a rule, so that equivalent rules have the same text. */
const normalizedRule = (rule: string): string =>
  rule
    .toUpperCase()
    .split(";")
    .filter((part) => part !== "INTERVAL=1" && !part.startsWith("WKST="))
    .map((part) => (part.startsWith("BYDAY=") ? `BYDAY=${part.slice(6).split(",").toSorted().join(",")}` : part))
    .toSorted()
    .join(";");

const sameList = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

function compareLists(model: readonly string[] = [], rules: readonly string[] = []): Comparison {
  if (rules.some((id) => !model.includes(id))) return "different";
  return model.length === rules.length ? "same" : "added";
}

/** Minimum confidence at which the rules count as sure; below it, the orchestrator asks. */
export const SURE = 0.7;

/** Maximum weight of the model's own claim. */
const MAX_CLAIM = 0.95;

/**
 * Computes the confidence in a model's reading from its own claim and the rules' reading of the same text.
 *
 * | The rules | intent, time, repetition and target | Confidence |
 * | --- | --- | --- |
 * | sure (0.7 or more) | all the same | the maximum of claim and rules, at most 0.95 |
 * | sure | some added, none different | the claim, at most 0.9 |
 * | sure | some different | the claim, at most 0.65: the user is asked |
 * | not sure | none different | the claim, at most 0.85 |
 * | not sure | some different | the claim, at most 0.75 |
 *
 * If people or resources differ from those of the rules, 0.05 is deducted.
 */
export function confidenceOf(claim: number, rulesConfidence: number, agreement: Agreement): number {
  const claimed = Math.min(MAX_CLAIM, Math.max(0, claim));
  const { intent, time, repetition, target } = agreement;
  const deciding = [intent, time, repetition, target];
  const isSure = rulesConfidence >= SURE;
  const details = [agreement.people, agreement.resources].includes("different") ? 0.05 : 0;
  const whole = (): number => {
    if (deciding.includes("different")) return Math.min(claimed, isSure ? 0.65 : 0.75);
    if (!isSure) return Math.min(claimed, 0.85);
    if (deciding.includes("added")) return Math.min(claimed, 0.9);
    return Math.min(MAX_CLAIM, Math.max(claimed, rulesConfidence));
  };
  return Math.max(0, whole() - details);
}
