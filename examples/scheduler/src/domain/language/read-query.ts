import { itemsIf } from "../items-if.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import type { ConfidenceRuleName } from "./confidence.ts";
import { readImportance } from "./importance.ts";
import type { Intent } from "./intent.ts";
import { NameReader } from "./names.ts";
import { emptyData } from "./parse-context.ts";
import type { Setting } from "./parse-context.ts";
import { readWhen } from "./read-when.ts";
import { namesData, namesNotes, whenNotes, whenRules } from "./reading.ts";
import type { Missing, Reading } from "./reading.ts";
import type { RequestText } from "./request-text.ts";
import { resolveWhen } from "./resolve-when.ts";
import { noDefaults } from "./resolved-when.ts";
import { finishTitle } from "./title.ts";
import { contentWords, particularWords } from "./title-words.ts";

type QueryType = NonNullable<NLParserData["queryType"]>;

const conflictWords =
  /\b(?:conflict(?:s|ing|ed)?|clash(?:es|ing)?|overlap(?:s|ping)?|double[- ]?booked|double[- ]?bookings?|collide|collisions?)\b/i;
const freeWords =
  /\b(?:when (?:can|could)|free|available|availability|busy|open|occupied|booked(?: up)?|have time|has time|got time|time for|can (?!you|u|we\b|i\b)\p{L}+ (?:make|come|do|go|attend|join|be))\b/iu;
const useWords =
  /\b(?:free|available|in use|used?|using|taken?|taking|booked|reserved|busy|has|have|need|needs|got|gets|open|occupied)\b/i;
const lookingBack = /\b(?:was|were|did|had|yesterday|last|ago|happened|past)\b/i;
const questionWords =
  /\b(?:what(?:'s| is| are|s)?|when(?:'s| is| are)?|where(?:'s| is)?|who(?:'s| is|se)?|which|how|many|long|is|are|am|do|does|did|has|have|was|were|can|could|will|would|any|anything|anyone|anybody|everything|something|tell|give|show|list|display|view|look|check|see|find|if|whether|there|happening|planned|scheduled|coming|up|going|on|agenda|calendar|schedule|plans?|overview|free|available|availability|busy|open|booked|time|taken|use[ds]?|using|reserved|occupied|conflict(?:s|ing|ed)?|clash(?:es|ing)?|overlap(?:s|ping)?|double|booking|meet|left|still|today|event|events|else|got|get|need|needs|next|upcoming|all|make|come|go|attend|join|start|starts|begin|end|ends|finish|exactly|i|we|you|he|she|they|it|day|days|date|week|again|right|already|doing|up to|me|us|my|our|with|the|between|and)\b/gi;

const typeOf = (words: string, hasResources: boolean): { readonly type: QueryType; readonly isClear: boolean } => {
  if (conflictWords.test(words)) return { type: "conflict_check", isClear: true };
  if (hasResources && useWords.test(words)) return { type: "resource_status", isClear: true };
  if (freeWords.test(words)) return { type: "availability", isClear: true };
  return {
    type: "event_lookup",
    isClear:
      /^\W*(?:what|when|where|who|which|how|show|list|tell|any|do|does|is|are|am|did|was|has|have|will|my|our|the|agenda|calendar|plan|schedule|display|view|look|check|see|find|give)/i.test(
        words,
      ),
  };
};

/** Reads a question about the calendar. */
export function readQuery(
  text: RequestText,
  quoted: string | null,
  { intent, ...setting }: Setting & { readonly intent: Intent },
): Reading {
  const { context, now, typed } = setting;
  const names = new NameReader(context.household, context.speaker);
  const words = text.rest;
  text.take(/\b(?:show|tell|give) (?:me|us)\b/i);
  names.takeLed(text);
  const forward = !lookingBack.test(typed);
  const phrase = readWhen(text, typed, { ...setting.days, forward });
  readImportance(text, 0);
  names.takeRest(text, true);
  const subject = subjectOf(words, names);
  const { reading } = names;
  const { type, isClear } = typeOf(words, reading.resources.length > 0);
  if (subject === "speaker" && type !== "conflict_check") names.addSelf();
  if (subject === "everyone" && type === "availability") names.addEveryone();
  const resolved = resolveWhen(phrase, { now, defaults: noDefaults, forward: false, anyTime: false });
  const title =
    quoted ?? particularWords(contentWords(text.rest.replaceAll("\uE000", " ").replace(questionWords, " "))).join(" ");
  const people = names.reading;
  const hasWhen = resolved.startTime !== null || resolved.searchWindow !== null;
  const asksWhen = /\bwhen\b|\bnext\b|\bwhat (?:time|day)\b|\bhow (?:many|long|often|busy)\b/i.test(typed);
  const missing: Missing[] = [
    ...itemsIf(resolved.problem !== null || (needsTime(type) && !hasWhen && !asksWhen), "time"),
    ...itemsIf(people.unknown.length > 0, "participants"),
  ];
  const hasSubject =
    hasWhen || title !== "" || people.participants.length + people.resources.length > 0 || type === "conflict_check";
  const fired: ConfidenceRuleName[] = [
    intent.strength === "explicit" ? "intentExplicit" : "intentLikely",
    ...itemsIf(isClear || hasWhen, "questionKind"),
    ...itemsIf(hasSubject, "questionSubject"),
    ...whenRules(resolved, phrase.time.assumed, false).filter((rule) => rule !== "exactTime" && rule !== "openTime"),
    ...itemsIf(people.participants.length + people.resources.length > 0, "names"),
  ];
  const data = {
    ...emptyData("query", context.timeZone),
    ...namesData(people),
    ...whenOf(resolved),
    title: finishTitle(title),
    queryType: type,
    missing,
  };
  return {
    data,
    fired,
    ceilings: [...itemsIf(missing.length > 0, "missing"), ...itemsIf(phrase.impossible.length > 0, "impossible")],
    notes: [...whenNotes(resolved).filter((note) => !note.startsWith("No day")), ...namesNotes(people)],
  };
}

const needsTime = (type: QueryType): boolean => type === "availability" || type === "resource_status";

/** "am I free" is about the speaker, "are we free" about everyone. */
const subjectOf = (words: string, names: NameReader): "speaker" | "everyone" | null => {
  if (names.reading.participants.length > 0) return null;
  if (/\b(?:am i|do i|can i|will i|did i|have i|i am|i'm|i have|i've|for me|my)\b/i.test(words)) return "speaker";
  return /\b(?:are we|can we|we are|we're|we all|all of us)\b/i.test(words) ? "everyone" : null;
};

type QueryWhen = Pick<
  NLParserData,
  "startTime" | "endTime" | "searchWindow" | "timeIsExact" | "allDay" | "durationMinutes"
>;

/** A question about whole days searches that time span. */
function whenOf({
  startTime,
  endTime,
  searchWindow,
  timeIsExact,
  allDay,
  durationMinutes,
}: ReturnType<typeof resolveWhen>): QueryWhen {
  if (allDay && startTime !== null && endTime !== null) {
    return {
      startTime: null,
      endTime: null,
      searchWindow: { start: startTime, end: endTime },
      timeIsExact: false,
      allDay: false,
      durationMinutes,
    };
  }
  return { startTime, endTime, searchWindow, timeIsExact, allDay: false, durationMinutes };
}
