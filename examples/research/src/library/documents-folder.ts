import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { researchErrors } from "../errors.ts";
import { kindOf, KINDS } from "./read-document.ts";

/** Folder of documents. */
export interface DocumentsFolder {
  readonly folder: string;
  /** Relative paths of folders and files to exclude. Defaults to none. */
  readonly exclude?: readonly string[];
}

/** Lists the documents below a folder, sorted, without hidden files and links. Throws `unreadableFolder` or `noDocuments`. */
export function documentNames({ folder, exclude = [] }: DocumentsFolder): readonly string[] {
  const names = namesBelow(folder, "", exclude).toSorted();
  if (names.length === 0) throw researchErrors.noDocuments({ folder, kinds: KINDS.map((kind) => `.${kind}`) });
  return names;
}

// Links are skipped, because they may lead out of the folder or in a circle.
function namesBelow(folder: string, below: string, exclude: readonly string[]): readonly string[] {
  try {
    return readdirSync(path.join(folder, below), { withFileTypes: true })
      .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
      .flatMap((entry) => {
        const name = below === "" ? entry.name : `${below}/${entry.name}`;
        if (exclude.includes(name)) return [];
        if (entry.isDirectory()) return namesBelow(folder, name, exclude);
        return entry.isFile() && kindOf(name) !== null ? [name] : [];
      });
  } catch (error) {
    if (researchErrors.unreadableFolder.is(error)) throw error;
    throw researchErrors.unreadableFolder({ folder, problem: error instanceof Error ? error.message : String(error) });
  }
}

/** Reads a file without following a link, which may have replaced it. Throws for a file over the limit, by default 50 MB. */
export function bytesOf(file: string, maxBytes = 50_000_000): Uint8Array {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    if (fstatSync(descriptor).size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1_000_000} MB`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
