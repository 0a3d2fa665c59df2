import { itemsIf } from "../items-if.ts";
import type { CalendarView } from "../calendar.ts";
import type { Household } from "../household.ts";
import { NLParserData } from "../nl-parser-data.ts";
import { readNamesChange } from "./change-phrase.ts";
import { completePending, givesUp } from "./complete-pending.ts";
import { confidenceOf } from "./confidence.ts";
import { explain } from "./explain.ts";
import { readIntent, takeFrames } from "./intent.ts";
import type { Intent } from "./intent.ts";
import { settingOf } from "./parse-context.ts";
import type { ParseContext, Setting } from "./parse-context.ts";
import { readCancel } from "./read-cancel.ts";
import { readChange } from "./read-change.ts";
import { readCreate, unclear } from "./read-create.ts";
import { readQuery } from "./read-query.ts";
import type { Reading } from "./reading.ts";
import { maxRequestLength, RequestText, tidyText } from "./request-text.ts";
import { correctSpelling } from "./spelling.ts";

export type { ParseContext, PendingRequest } from "./parse-context.ts";

/** Parsed request with its confidence and explanations, in plain JSON. */
export interface ParsedRequest {
  readonly data: NLParserData;
  /** Confidence from 0 to 1, by `confidenceRules`; below 0.7 the user is asked. */
  readonly confidence: number;
  /** Explanation for people, with full dates. */
  readonly explanation: string;
  /** Confidence rules that applied, for the audit log. */
  readonly reasoning: string;
}

/**
 * Parses text that people type to a family calendar: new events, changes, cancellations and questions.
 *
 * The function is pure: the same text and context give the same result, regardless of the time zone of the machine. It never throws;
 * only the first 1000 characters of a text are read. Ambiguous phrases have these meanings:
 *
 * | Text | Meaning |
 * | --- | --- |
 * | "next Thursday" | the Thursday of next week; weeks begin on Monday |
 * | "Thursday", "this Thursday" | the first one from today on; today only if the time is still ahead |
 * | "at 4" | 16:00: bare hours 1 to 6 are in the afternoon, 7 to 11 in the morning, unless that is outside waking hours |
 * | "midnight" | the end of the named day |
 * | "12/4" | 4 December in time zones of the United States, 12 April elsewhere |
 * | "until June" | through 31 May; "through June" includes June |
 * | "until Friday" | through Friday |
 * | "at 4" without a day | today if that is still ahead, otherwise tomorrow |
 * | "cancel piano" for a series | its next occurrence; "all", "every" and "the series" mean the whole series |
 */
export function parseRequest(text: string, context: ParseContext): ParsedRequest {
  const { text: tidy, cut } = tidyText(text);
  const { text: typed, corrected } = correctSpelling(tidy, knownWords(context.household, context.calendar));
  const setting = settingOf(context, typed);
  const reading = read(setting);
  const spelled = corrected.length > 0 ? [`Read ${corrected.join(" and ")}.`] : [];
  const shortened = cut ? [`Only the first ${maxRequestLength} characters were read.`] : [];
  const whole: Reading = {
    ...reading,
    fired: [...reading.fired, ...itemsIf(corrected.length > 0, "spelling")],
    ceilings: [...reading.ceilings, ...itemsIf(cut, "cut")],
    notes: [...reading.notes, ...spelled, ...shortened],
  };
  const { value, reasoning } = confidenceOf(whole.fired, whole.ceilings);
  return { data: NLParserData.parse(whole.data), confidence: value, explanation: explain(whole, setting), reasoning };
}

/** Words of names and titles, which are never corrected. */
function knownWords(household: Household, calendar: CalendarView): ReadonlySet<string> {
  const names = [...household.members, ...household.resources].flatMap(({ name, aliases }) => [name, ...aliases]);
  const titles = calendar.events().map((event) => event.title);
  return new Set([...names, ...titles].flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
}

function read(setting: Setting): Reading {
  const { context, typed } = setting;
  const pending = context.pending ?? null;
  if (pending !== null && givesUp(typed)) {
    return { ...unclear(setting), notes: ["The earlier request was dropped."] };
  }
  const { reading, intent } = readAlone(setting);
  if (pending === null) return reading;
  return completePending(typed, pending.data, { ...setting, fresh: { reading, intent } }) ?? reading;
}

const quotation = /"([^"]{1,100})"|(?<![\p{L}\p{N}])'([^']{2,100})'(?![\p{L}\p{N}])/u;

