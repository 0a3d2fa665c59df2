import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { z } from "zod";
import { citiesText } from "../domain/format.ts";
import { readingPrompt, repairPrompt } from "./prompt.ts";
import { readMessage } from "./read-message.ts";
import { changeOf, detailsOf, emptyReading, HOW_MANY, Reading, type ReadingContext, WHENCE, WHERE } from "./reading.ts";

/** A reading by a model, with the words of the message that state each detail. */
const Answer = Reading.extend({ quotes: z.array(z.strictObject({ detail: z.string(), words: z.string() })) });
type Answer = z.infer<typeof Answer>;

/** The schema that a model gets. A strict one needs every property, and an answer leaves most of them out. */
const SCHEMA: Readonly<Record<string, unknown>> = z.toJSONSchema(Answer, { io: "input" });

/** A detail that does not pass the checks. */
interface Fault {
  readonly text: string;
  /** The group, and the name within the group, such as `trip` and `startDate`. */
  readonly at: readonly string[];
  /** What to ask the traveler instead. */
  readonly ask: string;
  /** What to say to the traveler. */
  readonly problem?: string;
}

/**
 * Reads a message with a model whose answer has the shape of a {@link Reading}.
 *
 * Rules check it: places exist, each detail has a quote that is in the message, days and numbers are written in their quote. The model
 * corrects its answer once. What still does not pass is left out and asked about, and words that no quote has are named.
 * If the model fails or gives no valid answer, the small reader takes over.
 */
export async function readWithModel(text: string, context: ReadingContext, model: BaseChatModel, signal?: AbortSignal) {
  const messages = [new SystemMessage(readingPrompt(context)), new HumanMessage(text)];
  // The tag keeps the answer out of the graph's message stream: nothing is shown before it is checked.
  const options = { tags: ["langsmith:nostream"], ...(signal !== undefined && { signal }) };
  const structured = model.withStructuredOutput(SCHEMA, { name: "reading", strict: false });
  try {
    let answer = Answer.safeParse(await structured.invoke(messages, options));
    const faults = answer.success
      ? faultsOf(answer.data, text, context).map((fault) => fault.text)
      : [String(answer.error)];
    if (faults.length > 0) {
      const before = new AIMessage(JSON.stringify(answer.data ?? "no valid answer"));
      const repair = [...messages, before, new HumanMessage(repairPrompt(faults))];
      answer = Answer.safeParse(await structured.invoke(repair, options));
    }
    return answer.success ? checked(answer.data, text, context) : fallback(text, context, "gave no valid reading");
  } catch (error) {
    signal?.throwIfAborted();
    // The message of the error is not stored: a service may repeat the key in it.
    const status: unknown = Reflect.get(Object(error), "status");
    return fallback(
      text,
      context,
      typeof status === "number" ? `failed with status ${status}` : "gave no valid reading",
    );
  }
}

function fallback(text: string, context: ReadingContext, problem: string): Reading {
  const reading = readMessage(text, context);
  return { ...reading, reasoning: `${reading.reasoning} The model ${problem}.` };
}

/** Details that need no quote: they are about the message, and not from it. */
const ABOUT: ReadonlySet<string> = new Set([
  "quotes",
  "problems",
  "ask",
  "unread",
  "asItIs",
  "datesAssumed",
  "travelersAssumed",
  "several",
  "perPerson",
]);
const DATES: ReadonlySet<string> = new Set(["startDate", "endDate"]);
const PARTY: ReadonlySet<string> = new Set(["travelers", "children"]);
const NUMBERS: ReadonlySet<string> = new Set(["travelers", "total", "nightAtMost"]);
const PLACES: Readonly<Record<string, string>> = { origin: WHENCE, destination: WHERE, notTo: WHERE };

