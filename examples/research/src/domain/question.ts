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

const FOLLOW_UP =
  /^(?:and|also|but|so|then|why|what about|how about|what if)\b|\b(?:it|its|they|them|their|that|this|those|these)\b/i;

/**
 * Reads the current question of a conversation, given the oldest message first.
 *
 * A reply to a clarification is combined with the question it belongs to, and a follow-up uses the previous question as context.
 * Any other question has no context, so that earlier topics do not affect it.
 */
export function readQuestion(utterances: readonly Utterance[]): Question {
  const current = utterances.findLastIndex(({ speaker }) => speaker === "user");
  const text = utterances[current]?.text ?? "";
  const before = utterances.slice(0, Math.max(0, current));
  if (before.at(-1)?.asks === true) {
    // All user messages since the last answer are parts of one question.
    const start = before.findLastIndex(({ speaker, asks }) => speaker === "assistant" && !asks) + 1;
    const parts = before.slice(start).filter(({ speaker }) => speaker === "user");
    return questionOf([...parts.map((part) => part.text), text].join(" "));
  }
  const topical = topicOf(text);
  const isFollowUp = topical.length === 0 || (FOLLOW_UP.test(text.trim()) && topical.length < 4);
  return questionOf(text, isFollowUp ? lastTopic(before) : "");
}

const topicOf = (text: string): readonly string[] => termsOf(text).filter((term) => !isWeak(term));

/** Returns the topics of a question that asks how something is done; empty for another question. */
export const stepsOf = ({ text }: Question): readonly string[] =>
  /\b(?:how (?:do|can|could|should|would|may|must) (?:i|we|you|one)|how to|how can)\b/i.test(text) ? topicOf(text) : [];

/** Returns true if neither the question nor its context names a topic. */
export const isVague = ({ text, context }: Question): boolean => topicOf(`${text} ${context}`).length === 0;

/** Returns the user's last message that names a topic. */
const lastTopic = (before: readonly Utterance[]): string =>
  before.findLast(({ speaker, text }) => speaker === "user" && topicOf(text).length > 0)?.text ?? "";
