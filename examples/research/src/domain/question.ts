import { hasAskedForm } from "./answer-kind.ts";
import { isWeak, termsOf } from "./words.ts";

/** Message of the user or the assistant. */
export interface Utterance {
  readonly speaker: "user" | "assistant";
  readonly text: string;
  /** True for a clarification that the assistant asks for. */
  readonly asks: boolean;
}

/** Question to search for. */
export interface Question {
  readonly text: string;
  /** Terms of the text, which an answer has to cover. */
  readonly terms: readonly string[];
  /** Earlier message that the question refers to. */
  readonly context: string;
}

const CAMEL = /\b\p{L}+\p{Ll}\p{Lu}\p{L}*/gu;

/** Creates a question from its text and the earlier message that it refers to. */
export function questionOf(text: string, context = ""): Question {
  // An answer has to contain a name like "turnStart" as a whole. Its parts only guide the search.
  const parts = new Set((text.match(CAMEL) ?? []).flatMap((name) => termsOf(name).slice(1)));
  return { text, terms: termsOf(text).filter((term) => !parts.has(term)), context };
}

/** Returns the terms that an answer has to cover: those of the question, and of its context if the question names no topic. */
export const searchedTerms = ({ text, terms, context }: Question): readonly string[] =>
  topicOf(text).length > 0 ? terms : [...new Set([...terms, ...termsOf(context)])];

/** Start of a fragment that continues the previous question: "And guillemots?", but not "And where do guillemots nest?". */
const FRAGMENT =
  /^(?:and|also|but|so|then|what about|how about|what if)\b(?!.*\b(?:who|what|when|where|which|why|how|is|are|was|were|do|does|did|can|may|must)\b.)/i;

const PRONOUN = /\b(?:it|its|they|them|their|that|this|those|these)\b/i;

/** Returns true if a question names no topic, is a fragment, or has a pronoun before its first topic, so that the pronoun refers back. */
function isFollowUp(text: string): boolean {
  const topics = topicOf(text).length;
  if (topics === 0) return true;
  const before = text.slice(0, PRONOUN.exec(text)?.index ?? 0);
  const refersBack = PRONOUN.test(text) && topicOf(before).length === 0;
  return topics < 4 && (refersBack || FRAGMENT.test(text.trim()));
}

/** Returns true for a message that only thanks, greets or agrees, and asks nothing. */
export const isCourtesy = (text: string): boolean =>
  /^(?:(?:ok(?:ay)?|thanks?|thank you|thx|great|perfect|cool|nice|good|fine|bye|goodbye|hi|hello|hey|(?:so|very) much|a lot)\b[\s,.!]*)+$/i.test(
    text.trim(),
  );

/** A second question in one message: after a sentence, or after "and" with a question word and a verb. */
const SECOND_QUESTION =
  /(?<=\?)\s+|,?\s+and\s+(?=(?:who|what|when|where|why|how|which)\b(?:\s+\p{L}+){0,3}?\s+(?:is|are|was|were|do|does|did|can|could|may|must|will|has|have|should)\b)/iu;

const ASKS = /\b(?:who|what|when|where|why|how|which|is|are|do|does|can|may)\b/i;

/** Splits a message into its questions, if each of them asks something; otherwise the message is one question. */
export function partsOf(text: string): readonly string[] {
  const parts = text.split(SECOND_QUESTION).map((part) => part.trim());
  const isSeveral = parts.length > 1 && topicOf(parts[0] ?? "").length > 0 && parts.every((part) => ASKS.test(part));
  return isSeveral ? parts : [text];
}

const DATE =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|April|June|July|August|September|October|November|December)\b|(?<=\p{L} )(?:March|May)\b|\d[\p{L}\d]*/gu;

/** Returns the terms of the dates and numbers in a question, which an answer has to contain. */
export const factsOf = (text: string): readonly string[] => termsOf((text.match(DATE) ?? []).join(" "));

/** Reads the current question of a conversation. A follow-up, or a reply to a clarification, is read with an earlier question. */
export function readQuestion(utterances: readonly Utterance[]): Question {
  const current = utterances.findLastIndex(({ speaker }) => speaker === "user");
  const text = utterances[current]?.text ?? "";
  const before = utterances.slice(0, Math.max(0, current));
  if (before.at(-1)?.asks === true) {
    // All user messages since the last answer are parts of one question.
    const start = before.findLastIndex(({ speaker, asks }) => speaker === "assistant" && !asks) + 1;
    const parts = before.slice(start).filter(({ speaker }) => speaker === "user");
    return questionOf([...parts.map((part) => part.text).filter((part) => !asksNothing(part)), text].join(" "));
  }
  const isRefused = before.at(-1)?.text.startsWith(REFUSAL) === true;
  const topic = lastTopic(before);
  const isAbout = isFollowUp(text) || asksForMore({ text, context: topic });
  return questionOf(text, isAbout && !isCourtesy(text) && !(isRefused && asksNothing(text)) ? topic : "");
}

/** True for a message such as "Tell me more" that continues an earlier one, and may name its topic again. */
export const asksForMore = ({ text, context }: Pick<Question, "text" | "context">): boolean =>
  /\b(?:more|else|further)\b/i.test(text) &&
  context !== "" &&
  hasAskedForm(text, "") === null &&
  topicOf(text).every((term) => termsOf(context).includes(term));

/** True for a message such as "Tell me more", which adds nothing to a reply. */
const asksNothing = (text: string): boolean => termsOf(text).length === 0 && hasAskedForm(text, "") === null;

/** Start of a refusal. "Tell me more" after it has nothing to refer to. */
export const REFUSAL = "I did not find an answer to this";

const VERB = /\b(?:should|could|would|must|will|was|were|did|has|have|had|am|i|we|you|they|it)\b/i;

/** Words before a topic that ask for nothing in particular. */
const INTRODUCTION =
  /^(?:please )?(?:(?:tell|show|teach) me |explain |describe |what about |how about )?(?:more |about )*/i;

/** Returns the terms of a message that only names a topic, such as "agents" or "tell me about the ferry"; none for any other message. */
export function topicAlone({ text, context }: Question): readonly string[] {
  const topic = text.trim().replace(INTRODUCTION, "");
  return context !== "" || ASKS.test(topic) || VERB.test(topic) ? [] : termsOf(topic);
}

const topicOf = (text: string): readonly string[] => termsOf(text).filter((term) => !isWeak(term));

/** Returns true if neither the question nor its context names a topic. */
export const isVague = ({ text, context }: Question): boolean => topicOf(`${text} ${context}`).length === 0;

/** Returns the user's last message that names a topic. */
const lastTopic = (before: readonly Utterance[]): string =>
  before.findLast(({ speaker, text }) => speaker === "user" && topicOf(text).length > 0)?.text ?? "";
