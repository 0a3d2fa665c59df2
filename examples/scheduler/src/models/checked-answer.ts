import { itemsIf } from "../domain/items-if.ts";
import type { ParseContext } from "../domain/language/parse-context.ts";
import { NLParserData } from "../domain/nl-parser-data.ts";
import { idsOf, type KnownNames } from "./answered-names.ts";
import { placeRepetition } from "./answered-repetition.ts";
import { readTarget, type TargetFrame } from "./answered-target.ts";
import { type Doubt, readAnsweredWhen } from "./answered-when.ts";
import { bounded } from "./briefing.ts";
import type { ModelAnswer } from "./model-answer.ts";

/** A validated answer, and doubts about the parts that were left out. */
export interface CheckedAnswer {
  readonly data: NLParserData;
  readonly doubts: readonly Doubt[];
}

const maxTitleLength = 120;

/**
 * Converts a model's answer to a reading as reliable as one by the rules.
 *
 * Unknown people, resources and events are left out, times are converted to instants, the recurrence rule is built from its parts,
 * and texts are limited in length. Everything that is left out causes a doubt.
 */
export function checkAnswer(answer: ModelAnswer, frame: TargetFrame): CheckedAnswer {
  const { context, rules } = frame;
  const { now, timeZone, household } = context;
  const repeated = placeRepetition(answer, { now, timeZone, householdTimeZone: household.timeZone });
  const timed = readAnsweredWhen(repeated.answer, { now, timeZone, householdTimeZone: household.timeZone });
  const { target, doubts } = readTarget(answer, frame);
  const named = namesIn(answer, context);
  const read: NLParserData = {
    eventType: answer.intent,
    title: titleFrom(answer.title),
    ...timed.when,
    timeZone,
    ...named.lists,
    recurrenceRule: repeated.rule,
    priority: answer.priority,
    flexibility: answer.flexibility,
    ...target,
    queryType: answer.intent === "query" ? (answer.question ?? rules.queryType ?? "event_lookup") : null,
    missing: [],
    ...(answer.intent === "create" && repeated.except.length > 0 ? { excludedDates: [...repeated.except] } : {}),
    ...(answer.intent === "modify" ? changesIn(answer, named) : {}),
  };
  const data = withShift(NLParserData.parse(read), rules);
  return {
    data: { ...data, missing: missingFrom(data, { rules, hasUnknownPerson: named.hasUnknownPerson }) },
    doubts: [...repeated.doubts, ...timed.doubts, ...named.doubts, ...doubts],
  };
}

const titleFrom = (text: string | null): string | null =>
  text === null ? null : bounded(text, maxTitleLength) || null;

interface Named {
  readonly lists: Pick<NLParserData, "participants" | "resources">;
  readonly removed: { readonly participants: string[]; readonly resources: string[] };
  readonly hasUnknownPerson: boolean;
  readonly doubts: readonly Doubt[];
}

function namesIn(answer: ModelAnswer, { household }: ParseContext): Named {
  const members: KnownNames = { known: household.members, kind: "person" };
  const things: KnownNames = { known: household.resources, kind: "resource" };
  const people = idsOf(answer.people, members);
  const resources = idsOf(answer.things, things);
  const removedPeople = idsOf(answer.removedPeople, members);
  const removedThings = idsOf(answer.removedThings, things);
  return {
    lists: { participants: people.ids, resources: resources.ids },
    removed: { participants: removedPeople.ids, resources: removedThings.ids },
    hasUnknownPerson: people.doubts.length > 0,
    doubts: [people, resources, removedPeople, removedThings].flatMap(({ doubts }) => doubts),
  };
}

function changesIn(answer: ModelAnswer, { removed }: Named): Partial<NLParserData> {
  const newTitle = titleFrom(answer.newTitle);
  return {
    ...(newTitle === null ? {} : { newTitle }),
    ...(removed.participants.length === 0 ? {} : { removedParticipants: removed.participants }),
    ...(removed.resources.length === 0 ? {} : { removedResources: removed.resources }),
  };
}

/** Takes the shift of a series from the rules if they read the same time: the model returns only the new time. */
const withShift = (data: NLParserData, rules: NLParserData): NLParserData =>
  rules.shiftMinutes !== undefined && data.eventType === "modify" && data.startTime === rules.startTime
    ? { ...data, shiftMinutes: rules.shiftMinutes }
    : data;

interface MissingContext {
  readonly rules: NLParserData;
  readonly hasUnknownPerson: boolean;
}

/** Lists missing details, with the same criteria as the rules. */
function missingFrom(data: NLParserData, { rules, hasUnknownPerson }: MissingContext): NLParserData["missing"] {
  const people = itemsIf(hasUnknownPerson, "participants");
  const needsTime = data.startTime === null && data.searchWindow === null;
  if (data.eventType === "query") {
    const asksWhen = needsTime && rules.queryType === data.queryType && rules.missing.includes("time");
    return [...itemsIf(asksWhen, "time"), ...people];
  }
  if (data.eventType === "create")
    return [...itemsIf(needsTime, "time"), ...itemsIf(data.title === null, "title"), ...people];
  const changes = [
    data.startTime ?? data.searchWindow ?? data.durationMinutes ?? data.recurrenceRule,
    data.priority ?? data.flexibility ?? data.newTitle,
    data.participants[0] ?? data.resources[0],
    data.removedParticipants ?? data.removedResources,
  ];
  const changesNothing = changes.every((change) => change === null || change === undefined);
  return [
    ...itemsIf(data.targetEventId === null, "target"),
    ...itemsIf(data.eventType === "modify" && changesNothing, "change"),
    ...people,
  ];
}
