import { z } from "zod";
import { confidenceText, MIN_CONFIDENCE, SURE } from "./confidence.ts";
import { type Evidence, Place, placeText, samePlace, sameSection } from "./evidence.ts";
import { REFUSAL } from "./question.ts";
import { sentencesOf } from "./sentences.ts";

/** Text of an answer, with the sources of its claims. */
export interface WrittenAnswer {
  /** `notContained`: no passage answers the question; the sources are the closest ones. */
  readonly outcome: "answered" | "notContained";
  readonly text: string;
  /** Places in the text, in the order of their numbers. After a refusal, other close ones follow. */
  readonly sources: readonly Place[];
  /** Probability that the first source is correct; null if a model wrote the answer, and 0 without an answer. */
  readonly confidence: number | null;
}

/** What a question was understood as, besides its words. */
export interface Reading {
  /** Number of documents. */
  readonly documents: number;
  /** Words of the question that no document contains. */
  readonly unknownWords: readonly string[];
  /** Earlier message that the question was read together with; empty without one. */
  readonly context: string;
  /** The message, if it only names a topic and the answer is the start of its text; empty otherwise. */
  readonly topic: string;
  /** The questions of the message, in order. */
  readonly parts: readonly string[];
  /** True if all evidence is to be quoted, because the message asks for more about its context. */
  readonly isMore?: boolean;
}

const MAX_PLACES = 3;

/** Minimum relevance of a second quote, and with an unsure best one. */
const CLOSE = 0.85;
const NEAR = 0.7;

/** Answers with quotes. Says if no passage is convincing, and which parts of the question have no answer. */
export function quotedAnswer(evidence: readonly Evidence[], reading: Reading, notes: string[] = []): WrittenAnswer {
  const parts = reading.parts.map((text, part) => ({ text, found: evidence.filter((item) => item.part === part) }));
  const answered = parts.filter(({ found: [best] }) => isSure(best));
  if (answered.length === 0) return notContained(evidence, reading);
  const quoted = answered
    .flatMap(({ text, found }) => (reading.isMore === true ? found : quotesOf(found, ASKS_STEPS.test(text))))
    .filter(
      ({ quote }, at, all) =>
        !all.some((other, index) => other.quote.includes(bare(quote)) && (other.quote !== quote || index < at)),
    );
  const confidences = answered.flatMap(({ found: [best] }) => best?.confidence ?? []);
  const confidence = confidences.length === 0 ? null : Math.min(...confidences);
  const missing = [...new Set(answered.flatMap(({ found: [best] }) => best?.missing ?? []))];
  const sources = placesOf(quoted, evidence);
  const places = sources.slice(0, distinct(quoted).length);
  const text = [
    quoted
      .map((item) => citedQuote(item, numberOf(item, places)))
      .join("\n")
      // Neighboring rows of a table have one header.
      .replaceAll(/(?<=^(\|.*\n\| ---.*\n)(?:\|.*\n)+)\n+\1/gm, "")
      .trim(),
    "",
    ...places.map(sourceLine),
    ...(confidence === null ? [] : ["", confidenceText(confidence)]),
    ...(sources.length > places.length ? ["", "See also (not quoted):"] : []),
    ...sources.map(sourceLine).slice(places.length),
    ...withGap([
      ...parts
        .filter(({ found: [best] }) => !isSure(best))
        .map((part) => `I found no answer to this part of the question: "${part.text}".`),
      ...(missing.length === 0 ? [] : [`The best passage does not contain ${listOf(missing)}.`]),
      ...notes,
      ...notesOn(reading),
    ]),
  ];
  return { outcome: "answered", text: text.join("\n"), sources, confidence };
}

/** A quote without the fence around code, or without the header above a row. */
export const bare = (quote: string): string =>
  quote.replaceAll(/^`{3,}\n|\n`{3,}$/g, "").replace(/^\|.*\n\|[ |-]+\n/, "");

const MAX_CODE_LINES = 15;

