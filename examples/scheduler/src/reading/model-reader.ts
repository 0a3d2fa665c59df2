import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { checkData } from "../domain/check-data.ts";
import { findNamed, type Member } from "../domain/household.ts";
import { emptyData, NLParserData } from "../domain/parser-data.ts";
import { mergeReply } from "./replies.ts";
import { INSTRUCTIONS, repairOf } from "./prompt.ts";
import { readByRules, type ReaderContext, type Reading, type RequestReader } from "./reader.ts";

/** Number of days ahead, of events, and of dates of a series that the model receives. */
const AHEAD_DAYS = 60;
const MAX_EVENTS = 40;
const MAX_STARTS = 10;
/** Time limit of one reading, in milliseconds. */
const TIMEOUT = 20_000;
/** Maximum number of questions of the model, and of their characters. */
const MAX_QUESTIONS = 3;
const MAX_LENGTH = 200;

/** Answer of the model: the data of the parser with names in place of ids, and the words that say each field. */
const ModelAnswer = z.strictObject({
  kind: z.enum(["new", "changed", "dropped"]),
  data: NLParserData.omit({ missing: true, assumed: true, candidates: true, plain: true }),
  evidence: z.array(z.strictObject({ field: z.string(), words: z.string() })),
  confidence: z.number().min(0).max(1),
});
type ModelAnswer = z.infer<typeof ModelAnswer>;

/**
 * All fields are required, because a strict schema of the OpenAI protocol has no defaults and no patterns. A copy, because LangChain would
 * make the schema again from what Zod attaches to its own.
 */
const SCHEMA: Record<string, unknown> = {
  ...z.toJSONSchema(ModelAnswer, {
    io: "output",
    override({ jsonSchema }) {
      for (const key of ["default", "pattern", "format", "minimum", "maximum", "minLength"] as const)
        delete jsonSchema[key];
    },
  }),
};

/** Fields that must be said in the message. */
const SAID = [
  "title",
  "startTime",
  "endTime",
  "participants",
  "resources",
  "recurrenceRule",
  "minutes",
  "removedParticipants",
  "removedResources",
  "location",
  "description",
  "priority",
  "flexibility",
] as const;

/**
 * Creates a reader that uses a chat model with structured output. Rules check the answer: people, things, events and dates exist, and every
 * value is said in the message. The model can repair a refused answer once; what is still refused is asked.
 *
 * A model that fails, or gives no usable answer, is replaced by the rules of the small language, which is said. It never throws for that.
 */
export function modelReader(model: BaseChatModel): RequestReader {
  const structured = model.withStructuredOutput(SCHEMA, { name: "read_message", strict: true, includeRaw: true });
  return async (text, context, signal) => {
    if (!/\p{L}/u.test(text)) return readByRules(text, context);
    const limit = AbortSignal.timeout(TIMEOUT);
    // The tag keeps the model's text out of the message stream: nothing is shown before it is checked.
    const options = { signal: AbortSignal.any(signal ? [limit, signal] : [limit]), tags: ["langsmith:nostream"] };
    const messages = [
      { role: "system", content: INSTRUCTIONS },
      { role: "user", content: briefing(text, context) },
    ];
    try {
      const asked = answerIn(await structured.invoke(messages, options));
      const first = checked(asked.data, text, context);
      if (first.problems.length === 0 && first.reading !== null) return first.reading;
      const repair = [
        { role: "assistant", content: asked.text },
        { role: "user", content: repairOf(first.problems) },
      ];
      const { data } = answerIn(await structured.invoke([...messages, ...repair], options));
      const second = checked(data, text, context);
      if (second.reading !== null) return second.reading;
      throw new TypeError("The model gave no usable answer.");
    } catch (error) {
      if (signal?.aborted === true) throw error;
      const reason = limit.aborted ? `did not answer within ${TIMEOUT / 1000} seconds` : "gave no usable answer";
      return { ...readByRules(text, context), problem: `The model ${reason}, so the rules read this.` };
    }
  };
}

/** The data and the text of an answer. Models of tests give the data alone. */
function answerIn(answer: object): { readonly data: unknown; readonly text: string } {
  const { raw, parsed } = Raw.safeParse(answer).data ?? {};
  return raw === undefined ? { data: answer, text: JSON.stringify(answer) } : { data: parsed, text: raw.text };
}

