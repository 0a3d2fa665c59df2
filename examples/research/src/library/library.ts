import path from "node:path";
import { sectionsOf, type SourceDocument } from "../domain/document.ts";
import { type Evidence, placeText } from "../domain/evidence.ts";
import type { Question } from "../domain/question.ts";
import { bytesOf, documentNames, type DocumentsFolder } from "./documents-folder.ts";
import { readDocument } from "./read-document.ts";
import { placeOf, SearchIndex } from "./search-index.ts";
import { topicFirst } from "./topic-first.ts";

/** Reads the documents of a folder. A document that cannot be read is reported, and the others are available. */
export async function openLibrary(folder: DocumentsFolder) {
  const documents: SourceDocument[] = [];
  /** Documents that could not be read or parsed. */
  const unreadable: { document: string; problem: string }[] = [];
  for (const name of documentNames(folder)) {
    try {
      documents.push(await readDocument(name, bytesOf(path.join(folder.folder, name))));
    } catch (error) {
      unreadable.push({ document: name, problem: problemOf(error) });
    }
  }
  const index = new SearchIndex(documents);
  return {
    report: { documents: documents.length, sections: sectionsOf(documents).length, unreadable },
    documents,
    /** Start of each document. */
    starts: documents.flatMap((document) => document.sections.slice(0, 1).map((section) => placeOf(document, section))),
    /** Returns the passages that fit a question best, best first. A message that only names a topic gets the start of its text first. */
    find: (question: Question): readonly Evidence[] => topicFirst(documents, question, index.find(question)),
    /** Words of a question that no document contains. */
    unknownWords: (question: Question): readonly string[] => index.unknownWords(question),
    /** Returns what the text of a place names, or the block before it if the document has changed; null for an unknown section, so no text can name another file. */
    passageAt(text: string) {
      const named = Number(/(?<=:|, line )\d+$/.exec(text)?.[0]);
      // A long section is split into several with the same headings.
      const found = sectionsOf(documents)
        .filter(({ document, section }) => placeText({ ...placeOf(document, section), line: named }) === text)
        .findLast(({ section }, at) => at === 0 || (section.blocks[0]?.line ?? 0) <= named);
      const block = found?.section.blocks.findLast(({ line }) => line <= named) ?? found?.section.blocks[0];
      return found === undefined || block === undefined ? null : { ...found, line: block.line };
    },
  };
}

/** Searchable documents of a folder. */
export type Library = Awaited<ReturnType<typeof openLibrary>>;

/** Formats the reason why a document cannot be read. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" && /^E[A-Z]+$/.test(code) ? `it cannot be read (${code})` : error.message;
}
