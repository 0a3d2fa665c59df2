import { sectionsOf } from "../domain/document.ts";
import { bare } from "../domain/answer.ts";
import { type Evidence, sameSection } from "../domain/evidence.ts";
import { questionOf } from "../domain/question.ts";
import type { Library } from "./library.ts";
import { evidenceOf, placeOf } from "./search-index.ts";

const MAX_NEXT = 3;

/** Returns the next passages on a topic that the answers so far do not contain, from the first section with some. */
export function nextPassages(library: Library, topic: string, answers: string): readonly Evidence[] {
  const said = answers.replaceAll(/ \[\d+\]/g, "");
  const found = library.find(questionOf(topic));
  // A common word such as "turn" does not count as a topic.
  const near = found.some(({ onTopic }) => onTopic) ? found.filter(({ onTopic }) => onTopic) : found;
  const sections = near.flatMap((item) =>
    sectionsOf(library.documents).filter((one) => sameSection(item, placeOf(one.document, one.section))),
  );
  const passages = sections.map((one) =>
    evidenceOf(one).filter(({ quote }) => !said.includes(bare(quote).split("\n", 1).join())),
  );
  return passages.find((left) => left.length > 0)?.slice(0, MAX_NEXT) ?? [];
}
