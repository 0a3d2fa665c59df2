import { SURE } from "../domain/confidence.ts";
import { sectionsOf, type SourceDocument } from "../domain/document.ts";
import { Evidence } from "../domain/evidence.ts";
import { passagesOf } from "../domain/passages.ts";
import { type Question, topicAlone } from "../domain/question.ts";
import { termsOf } from "../domain/words.ts";
import { placeOf } from "./search-index.ts";

/**
 * Puts the first paragraph of the document or section whose title is the topic of a message before what was found, without a confidence.
 * A message that names more than a topic changes nothing. Titles with more words count only without a sure answer.
 */
export function topicFirst(documents: readonly SourceDocument[], question: Question, found: readonly Evidence[]) {
  const topic = topicAlone(question);
  const contains = (title: string): boolean => topic.every((term) => termsOf(title).includes(term));
  const isSame = (title: string): boolean => contains(title) && termsOf(title).length === topic.length;
  const isAnswered = (found[0]?.confidence ?? 0) >= SURE;
  const sections = sectionsOf(documents);
  const [start] = [isSame, ...(isAnswered ? [] : [contains])].flatMap((fits) => [
    ...sections.filter(({ document }) => fits(document.title)),
    ...sections.filter(({ section }) => fits(section.heading.at(-1) ?? "")),
  ]);
  if (start === undefined || topic.length === 0) return found;
  const place = placeOf(start.document, start.section);
  const paragraph = passagesOf(start.section).filter(({ line }, _, [first]) => line === first?.line);
  const quote = paragraph.map(({ text }) => text).join(" ");
  const first = { ...place, line: paragraph[0]?.line ?? place.line, quote, confidence: null, relevance: 1 };
  return quote === "" ? found : [Evidence.parse(first), ...found.map((item) => ({ ...item, relevance: 0 }))];
}
