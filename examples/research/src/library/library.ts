import { type Section, type SourceDocument, textOfSection } from "../domain/document.ts";
import { termsOf } from "../domain/words.ts";
import type { Evidence, Place } from "../domain/evidence.ts";
import type { Question } from "../domain/question.ts";
import { chooseEvidence, type Hit } from "../domain/rank.ts";
import { updateIndex } from "./update-index.ts";
import type { DocumentsFolder } from "./documents-folder.ts";
import { readIndexFile, writeIndexFile } from "./index-file.ts";

/** Contents of a library, and the changes since it was last opened. */
export interface LibraryReport {
  readonly documents: number;
  readonly sections: number;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Documents that could not be read or parsed. */
  readonly unreadable: readonly { readonly document: string; readonly problem: string }[];
}

/** Searchable documents of a folder. */
export interface Library {
  readonly report: LibraryReport;
  readonly titles: readonly string[];
  /** Returns the sections that match a question, best first. The limit defaults to 20. */
  search(question: Question, limit?: number): readonly Hit[];
  /** Returns the quotes that answer a question, with their places. Empty if the documents contain no answer. */
  evidence(question: Question): readonly Evidence[];
  /** Returns a document by its name; null if it does not exist. */
  open(name: string): SourceDocument | null;
}

/** Folder of documents and file of the index. */
export interface LibraryOptions extends DocumentsFolder {
  /** Index file; null keeps the index in memory. */
  readonly indexFile: string | null;
}

/**
 * Opens the documents of a folder and updates their index.
 *
 * Only documents whose bytes changed are read again, and deleted documents are removed. The index file is written only if
 * something changed. A document that cannot be parsed is reported, and the others are available.
 */
export async function openLibrary({ indexFile, ...documentsFolder }: LibraryOptions): Promise<Library> {
  const stored = indexFile === null ? null : readIndexFile(indexFile);
  const { index, documents, unreadable, hasChanges, ...changes } = await updateIndex(documentsFolder, stored);
  if (indexFile !== null && hasChanges)
    writeIndexFile(indexFile, { format: "research/index", version: 1, documents, unreadable, search: index.toText() });

  const contents = Object.values(documents).map(({ document }) => document);
  const counts = {
    documents: contents.length,
    sections: contents.reduce((sum, { sections }) => sum + sections.length, 0),
  };
  const hitsOf = (question: Question, limit = 20): readonly Hit[] =>
    index.search(question, limit).flatMap(({ document: name, section: position, score }) => {
      const document = documents[name]?.document;
      const section = document?.sections[position];
      return document === undefined || section === undefined
        ? []
        : [{ place: placeOf(document, section), section, documentTerms: termsIn(document), score }];
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
      ...changes,
      unreadable: Object.entries(unreadable).map(([document, { problem }]) => ({ document, problem })),
    },
    titles: contents.map(({ title }) => title),
    search: hitsOf,
    evidence: (question) => chooseEvidence(hitsOf(question), question, (term) => index.rarityOf(term)),
    open: (name) => (Object.hasOwn(documents, name) ? (documents[name]?.document ?? null) : null),
  };
}

/** Terms of a whole document. */
export const termsOfDocument = ({ title, sections }: SourceDocument): ReadonlySet<string> =>
  new Set(termsOf([title, ...sections.flatMap((section) => [...section.heading, textOfSection(section)])].join("\n")));

/** Place of a section. */
export const placeOf = ({ name, title }: SourceDocument, { heading, page }: Section): Place => ({
  document: name,
  title,
  heading,
  page,
});