/** Reads a text without an earlier request. */
function readAlone(setting: Setting): { readonly reading: Reading; readonly intent: Intent } {
  const start = (): { text: RequestText; quoted: string | null } => {
    const text = new RequestText(setting.typed);
    const match = text.take(quotation);
    takeFrames(text);
    return { text, quoted: match === null ? null : (match[1] ?? match[2] ?? null) };
  };
  const { text, quoted } = start();
  if (quoted === null && !text.hasWords)
    return { reading: unclear(setting), intent: { eventType: "create", strength: "implied", verb: "" } };
  const intent = readIntent(text, setting.typed);
  const joined = intent.strength === "implied" ? readJoined(start(), setting) : null;
  if (joined !== null) return joined;
  const reading = readAs(intent, { text, quoted }, setting);
  if (!isChore(intent, reading, setting)) return { reading, intent };
  // Nothing in the calendar matches, so "drop Emma at school" is a new event, not a cancellation.
  const created: Intent = { eventType: "create", strength: "implied", verb: "" };
  const chore = readAs(created, start(), setting);
  return isComplete(chore) || joiningVerb.test(intent.verb) ? { reading: chore, intent: created } : { reading, intent };
}

interface Prepared {
  readonly text: RequestText;
  readonly quoted: string | null;
}

/** Reads a change without a verb of change, such as "soccer no longer needs the van", if the calendar contains the event. */
function readJoined(
  prepared: Prepared,
  setting: Setting,
): { readonly reading: Reading; readonly intent: Intent } | null {
  if (readNamesChange(prepared.text.rest.trim(), setting) === null) return null;
  const intent: Intent = { eventType: "modify", strength: "likely", verb: "" };
  const reading = readAs(intent, prepared, setting);
  return reading.data.targetEventId === null ? null : { reading, intent };
}

const readers = { create: readCreate, modify: readChange, cancel: readCancel, query: readQuery };

const readAs = (intent: Intent, { text, quoted }: Prepared, setting: Setting): Reading =>
  readers[intent.eventType](text, quoted, { intent, ...setting });

const pronouns =
  /^(?:please )?\p{L}+(?: up| back| over| off)? (?:it|that|this|them|everything|the (?:event|appointment|meeting))\b/iu;
const makingVerb = /^(?:make|set|turn|start|call|mark|update|edit|change)$/;
const joiningVerb = /^(?:add|invite|include|put|bring)$/;
const ownObject =
  /^(?:please )?\p{L}+ (?:the|my|our|his|her|their|this|next|all|every|it|\p{L}+'s) |\b(?:instead|longer|shorter|later|earlier|sooner|priority|important|urgent|flexible|long|fixed)\b/iu;
const goesSomewhere = /\b(?:to|until|back|forward|later|earlier|by|up)\b/i;

/** True if a verb that is also used for chores describes one: "make pancakes", "drop Emma at school". */
function isChore(intent: Intent, { data }: Reading, setting: Setting): boolean {
  if (intent.strength !== "likely" || intent.eventType === "query") return false;
  const { typed } = setting;
  const found = data.targetEventId !== null || data.targetCandidates.length > 0;
  if (joiningVerb.test(intent.verb)) {
    const moves = /\b(?:forward|back|earlier|later|off)\b/i.test(typed);
    return !found || (!moves && readNamesChange(typed, setting) === null);
  }
  if (found) return makingVerb.test(intent.verb) && intent.verb !== "change" && !ownObject.test(typed);
  if (pronouns.test(typed) || /^(?:skip|no)$/.test(intent.verb)) return false;
  if (makingVerb.test(intent.verb) || intent.eventType === "cancel") return true;
  return !goesSomewhere.test(typed);
}

/** True for a chore with a name and a time; anything less is read according to its verb. */
const isComplete = ({ data }: Reading): boolean => data.title !== null && !data.missing.includes("time");
