import { hasAskedForm } from "./answer-kind.ts";
import { isWeak, termOf, termsOf } from "./words.ts";

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

/** Asks for a topic in the documents. */
const IN_DOCUMENTS =
  /\b(?:what (?:do|does) (?:(?:the|these|my|your) )?(?:documents?|files?|notes|library|you) (?:say|tell me|know|contain|have)|is there (?:anything|something)|do you (?:know|have) (?:anything|something)) (?=about\b)/i;

/** Creates a question from its text and the earlier message that it refers to. */
export function questionOf(said: string, context = ""): Question {
  const text = said.replace(IN_DOCUMENTS, "tell me ");
  // An answer has to contain a name like "turnStart" as a whole. Its parts only guide the search.
  const parts = new Set((text.match(CAMEL) ?? []).flatMap((name) => termsOf(name).slice(1)));
  return { text, terms: termsOf(text).filter((term) => !parts.has(term)), context };
}

/** Returns the terms that an answer has to cover: those of the question, and the topic of its context if the question refers to it. */
export const searchedTerms = (one: Question): readonly string[] => [...new Set(one.terms.concat(referredTerms(one)))];

/** Returns the topic that a question has in common with its context; none if it names another one instead: "And guillemots?". */
export const referredTerms = ({ text, context }: Question): readonly string[] =>
  context !== "" && refersBack(text) ? topicOf(context).filter((term) => !factsOf(context).includes(term)) : [];

/** Start of a fragment that continues the previous question: "And guillemots?", but not "And where do guillemots nest?". */
const FRAGMENT =
  /^(?:and|or|also|but|so|then|what about|how about|what if|for|on|in|at|with|without|before|after|during)\b(?!.*\b(?:who|what|when|where|which|why|how|is|are|was|were|do|does|did|can|may|must)\b.)/i;

/** Returns the text whose words ask for a form of answer: the context of a fragment. */
export const askingText = ({ text, context }: Question): string => (FRAGMENT.test(text.trim()) ? context : text);

/** True for a question that yes or no answers: "Does it sail on Sundays?". */
export const isYesOrNo = (text: string): boolean =>
  /^(?:and )?(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have)\b/i.test(text.trim());

/** A fragment that adds a condition to the previous question: "And on Sundays?". */
const CONDITION = /^(?:\w+ ){0,2}(?:on|in|at|for|from|with|without|by|after|before|during|between)\b/i;

const PRONOUN = /\b(?:it|its|they|them|their|that|this|those|these)\b/i;

/** A pronoun after a verb, without a noun before it: "Who repairs it?", or before one: "What color is it?". */
const ON_IT =
  /^(?:(?:and|who|what|where|when|why|how|do|does|did|can|may|must|should|will|is|\p{L}+n['’]t|I|you|we|to|often)\s+)+\p{L}+(?: \p{L}{2,4})? (?:it|them)\b|^(?:and )?(?:how m\w+|what|which) (?:\p{L}+ ){1,2}(?:is|are|was|were|do|does|did|can|has|have) (?:it|they)\b/iu;

/** Returns true if a question names no topic, adds a condition, or has a pronoun before its first noun. */
function refersBack(text: string): boolean {
  const before = text.slice(0, PRONOUN.exec(text)?.index ?? 0);
  const isFirst = PRONOUN.test(text) && topicOf(before).length === 0;
  return topicOf(text).length === 0 || isFirst || ON_IT.test(text) || (FRAGMENT.test(text) && CONDITION.test(text));
}

/** Returns true if a question refers back, or continues the previous one as a fragment. */
const isFollowUp = (text: string): boolean =>
  topicOf(text).length < 4 && (refersBack(text.trim()) || FRAGMENT.test(text.trim()));

/** Returns true for a message that only thanks, greets or agrees, and asks nothing. */
export const isCourtesy = (text: string): boolean =>
  /^\s*(?:(?:ok(?:ay)?|thanks?|thank you|thx|great|perfect|cool|nice|good|fine|bye|goodbye|hi|hello|hey|(?:so|very) much|a lot)\b[\s,.!]*)+$/i.test(
    text,
  );

/** A second question in one message: after a sentence, or after "and" with a question word and a verb, or with a verb and a subject. */
const SECOND_QUESTION =
  /(?<=\?)\s+|,?\s+and\s+(?=(?:(?:(?:at|by|for|from|in|on|since|to|until|with) )?(?:whom?|what|when|where|why|how|which)\b(?:\s+\p{L}+){0,3}?\s+(?:is|are|was|were|do|does|did|can|could|may|must|will|has|have|should)|(?:(?:at|by|for|from|in|on|since|to|until|with) )?(?:whom?|what|when|where|why|how|which)(?: \p{L}+)?(?=\W*$)|(?:what|how) about|who \p{L}+(?:s|ed)|(?:is|are|was|were|do|does|did|can|could|may|must|will|should) (?:I|you|we|it|they|there|the|an?))\b)/iu;

const ASKS = /\b(?:whom?|what|when|where|why|how|which|is|are|do|does|can|may)\b/i;

/** Two topics after the same preposition: "What is known about seals and about rats?". */
const SAME_PREPOSITION = /^(.*? (about|for|from|in|on|of|to|with) )(.+),? and \2 (.+)$/i;

/** Splits a message into its questions, if each of them asks something; otherwise the message is one question. */
export function partsOf(text: string): readonly string[] {
  const [, start = "", , one = "", other = ""] = SAME_PREPOSITION.exec(text) ?? [];
  if (start !== "") return [`${start}${one}`, `${start}${other}`];
  const parts = text.split(SECOND_QUESTION).map((part) => part.trim());
  const isSeveral = parts.length > 1 && topicOf(parts[0] ?? "").length > 0 && parts.every((part) => ASKS.test(part));
  return isSeveral ? parts : [text];
}

const DATE =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|April|June|July|August|September|October|November|December)\b|(?<=\p{L} )(?:March|May)\b|\d[\p{L}\d]*/gu;

/** Returns the terms of the dates and numbers in a question, which an answer has to contain. */
export const factsOf = (text: string): readonly string[] => termsOf((text.match(DATE) ?? []).join(" "));

/** Returns the names in a text: its capitalized words, without the first one. None if all words are capitalized, as in a title. */
export function namesIn(text: string): readonly string[] {
  const capitalized = text.match(/(?<=[\p{Ll}\d]\W{1,2})\p{Lu}[\p{L}\d]*/gu) ?? [];
  const isTitle = capitalized.some((word) => word !== "I" && termOf(word) === null);
  return isTitle ? [] : capitalized.filter((word) => word !== "I");
}

/** Returns the terms of the names in a text. */
export const namesOf = (text: string): readonly string[] => termsOf(namesIn(text).join(" "));

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
  /^(?!is|are|was|were|do|does|did|has|have).*\b(?:more|else|further)\b/i.test(text) &&
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

/** Returns the user's last message that names a topic itself. A follow-up such as "And on Sundays?" or "What does it cost?" does not. */
function lastTopic(before: readonly Utterance[]): string {
  const naming = before.filter(({ speaker, text }) => speaker === "user" && topicOf(text).length > 0);
  return (naming.findLast(({ text }) => !refersBack(text)) ?? naming.at(-1))?.text ?? "";
}
