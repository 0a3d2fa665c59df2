import { isWeak, termsOf } from "./words.ts";

/** One thing that was said. */
export interface Said {
  readonly speaker: "user" | "assistant";
  readonly text: string;
  /** True for a question of the assistant about the user's question. */
  readonly asks: boolean;
}

/** What is searched for. */
export interface Question {
  /** The words to be answered. */
  readonly text: string;
  /** What an answer has to be about: the terms of those words. */
  readonly terms: readonly string[];
  /** Earlier words that these lean on. */
  readonly context: string;
  /** The terms of those: they steer the search. */
  readonly background: readonly string[];
}

const CAMEL = /\b\p{L}+\p{Ll}\p{Lu}\p{L}*/gu;

/** Makes a question of words, and of earlier words that they lean on. */
export function questionOf(text: string, context = ""): Question {
  // A name like "turnStart" is asked for as a whole; its parts only help to find it.
  const all = termsOf(text);
  const parts = new Set((text.match(CAMEL) ?? []).flatMap((name) => termsOf(name).slice(1)));
  const terms = all.filter((term) => !parts.has(term));
  const background = [...parts, ...topicOf(context)].filter((term) => !terms.includes(term));
  return { text, terms, context, background };
}

const LEANS =
  /^(?:and|also|but|so|then|why|what about|how about|what if)\b|\b(?:it|its|they|them|their|that|this|those|these)\b/i;

/**
 * Reads the present question of a conversation, given oldest word first.
 *
 * A reply to the assistant's question is read together with what it replies to, and a follow-up leans on the question
 * before it; everything else stands alone, so that no old topic gets into a new question.
 */
export function readQuestion(said: readonly Said[]): Question {
  const at = said.findLastIndex(({ speaker }) => speaker === "user");
  const text = said[at]?.text ?? "";
  const before = said.slice(0, Math.max(0, at));
  if (before.at(-1)?.asks === true) {
    // Everything since the last answer is one question, told in parts.
    const start = before.findLastIndex(({ speaker, asks }) => speaker === "assistant" && !asks) + 1;
    const parts = before.slice(start).filter(({ speaker }) => speaker === "user");
    return questionOf([...parts.map((each) => each.text), text].join(" "));
  }
  const topical = topicOf(text);
  const leans = topical.length === 0 || (LEANS.test(text.trim()) && topical.length < 4);
  return questionOf(text, leans ? lastTopic(before) : "");
}

const topicOf = (text: string): readonly string[] => termsOf(text).filter((term) => !isWeak(term));

/** Whether nothing in the conversation says what the question is about. */
export const isVague = ({ terms, background }: Question): boolean =>
  [...terms, ...background].every((term) => isWeak(term));

/** The last words of the user that named a topic. */
const lastTopic = (before: readonly Said[]): string =>
  before.findLast(({ speaker, text }) => speaker === "user" && topicOf(text).length > 0)?.text ?? "";
