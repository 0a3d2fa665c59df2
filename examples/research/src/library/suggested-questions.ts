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

/** A heading that names a topic in several words, as a noun: "Water and power" or "Keeping threads small", but not "On board". */
const TOPIC = /^(?:The \p{Ll}+|\p{Lu}\p{Ll}{3,}ing [\p{Ll} ]+|\p{Lu}\p{Ll}{3,} and \p{Ll}{4,})$/u;

/**
 * Questions that the documents answer, each about another document: the answer quotes the section that the question was made from.
 *
 * Headings that ask, such as "Who can apply", come first. There are fewer questions if the documents answer fewer.
 */
export function suggestedQuestions(library: Library, count = 3): readonly string[] {
  const suggestion = (asks: boolean) =>
    library.documents.flatMap((document) => {
      const questions = document.sections.flatMap((section) => {
        const heading = section.heading.at(-1) ?? "";
        if (!(asks ? QUESTION : TOPIC).test(heading)) return [];
        const text = asks ? `${heading.replace(/\?$/, "")}?` : `What should I know about ${heading.toLowerCase()}?`;
        return [{ document: document.name, text, place: placeOf(document, section) }];
      });
      return (
        questions.find(({ text, place }) => {
          const question = questionOf(text);
          const isClear = question.terms.filter((term) => !isWeak(term)).length >= MIN_TOPICS;
          const [best] = isClear ? library.find(question) : [];
          return best !== undefined && sameSection(best, place) && (best.confidence ?? 0) >= MIN_CONFIDENCE;
        }) ?? []
      );
    });
  const asking = suggestion(true);
  const enough = asking.length >= count ? [] : suggestion(false);
  const others = enough.filter(({ document }) => asking.every((other) => other.document !== document));
  return [...asking, ...others].slice(0, count).map(({ text }) => text);
}