const letters = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** True if the numbers of a quote mean a value: those of a party add up, and a price may be written as "1,400". */
function fits(name: string, value: number, digits: readonly number[]): boolean {
  const sum = digits.reduce((all, number) => all + number, 0);
  // "4 people, 2 adults and 2 children"
  const isTotal = digits.length > 2 && digits.includes(value) && sum === 2 * value;
  return name === "travelers" ? value === sum || isTotal : [...digits, Number(digits.join(""))].includes(value);
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

/** The details of an answer by their place: those of the trip, the budget and the wishes one by one. */
function detailsIn(answer: Answer): readonly { readonly at: readonly string[]; readonly value: unknown }[] {
  return entriesOf(detailsOf(answer)).flatMap(([group, value]) =>
    /^(?:trip|budget|wishes)$/.test(group)
      ? entriesOf(value).map(([name, each]) => ({ at: [group, name], value: each }))
      : [{ at: [group], value }],
  );
}

/** Returns the details of an answer that the message does not state. */
function faultsOf(answer: Answer, text: string, { airports }: ReadingContext): readonly Fault[] {
  const message = ` ${letters(text)} `;
  return detailsIn(answer).flatMap(({ at, value }): readonly Fault[] => {
    const [path, name = ""] = [at.join("."), at.at(-1)];
    if (ABOUT.has(name)) return [];
    const ask =
      PLACES[name] ??
      (DATES.has(name) ? "on which days you travel" : PARTY.has(name) ? HOW_MANY : `what you want for "${name}"`);
    const fault = (why: string, problem?: string): readonly Fault[] => [
      { at, text: `\`${path}\` ${why}.`, ask, ...(problem !== undefined && { problem }) },
    ];
    const place = String(value);
    if (name in PLACES && !airports.some(({ code }) => code === place))
      return fault(
        `is not a city that the planner knows: ${place}`,
        `I do not know "${place}" as a place. The catalog has ${citiesText(airports)}.`,
      );
    const quotes = answer.quotes.filter(({ detail }) => detail === path).map(({ words }) => letters(words));
    if (!quotes.some((words) => words !== "" && message.includes(` ${words} `)))
      return fault("has no quote that is in the message");
    const digits = quotes.flatMap((words) => words.match(/\d+/g) ?? []).map(Number);
    if (DATES.has(name) && !digits.includes(Number(place.slice(8)))) return fault("has no day in its quote");
    const isOther = NUMBERS.has(name) && digits.length > 0 && !fits(name, Math.ceil(Number(value)), digits);
    return isOther ? fault("is another number than in its quote") : [];
  });
}

/** The reading without what the message does not state, which is asked about. */
function checked(answer: Answer, text: string, context: ReadingContext): Reading {
  const { quotes, ...reading } = answer;
  const faults = faultsOf(answer, text, context);
  for (const [group = "", name] of faults.map(({ at }) => at))
    if (name === undefined) Reflect.set(reading, group, Reflect.get(emptyReading(), group));
    else Reflect.deleteProperty({ budget: reading.budget, wishes: reading.wishes }[group] ?? reading.trip, name);
  const { trip } = reading;
  const people = quotes.find(({ detail }) => detail === "trip.travelers")?.words ?? "";
  // A number of people that is not written as a number is an assumption.
  if (trip.travelers !== undefined && !/\d/.test(people))
    trip.travelersAssumed = `I counted ${trip.travelers} for "${people}"`;
  const settled = withOneIntent(reading, text);
  return {
    ...settled,
    problems: [...settled.problems, ...faults.flatMap(({ problem = [] }) => problem)],
    ask: [...new Set([...settled.ask, ...faults.map(({ ask }) => ask)])],
    unread: unquoted(text, quotes),
  };
}

/** A changed trip is seen before it is booked, and what a command does not use is named. */
function withOneIntent(reading: Reading, text: string): Reading {
  const change = changeOf({ ...reading, problems: [] });
  if (change === null || /^(?:(?:plan|change|new)_trip|question)$/.test(reading.intent)) return reading;
  const isCommand = /^(?:cancel|show|forget|drop)_/.test(reading.intent);
  const said = isCommand
    ? [`I do one thing at a time, so I used nothing else of "${text}". Please say the rest again.`]
    : reading.intent === "book_trip"
      ? ['I only changed the trip, and booked nothing. When it is right, type "book it".']
      : [];
  return { ...reading, intent: isCommand ? reading.intent : change, problems: [...reading.problems, ...said] };
}

/** Parts of a message that no quote has. Words of up to three letters are not named alone. */
function unquoted(text: string, quotes: Answer["quotes"]): string[] {
  let left = text;
  for (const { words } of quotes.toSorted((a, b) => b.words.length - a.words.length))
    if (/[\p{L}\p{N}]/u.test(words)) left = left.replace(words, "·");
  const parts = left.split(/[·,;.!?]/).map((part) => part.trim());
  return parts.filter((part) => /\p{L}{4}|\d/u.test(part));
}
