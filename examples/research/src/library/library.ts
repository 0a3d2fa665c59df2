import { type Section, type SourceDocument, textOfSection } from "../domain/document.ts";
import { termsOf } from "../domain/words.ts";
import type { Evidence, Place } from "../domain/evidence.ts";
import type { Question } from "../domain/question.ts";
import { chooseEvidence, type Hit } from "../domain/rank.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import type { DocumentsFolder } from "./documents-folder.ts";
import { readIndexFile, writeIndexFile } from "./index-file.ts";

/** What a library was opened with, and what that changed. */
export interface LibraryReport {
  readonly documents: number;
  readonly sections: number;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Documents whose bytes their reader does not understand. */
  readonly unreadable: readonly { readonly document: string; readonly problem: string }[];
}

/** The documents of a folder, searchable. */
export interface Library {
  readonly report: LibraryReport;
  readonly titles: readonly string[];
  /** The sections that fit a question, best first. */
  search(question: Question, most?: number): readonly Hit[];
  /** The words that answer a question, and where they stand; none when the documents do not say. */
  evidence(question: Question): readonly Evidence[];
  /** A document by its name; null when there is none. */
  open(name: string): SourceDocument | null;
}

/** Where the documents are, and where the index over them is kept. */
export interface LibraryOptions extends DocumentsFolder {
  /** The file of the index; null keeps it in memory. */
  readonly indexFile: string | null;
}

/**
 * Opens the documents of a folder, and brings the index over them up to date.
 *
 * Only documents whose bytes changed are read again; those that are gone leave the index. Nothing is written when nothing
 * changed. A document that its reader does not understand is reported, and the others are there.
 */
export async function openLibrary({ indexFile, ...documentsFolder }: LibraryOptions): Promise<Library> {
  const stored = indexFile === null ? null : readIndexFile(indexFile);
  const { index, documents, unreadable, isNews, ...news } = await bringUpToDate(documentsFolder, stored);
  if (indexFile !== null && isNews)
    writeIndexFile(indexFile, { format: "research/index", version: 1, documents, unreadable, search: index.toText() });

  const all = Object.values(documents).map(({ document }) => document);
  const counts = { documents: all.length, sections: all.reduce((sum, { sections }) => sum + sections.length, 0) };
  const hitsOf = (question: Question, most = 20): readonly Hit[] =>
    index.search(question, most).flatMap(({ document: name, section: at, score }) => {
      const document = documents[name]?.document;
      const section = document?.sections[at];
      return document === undefined || section === undefined
        ? []
        : [{ place: placeOf(document, section), section, beside: termsIn(document), score }];
    });
  const terms = new WeakMap<SourceDocument, ReadonlySet<string>>();
  const termsIn = (document: SourceDocument): ReadonlySet<string> => {
    const found = terms.get(document) ?? termsOfDocument(document);
    terms.set(document, found);
    return found;
  };
  return {
    report: {
      ...counts,
      ...news,
      unreadable: Object.entries(unreadable).map(([document, { problem }]) => ({ document, problem })),
    },
    titles: all.map(({ title }) => title),
    search: hitsOf,
    evidence: (question) => chooseEvidence(hitsOf(question), question, (term) => index.weightOf(term)),
    open: (name) => (Object.hasOwn(documents, name) ? (documents[name]?.document ?? null) : null),
  };
}

/** The terms that a document speaks of anywhere. */
export const termsOfDocument = ({ title, sections }: SourceDocument): ReadonlySet<string> =>
  new Set(termsOf([title, ...sections.flatMap((each) => [...each.heading, textOfSection(each)])].join("\n")));

/** Where a section stands. */
export const placeOf = ({ name, title }: SourceDocument, { heading, page }: Section): Place => ({
  document: name,
  title,
  heading,
  page,
});
