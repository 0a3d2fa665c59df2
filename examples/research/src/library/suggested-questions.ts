import forms from "../../data/heading-questions.json" with { type: "json" };
import { quotedAnswer } from "../domain/answer.ts";
import { SURE } from "../domain/confidence.ts";
import type { Section, SourceDocument } from "../domain/document.ts";
import { sameSection } from "../domain/evidence.ts";
import { passagesOf } from "../domain/passages.ts";
import { questionOf } from "../domain/question.ts";
import { termsOf } from "../domain/words.ts";
import type { Library } from "./library.ts";
import { placeOf } from "./search-index.ts";

/** Headings that make a question: "How applications are judged", "When a step fails", "Cost of a stay", "Evaluate a graph". */
const FORMS = forms.map(({ heading, question }) => [new RegExp(heading, "u"), question] as const);

/** Questions that the documents answer with the start of the section that the question was made from, each about another document. */
export function suggestedQuestions(library: Library, count = 3): readonly string[] {
  const questions: string[] = [];
  for (const document of library.documents) {
    if (questions.length === count) break;
    const section = document.sections.find((one) => isAnswered(library, document, one));
    if (section !== undefined) questions.push(questionFor(document, section));
  }
  return questions;
}

function isAnswered(library: Library, document: SourceDocument, section: Section): boolean {
  const text = questionFor(document, section);
  const found = text === "" ? [] : library.find(questionOf(text));
  const [best] = found;
  if (best === undefined || (best.confidence ?? 0) < SURE) return false;
  const reading = { documents: 1, unknownWords: [], context: "", topic: "", parts: [text] };
  const [answer = ""] = quotedAnswer(found, reading).text.split("\n\n[1] ");
  const [first = ""] = (passagesOf(section)[0]?.text ?? "").split("\n");
  return sameSection(best, placeOf(document, section)) && answer.startsWith(first) && !/\[2\]$/m.test(answer);
}

/** Returns the question that a heading makes, also with the definition below it; empty without one. */
function questionFor({ title }: SourceDocument, section: Section): string {
  const heading = section.heading.at(-1) ?? "";
  const start = passagesOf(section)[0]?.text ?? "";
  const [, article = "", name = ""] = /^(An?) ([\p{Ll} -]+?) is an? /u.exec(start) ?? [];
  if (name !== "" && termsOf(name).join() === termsOf(heading).join())
    return `What is ${article.toLowerCase()} ${name}?`;
  if (title === "Glossary" && /^An? /.test(start))
    return `What is ${/^[aei]|^[ou]/i.test(heading) ? "an" : "a"} ${heading.toLowerCase()}?`;
  const [form, question = ""] = FORMS.find(([pattern]) => pattern.test(heading)) ?? [];
  const text = form === undefined ? "" : heading.replace(form, question);
  return termsOf(text).length < 2 ? "" : `${text.replace(/(?<=^How do I )./, (letter) => letter.toLowerCase())}?`;
}