/** A quote with the number of its source after the sentence, in the last cell of a row, and not after a list or code. Long code is cut. */
function citedQuote({ quote }: Evidence, number: number): string {
  const text = quote.replaceAll(/^(`{3,})\n([^]*?)\n\1$/gm, (block, fence: string, code: string) => {
    const lines = code.split("\n");
    const hidden = lines.length - MAX_CODE_LINES;
    return hidden < 2
      ? block
      : `${fence}\n${lines.slice(0, MAX_CODE_LINES).join("\n")}\n${fence}\n(${hidden} more lines are in the source.)`;
  });
  if (text.startsWith("|")) return `\n${text.replace(/ \|$/, ` [${number}] |`)}\n`;
  const numbered = text.startsWith("```") ? `${text}\n[${number}]` : text.replace(/$/m, () => ` [${number}]`);
  return numbered.includes("\n") ? `${numbered}\n` : numbered;
}

const isSure = (item: Evidence | undefined): boolean => item !== undefined && (item.confidence ?? 1) >= MIN_CONFIDENCE;

/** Longest paragraph that is quoted as context, in characters. */
const MAX_PARAGRAPH = 600;

const ASKS_STEPS = /\bhow (?:do|can|could|should|would|may|must|to)\b/i;

/** The best passage and one as good, or the whole paragraph. The less sure an answer is, the more it quotes. */
function quotesOf(found: readonly Evidence[], asksSteps: boolean): readonly Evidence[] {
  const [best] = found;
  if (best === undefined) return [];
  const confidence = best.confidence ?? 1;
  const paragraph = found.filter((item) => samePlace(item, best));
  const length = paragraph.reduce((sum, { quote }) => sum + quote.length, 0);
  const isWide = asksSteps || (confidence < SURE && length <= MAX_PARAGRAPH);
  const own = isWide ? paragraph : [best];
  const isClose = ({ relevance, confidence: other }: Evidence): boolean =>
    confidence < SURE ? relevance >= NEAR : relevance >= CLOSE && (other ?? 0) >= MIN_CONFIDENCE;
  const second = found.find(
    (item) => !own.includes(item) && (samePlace(item, best) || !sameSection(item, best)) && isClose(item),
  );
  return [...own, ...(second === undefined ? [] : [second])].toSorted((a, b) =>
    samePlace(a, b) ? a.position - b.position : 0,
  );
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });
const listOf = (words: readonly string[]): string => alternatives.format(words.map((word) => `"${word}"`));

/** Says that there is no answer and which words the documents lack, and quotes the nearest passage about the topic. */
export function notContained(evidence: readonly Evidence[], reading: Reading): WrittenAnswer {
  if (reading.isMore === true && evidence.length === 0) {
    const text = `The documents contain nothing more about "${reading.context}".`;
    return { outcome: "notContained", text, sources: [], confidence: 0 };
  }
  const nearest = evidence.find(({ onTopic }) => onTopic);
  const sources = placesOf([], [...evidence.filter(({ onTopic }) => onTopic), ...evidence]);
  const text = [
    `${REFUSAL} in ${reading.documents === 1 ? "the document" : `the ${reading.documents} documents`}.`,
    ...notesOn(reading),
    ...(nearest === undefined
      ? ["", 'Type "documents" to list them.']
      : [
          ...(nearest.missing.length === 0 ? [] : [`The nearest passage does not contain ${listOf(nearest.missing)}.`]),
          "",
          "The nearest passage, which may not answer it:",
          nearestQuote(nearest),
          "",
          ...sources.slice(0, 1).map(sourceLine),
        ]),
  ];
  return { outcome: "notContained", text: text.join("\n"), sources, confidence: 0 };
}

/** A row with its table, or the first line of another passage, cut between two words if it has more than 300 characters. */
function nearestQuote(item: Evidence): string {
  if (item.quote.startsWith("|")) return citedQuote(item, 1).trimEnd();
  const [line = ""] = bare(item.quote).split("\n");
  return `"${line.replace(/^(?=.{301})(.{0,300})\s.*$/u, "$1 …")}" [1]`;
}

const distinct = (places: readonly Place[]): Place[] =>
  places.filter((place, at) => places.findIndex((other) => samePlace(other, place)) === at);

const numberOf = (place: Place, sources: readonly Place[]): number =>
  sources.findIndex((source) => samePlace(source, place)) + 1;

const sourceLine = (place: Place, at: number): string => `[${at + 1}] ${placeText(place)}`;

const withGap = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : ["", ...lines]);

