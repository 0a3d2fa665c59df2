import type { Section, SourceDocument } from "../domain/document.ts";
import type { Evidence, Place } from "../domain/evidence.ts";
import type { Question } from "../domain/question.ts";
import { chooseEvidence, type Hit } from "../domain/rank.ts";
import { documentFiles } from "./documents-folder.ts";
import { readIndexFile, writeIndexFile } from "./index-file.ts";
import { readDocument } from "./read-document.ts";
import { SearchIndex } from "./search-index.ts";

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
export interface LibraryOptions {
  readonly folder: string;
  /** The file of the index; null keeps it in memory. */
  readonly indexFile: string | null;
}

/**
 * Opens the documents of a folder, and brings the index over them up to date.
 *
 * Only documents whose bytes changed are read again; those that are gone leave the index. Nothing is written when nothing
 * changed. A document that its reader does not understand is reported, and the others are there.
 */
export async function openLibrary({ folder, indexFile }: LibraryOptions): Promise<Library> {
  const stored = indexFile === null ? null : readIndexFile(indexFile);
  const search = SearchIndex.from(stored?.search ?? null);
  const known = search === null ? {} : (stored?.documents ?? {});
  const index = search ?? new SearchIndex();
  const documents: Record<string, { hash: string; document: SourceDocument }> = {};
  const added: string[] = [];
  const changed: string[] = [];
  const unreadable: { document: string; problem: string }[] = [];
  for (const { name, kind, bytes, hash } of documentFiles(folder)) {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    if (before?.hash === hash) {
      documents[name] = before;
      continue;
    }
    const read = await tryRead(name, kind, bytes);
    if ("problem" in read) {
      unreadable.push({ document: name, problem: read.problem });
      continue;
    }
    if (before !== undefined) index.remove(before.document);
    index.add(read);
    documents[name] = { hash, document: read };
    (before === undefined ? added : changed).push(name);
  }
  const removed = Object.keys(known).filter((name) => !Object.hasOwn(documents, name));
  for (const name of removed) {
    const gone = known[name];
    if (gone !== undefined) index.remove(gone.document);
  }
  if (indexFile !== null && added.length + changed.length + removed.length > 0)
    writeIndexFile(indexFile, { format: "research/index", version: 1, documents, search: index.toText() });

  const all = Object.values(documents).map(({ document }) => document);
  const counts = { documents: all.length, sections: all.reduce((sum, { sections }) => sum + sections.length, 0) };
  const hitsOf = (question: Question, most = 20): readonly Hit[] =>
    index.search(question, most).flatMap(({ document: name, section: at, score }) => {
      const document = documents[name]?.document;
      const section = document?.sections[at];
      return document === undefined || section === undefined
        ? []
        : [{ place: placeOf(document, section), section, score }];
    });
  return {
    report: { ...counts, added, changed, removed, unreadable },
    titles: all.map(({ title }) => title),
    search: hitsOf,
    evidence: (question) => chooseEvidence(hitsOf(question), question, (term) => index.weightOf(term)),
    open: (name) => (Object.hasOwn(documents, name) ? (documents[name]?.document ?? null) : null),
  };
}

/** Where a section stands. */
export const placeOf = ({ name, title }: SourceDocument, { heading, page }: Section): Place => ({
  document: name,
  title,
  heading,
  page,
});

async function tryRead(name: string, kind: string, bytes: Uint8Array): Promise<SourceDocument | { problem: string }> {
  try {
    const document = await readDocument(name, kind, bytes);
    // A page of text always has words; a PDF without any is a scan.
    return kind === "pdf" && document.sections.length === 0 ? { problem: "it has no text, only images" } : document;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
