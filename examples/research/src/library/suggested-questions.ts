import { sameSection } from "../domain/evidence.ts";
import { questionOf } from "../domain/question.ts";
import { isWeak } from "../domain/words.ts";
import type { Library } from "./library.ts";
import { placeOf } from "./search-index.ts";

/** Confidence that the answer to a suggested question must have. */
const MIN_CONFIDENCE = 0.9;

/** Words that a question needs to be clear without its document. */
const MIN_TOPICS = 2;

/** A heading that is a question, with or without its mark: "Who can apply". */
const QUESTION = /\?$|^(?:who|what|when|where|which|why|how) (?:is|are|was|may|can|must|to|do|does|did)\b/i;

/** A heading that names a topic in several words, as a noun: "Water and power" or "Unfinished turns", but not "On board". */
const TOPIC = /^(?:\p{Lu}\p{Ll}{3,}ing [\p{Ll} ]+|\p{Lu}\p{Ll}{3,} and \p{Ll}{4,}|\p{Lu}\p{Ll}{3,}ed \p{Ll}+s)$/u;

/** Questions that the documents answer with a sentence of the section that the question was made from, each about another document. */
export function suggestedQuestions(library: Library, count = 3): readonly string[] {
  return library.documents
    .flatMap(
      (document) =>
        document.sections
          .map((section) => ({ text: questionFor(section.heading.at(-1) ?? ""), place: placeOf(document, section) }))
          .find(({ text, place }) => {
            const question = questionOf(text);
            const isClear = question.terms.filter((term) => !isWeak(term)).length >= MIN_TOPICS;
            const [best] = isClear ? library.find(question) : [];
            const isSure = best !== undefined && (best.confidence ?? 0) >= MIN_CONFIDENCE;
            return isSure && best.quote.endsWith(".") && sameSection(best, place);
          })?.text ?? [],
    )
    .slice(0, count);
}

function questionFor(heading: string): string {
  if (QUESTION.test(heading)) return `${heading.replace(/\?$/, "")}?`;
  return TOPIC.test(heading) ? `What should I know about ${heading.toLowerCase()}?` : "";
}
