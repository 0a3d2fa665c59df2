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
import { longestRequest, RequestText, tidyText } from "./request-text.ts";
import { correctSpelling } from "./spelling.ts";

export type { ParseContext, PendingRequest } from "./parse-context.ts";

/** What was understood, how sure that is, and why; every part is plain JSON. */
export interface ParsedRequest {
  readonly data: NLParserData;
  /** 0 to 1, by the rules of `confidenceRules`: below 0.7 something has to be asked. */
  readonly confidence: number;
  /** For people: how it was understood, with every date spelled out. */
  readonly explanation: string;
  /** For the audit: the rules of the confidence that fired. */
  readonly reasoning: string;
}

/**
 * Reads what people type to a family's calendar: new events, changes, cancellations and questions.
 *
 * Pure: the same text in the same context gives the same answer, in every time zone of the machine. Never throws for
 * any text; of a long one, the first 1000 characters are read. The readings where people differ:
 *
 * | Typed | Means |
 * | --- | --- |
 * | "next Thursday" | the Thursday of next week; weeks begin on Monday |
 * | "Thursday", "this Thursday" | the first one from today on; today only while the time is still ahead |
 * | "at 4" | 16:00: bare 1 to 6 are in the afternoon, 7 to 11 in the morning, unless the household sleeps then |
 * | "midnight" | the end of the day named |
 * | "12/4" | 4 December in the zones of the United States, 12 April elsewhere |
 * | "until June" | through 31 May; "through June" includes June |
 * | "until Friday" | Friday included |
 * | "at 4" without a day | today if that is still ahead, else tomorrow |
 * | "cancel piano" of a series | its next occurrence; "all", "every" and "the series" mean all of it |
 */
export function parseRequest(text: string, context: ParseContext): ParsedRequest {
  const { text: tidy, cut } = tidyText(text);
  const { text: typed, corrected } = correctSpelling(tidy, knownWords(context.household, context.calendar));
  const setting = settingOf(context, typed);
  const reading = read(setting);
  const spelled = corrected.length > 0 ? [`I read ${corrected.join(" and ")}.`] : [];
  const shortened = cut ? [`Only the first ${longestRequest} characters were read.`] : [];
  const whole: Reading = {
    ...reading,
    fired: [...reading.fired, ...(corrected.length > 0 ? (["spelling"] as const) : [])],
    ceilings: [...reading.ceilings, ...(cut ? (["cut"] as const) : [])],
    notes: [...reading.notes, ...spelled, ...shortened],
  };
  const { value, reasoning } = confidenceOf(whole.fired, whole.ceilings);
  return { data: NLParserData.parse(whole.data), confidence: value, explanation: explain(whole, setting), reasoning };
}

/** Names and titles are right as they are, whatever they resemble. */
function knownWords(household: Household, calendar: CalendarView): ReadonlySet<string> {
  const names = [...household.members, ...household.resources].flatMap(({ name, aliases }) => [name, ...aliases]);
  const titles = calendar.events().map((event) => event.title);
  return new Set([...names, ...titles].flatMap((each) => each.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
}

function read(setting: Setting): Reading {
  const { context, typed } = setting;
  const pending = context.pending ?? null;
  if (pending !== null && givesUp(typed)) {
    return { ...unclear(setting), notes: ["The earlier request is dropped."] };
  }
  const { reading, intent } = readAlone(setting);
  if (pending === null) return reading;
  return completePending(typed, pending.data, { ...setting, fresh: { reading, intent } }) ?? reading;
}

const quotation = /"([^"]{1,100})"|(?<![\p{L}\p{N}])'([^']{2,100})'(?![\p{L}\p{N}])/u;

/** Reads a text on its own. */
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
  // The calendar knows nothing like it, so "drop Emma at school" is a new event and no cancellation.
  const created: Intent = { eventType: "create", strength: "implied", verb: "" };
  const chore = readAs(created, start(), setting);
  return isComplete(chore) || joiningVerb.test(intent.verb) ? { reading: chore, intent: created } : { reading, intent };
}

interface Prepared {
  readonly text: RequestText;
  readonly quoted: string | null;
}

/** "soccer no longer needs the van" is a change without a verb of change, when the calendar knows soccer. */
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

/** True when a verb that is also used for chores is meant as one: "make pancakes", "drop Emma at school". */
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

/** A chore has a name and a time; anything less is taken by its verb. */
const isComplete = ({ data }: Reading): boolean => data.title !== null && !data.missing.includes("time");
