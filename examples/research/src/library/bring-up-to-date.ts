import type { SourceDocument } from "../domain/document.ts";
import { documentFiles, type DocumentsFolder } from "./documents-folder.ts";
import type { IndexFile } from "./index-file.ts";
import { readDocument } from "./read-document.ts";
import { SearchIndex } from "./search-index.ts";

/** An index as it is after a look at the folder, and what that changed. */
export interface UpToDate {
  readonly index: SearchIndex;
  readonly documents: IndexFile["documents"];
  readonly unreadable: IndexFile["unreadable"];
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** False when the stored index says all of this already. */
  readonly isNews: boolean;
}

/** Brings an index up to date with a folder; without a stored one, or with one that cannot be used, all is read anew. */
export async function bringUpToDate(folder: DocumentsFolder, stored: IndexFile | null): Promise<UpToDate> {
  const search = SearchIndex.from(stored?.search ?? null);
  // Documents without the search over them would be found by nobody: both, or all anew.
  const known = search === null ? null : stored;
  const index = search ?? new SearchIndex();
  const documents: IndexFile["documents"] = {};
  const unreadable: IndexFile["unreadable"] = {};
  const added: string[] = [];
  const changed: string[] = [];
  let isNews = known === null;
  for (const file of documentFiles(folder)) {
    const { name, kind } = file;
    if ("problem" in file) {
      // Why it could not be had may be over at the next start, without a change of its bytes.
      unreadable[name] = { hash: "", problem: file.problem };
      continue;
    }
    const { bytes, hash } = file;
    const before = own(known?.documents, name);
    const failed = own(known?.unreadable, name);
    if (before?.hash === hash) documents[name] = before;
    else if (failed?.hash === hash) unreadable[name] = failed;
    else {
      isNews = true;
      const read = await tryRead(name, kind, bytes);
      if ("problem" in read) {
        unreadable[name] = { hash, problem: read.problem };
        continue;
      }
      if (before !== undefined) index.remove(before.document);
      index.add(read);
      documents[name] = { hash, document: read };
      (before === undefined ? added : changed).push(name);
    }
  }
  const removed = Object.keys(known?.documents ?? {}).filter((name) => !Object.hasOwn(documents, name));
  for (const name of removed) {
    const gone = own(known?.documents, name);
    if (gone !== undefined) index.remove(gone.document);
  }
  return { index, documents, unreadable, added, changed, removed, isNews: isNews || removed.length > 0 };
}

const own = <Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;

async function tryRead(name: string, kind: string, bytes: Uint8Array): Promise<SourceDocument | { problem: string }> {
  try {
    const document = await readDocument(name, kind, bytes);
    // A page of text always has words; a PDF without any is a scan.
    return kind === "pdf" && document.sections.length === 0 ? { problem: "it has no text, only images" } : document;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
