import type { ParseContext } from "../domain/language/parse-context.ts";
import { NLParserData } from "../domain/nl-parser-data.ts";
import { idsOf } from "./answered-names.ts";
import { placeRepetition } from "./answered-repetition.ts";
import { readTarget, type TargetFrame } from "./answered-target.ts";
import { type Doubt, readAnsweredWhen } from "./answered-when.ts";
import { bounded } from "./briefing.ts";
import type { ModelAnswer } from "./model-answer.ts";

/** An answer after every check: what is left of it, and what had to go. */
export interface CheckedAnswer {
  readonly data: NLParserData;
  readonly doubts: readonly Doubt[];
}

const longestTitle = 120;

/**
 * Turns a model's answer into a reading that the rest of the scheduler can trust as much as one by rules.
 *
 * People, resources and events that do not exist are left out, times are put on the time line by this program, the
 * recurrence rule is written from its parts, texts are bounded. Each thing left out is a doubt.
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
    data: { ...data, missing: missingFrom(data, { rules, isSomeoneUnknown: named.isSomeoneUnknown }) },
    doubts: [...repeated.doubts, ...timed.doubts, ...named.doubts, ...doubts],
  };
}

const titleFrom = (text: string | null): string | null => (text === null ? null : bounded(text, longestTitle) || null);

interface Named {
  readonly lists: Pick<NLParserData, "participants" | "resources">;
  readonly removed: { readonly participants: string[]; readonly resources: string[] };
  readonly isSomeoneUnknown: boolean;
  readonly doubts: readonly Doubt[];
}

function namesIn(answer: ModelAnswer, { household }: ParseContext): Named {
  const members = { known: household.members, kind: "person" } as const;
  const things = { known: household.resources, kind: "resource" } as const;
  const people = idsOf(answer.people, members);
  const resources = idsOf(answer.things, things);
  const removedPeople = idsOf(answer.removedPeople, members);
  const removedThings = idsOf(answer.removedThings, things);
  return {
    lists: { participants: people.ids, resources: resources.ids },
    removed: { participants: removedPeople.ids, resources: removedThings.ids },
    isSomeoneUnknown: people.doubts.length > 0,
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

/** A model gives the new time itself; by how much that moves a series is known where the rules read the same time. */
const withShift = (data: NLParserData, rules: NLParserData): NLParserData =>
  rules.shiftMinutes !== undefined && data.eventType === "modify" && data.startTime === rules.startTime
    ? { ...data, shiftMinutes: rules.shiftMinutes }
    : data;

interface Beside {
  readonly rules: NLParserData;
  readonly isSomeoneUnknown: boolean;
}

/** Lists what must be asked, by the same measure as the rules. */
function missingFrom(data: NLParserData, { rules, isSomeoneUnknown }: Beside): NLParserData["missing"] {
  const who = isSomeoneUnknown ? ["participants" as const] : [];
  const needsTime = data.startTime === null && data.searchWindow === null;
  if (data.eventType === "query") {
    const asksWhen = needsTime && rules.queryType === data.queryType && rules.missing.includes("time");
    return [...(asksWhen ? ["time" as const] : []), ...who];
  }
  if (data.eventType === "create")
    return [...(needsTime ? ["time" as const] : []), ...(data.title === null ? ["title" as const] : []), ...who];
  const changes = [
    data.startTime ?? data.searchWindow ?? data.durationMinutes ?? data.recurrenceRule,
    data.priority ?? data.flexibility ?? data.newTitle,
    data.participants[0] ?? data.resources[0],
    data.removedParticipants ?? data.removedResources,
  ];
  const changesNothing = changes.every((change) => change === null || change === undefined);
  return [
    ...(data.targetEventId === null ? ["target" as const] : []),
    ...(data.eventType === "modify" && changesNothing ? ["change" as const] : []),
    ...who,
  ];
}