const notesOn = ({ unknownWords, context, topic }: Reading): readonly string[] => [
  ...(unknownWords.length === 0 ? [] : [`No document contains ${listOf(unknownWords)}.`]),
  ...(context === "" ? [] : [`I read the question as a follow-up to "${context}".`]),
  ...(topic === "" ? [] : [`I read "${topic}" as a topic, so this is how the text about it starts.`]),
];

/** Places of the quotes, and of the evidence in other sections. */
function placesOf(quoted: readonly Evidence[], evidence: readonly Evidence[]): readonly Place[] {
  const places = distinct(quoted);
  for (const item of evidence)
    if (places.length < MAX_PLACES && !places.some((place) => sameSection(place, item))) places.push(item);
  return places.map((place) => Place.parse(place));
}

/** Answer of a model, as structured output. */
export const ModelAnswer = z.object({
  answered: z.boolean().describe("False if the passages do not answer the question."),
  claims: z
    .array(
      z.object({
        text: z.string().describe("One sentence of the answer, in the language of the question."),
        passage: z.int().describe("Number of the passage that supports the sentence."),
        quote: z.string().describe("The words of that passage that support the sentence, copied exactly."),
      }),
    )
    .describe("The sentences of the answer, at most six."),
});
export type ModelAnswer = z.infer<typeof ModelAnswer>;

/** Formats the evidence for a model, with the numbers that the answer must cite. */
export const evidenceText = (evidence: readonly Evidence[]): string =>
  evidence.map((item, at) => `[${at + 1}] (${placeText(item)}) ${item.quote}`).join("\n");

/** Keeps the claims of a model whose quote and numbers the cited passage contains. Without one, quotes the documents instead. */
export function verifiedAnswer(answer: ModelAnswer, evidence: readonly Evidence[], reading: Reading): WrittenAnswer {
  if (!answer.answered) return notContained(evidence, reading);
  const kept = answer.claims.flatMap(({ text, passage, quote }) => {
    const source = evidence[passage - 1];
    return source !== undefined && isSupported(text, quote, source) ? [{ text, source }] : [];
  });
  const dropped = answer.claims.length - kept.length;
  const note = `I left out ${dropped === 1 ? "1 sentence" : `${dropped} sentences`} of the model, because no passage supports ${dropped === 1 ? "it" : "them"}.`;
  const notes = dropped === 0 ? [] : [note];
  if (kept.length === 0) return quotedAnswer(evidence, reading, notes);
  const sources = distinct(kept.map(({ source }) => Place.parse(source)));
  const text = [
    kept.map(({ text: claim, source }) => `${claim.trim()} [${numberOf(source, sources)}]`).join(" "),
    "",
    ...sources.map(sourceLine),
    ...withGap([...notes, ...notesOn(reading)]),
  ];
  return { outcome: "answered", text: text.join("\n"), sources, confidence: null };
}

const MIN_QUOTE_WORDS = 3;

function isSupported(claim: string, quote: string, source: Evidence): boolean {
  const [wanted, passage] = [plain(quote), plain(source.quote)];
  const isWholePassage = wanted === passage && wanted !== "";
  if (!isWholePassage && (!` ${passage} `.includes(` ${wanted} `) || wanted.split(" ").length < MIN_QUOTE_WORDS))
    return false;
  // A model may also cite with numbers in brackets; they are not facts.
  const numbers = claim.replaceAll(/\[\d{1,3}\]/g, "").match(/\d+(?:[.,:]\d+)*/g) ?? [];
  const stated = new Set(source.quote.match(/\d+(?:[.,:]\d+)*/g));
  return sentencesOf(claim).length > 0 && numbers.every((number) => stated.has(number));
}

/** Words in lower case, so that spaces, quotation marks and line breaks do not matter. */
const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