const Raw = z.object({ raw: z.looseObject({ text: z.string() }), parsed: z.unknown() });

interface Checked {
  /** What the model must correct, in sentences. */
  readonly problems: readonly string[];
  /** The reading, in which the problems are questions; null for an answer of another form. */
  readonly reading: Reading | null;
}

const ids = (names: readonly string[], items: readonly Member[]): string[] =>
  names.map((name) => findNamed(items, name)?.id ?? name);

function checked(answer: unknown, text: string, context: ReaderContext): Checked {
  const { data: read, error } = ModelAnswer.safeParse(answer);
  if (read === undefined) {
    const problems = error.issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
    return { problems, reading: null };
  }
  const { pending } = context;
  if (read.kind === "dropped" && pending !== null)
    return {
      problems: [],
      reading: { kind: "dropped", data: pending.parsed, ...BY_MODEL, confidence: read.confidence },
    };
  const isChanged = read.kind === "changed" && pending !== null;
  const { household } = context.calendar;
  const said: NLParserData = {
    ...emptyData,
    ...read.data,
    participants: ids(read.data.participants, household.members),
    removedParticipants: ids(read.data.removedParticipants, household.members),
    resources: ids(read.data.resources, household.resources),
    removedResources: ids(read.data.removedResources, household.resources),
    questions: [],
    unused: read.data.unused.map((words) => words.slice(0, MAX_LENGTH)),
  };
  const data = isChanged ? mergeReply(pending.parsed, said) : said;
  const { questions: refused, missing } = checkData(data, context);
  const problems = [...refused, ...invented(read, text)];
  const doubts = read.data.questions.slice(0, MAX_QUESTIONS).map((question) => question.slice(0, MAX_LENGTH));
  const questions = [...problems, ...doubts];
  const plain = !isChanged && questions.length === 0;
  const reading: Reading = {
    kind: isChanged ? "changed" : "new",
    data: { ...data, missing, questions, plain },
    ...BY_MODEL,
    confidence: read.confidence,
  };
  return { problems, reading };
}

const BY_MODEL = { readBy: "model", problem: null } as const;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Questions about values for which the message has no words. */
function invented({ data, evidence }: ModelAnswer, text: string): string[] {
  const message = ` ${plain(text)} `;
  return SAID.flatMap((field) => {
    const value = data[field];
    if (value === null || (Array.isArray(value) && value.length === 0)) return [];
    const isSaid = evidence.some(
      ({ field: name, words }) => name === field && plain(words) !== "" && message.includes(` ${plain(words)} `),
    );
    return isSaid ? [] : [`Your message does not say "${[value].flat().join(", ")}". What should it be?`];
  });
}

/** Prompt for one message, as JSON, so that its content cannot be confused with instructions. */
function briefing(message: string, { calendar, now, speaker, pending }: ReaderContext): string {
  const { household } = calendar;
  const zoned = Temporal.Instant.from(now).toZonedDateTimeISO(household.timeZone);
  const ahead = calendar.occurrences({ start: now, end: zoned.add({ days: AHEAD_DAYS }).toInstant().toString() });
  const events = [...Map.groupBy(ahead, ({ seriesId }) => seriesId)].slice(0, MAX_EVENTS).flatMap(([id, dates]) => {
    const event = calendar.event(id);
    if (event === null) return [];
    const { title, start, end, recurrenceRule: repeats, participants: people, resources: things } = event;
    const starts = repeats === null ? null : dates.slice(0, MAX_STARTS).map(({ originalStart }) => originalStart);
    return [{ id, title, start, end, repeats, starts, people, things }];
  });
  return JSON.stringify({
    now: zoned.toString({ smallestUnit: "minute" }),
    weekday: zoned.toLocaleString("en-GB", { weekday: "long" }),
    speaker,
    people: household.members.map(({ name, aliases }) => [name, ...aliases]),
    groups: household.groups ?? [],
    things: household.resources.map(({ name, aliases }) => [name, ...aliases]),
    events,
    open: pending,
    message,
  });
}
