import type { SourceDocument } from "../domain/document.ts";
import { documentFiles, type DocumentsFolder } from "./documents-folder.ts";
import type { IndexFile } from "./index-file.ts";
import { readDocument } from "./read-document.ts";
import { SearchIndex } from "./search-index.ts";

/** An updated index and the changes since the stored one. */
export interface IndexUpdate {
  readonly index: SearchIndex;
  readonly documents: IndexFile["documents"];
  readonly unreadable: IndexFile["unreadable"];
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** False if the stored index is already up to date. */
  readonly hasChanges: boolean;
}

/** Updates an index from a folder. Without a usable stored index, all documents are read again. */
export async function updateIndex(folder: DocumentsFolder, stored: IndexFile | null): Promise<IndexUpdate> {
  const search = SearchIndex.from(stored?.search ?? null);
  // The stored documents are usable only together with their search index.
  const previous = search === null ? null : stored;
  const index = search ?? new SearchIndex();
  const documents: IndexFile["documents"] = {};
  const unreadable: IndexFile["unreadable"] = {};
  const added: string[] = [];
  const changed: string[] = [];
  let hasChanges = previous === null;
  for (const file of documentFiles(folder)) {
    const { name, kind } = file;
    if ("problem" in file) {
      // An empty hash makes the next start try again, even if the file does not change.
      unreadable[name] = { hash: "", problem: file.problem };
      continue;
    }
    const { bytes, hash } = file;
    const before = ownEntry(previous?.documents, name);
    const failed = ownEntry(previous?.unreadable, name);
    if (before?.hash === hash) documents[name] = before;
    else if (failed?.hash === hash) unreadable[name] = failed;
    else {
      hasChanges = true;
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
  const removed = Object.keys(previous?.documents ?? {}).filter((name) => !Object.hasOwn(documents, name));
  for (const name of removed) {
    const entry = ownEntry(previous?.documents, name);
    if (entry !== undefined) index.remove(entry.document);
  }
  return { index, documents, unreadable, added, changed, removed, hasChanges: hasChanges || removed.length > 0 };
}

const ownEntry = <Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;

async function tryRead(name: string, kind: string, bytes: Uint8Array): Promise<SourceDocument | { problem: string }> {
  try {
    const document = await readDocument(name, kind, bytes);
    // A PDF without text is a scan.
    return kind === "pdf" && document.sections.length === 0 ? { problem: "it has no text, only images" } : document;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
