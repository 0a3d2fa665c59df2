import { SURE } from "../domain/confidence.ts";
import { sectionsOf, type SourceDocument } from "../domain/document.ts";
import type { Evidence } from "../domain/evidence.ts";
import { type Question, topicAlone } from "../domain/question.ts";
import { termsOf } from "../domain/words.ts";
import { evidenceOf } from "./search-index.ts";

/** For a message that only names a topic, puts the first paragraph below that title first, without a confidence. */
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
  const paragraph = evidenceOf(start).filter(({ line }, _, [first]) => line === first?.line);
  const first = paragraph
    .slice(0, 1)
    .map((item) => ({ ...item, quote: paragraph.map(({ quote }) => quote).join(" ") }));
  return [...first, ...found.map((item) => (first.length === 0 ? item : { ...item, relevance: 0 }))];
}
