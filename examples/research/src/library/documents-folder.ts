import { createHash } from "node:crypto";
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

/** Maximum size of a document, in bytes. */
const MAX_BYTES = 50_000_000;

/** File of a supported kind with its content, or with the reason why it could not be read. */
export type DocumentFile = {
  /** Path relative to the folder, separated by `/`. */
  readonly name: string;
  readonly kind: string;
} & (
  | {
      readonly bytes: Uint8Array;
      /** SHA-256 of the bytes. */
      readonly hash: string;
    }
  | { readonly problem: string }
);

/**
 * Yields the documents of a folder and its subfolders, sorted by name. Hidden files, links and `node_modules` are skipped.
 *
 * Throws `research/unreadableFolder`, or `research/noDocuments` for a folder without documents.
 */
export function* documentFiles(documents: DocumentsFolder, maxBytes = MAX_BYTES): Generator<DocumentFile> {
  const { folder } = documents;
  const names = namesIn(documents);
  if (names.length === 0) throw researchErrors.noDocuments({ folder, kinds: KINDS.map((kind) => `.${kind}`) });
  for (const name of names) {
    const kind = kindOf(name) ?? "";
    try {
      const bytes = bytesOf(path.join(folder, name), maxBytes);
      yield { name, kind, bytes, hash: createHash("sha256").update(bytes).digest("hex") };
    } catch (error) {
      yield { name, kind, problem: problemOf(error) };
    }
  }
}

function bytesOf(file: string, maxBytes: number): Uint8Array {
  // The file may have been replaced by a link since the folder was listed. Do not follow it.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = fstatSync(descriptor);
    if (size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1_000_000} MB`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" ? `it cannot be read (${code})` : error.message;
}

function namesIn({ folder, exclude = [] }: DocumentsFolder): readonly string[] {
  try {
    return walk({ folder, exclude }, "").toSorted();
  } catch (error) {
    throw researchErrors.unreadableFolder({ folder, problem: error instanceof Error ? error.message : String(error) });
  }
}

// Links are skipped, because they may lead out of the folder or in a circle.
const walk = ({ folder, exclude }: Required<DocumentsFolder>, below: string): readonly string[] =>
  readdirSync(path.join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .flatMap((entry) => {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (exclude.includes(name)) return [];
      if (entry.isDirectory()) return walk({ folder, exclude }, name);
      return entry.isFile() && kindOf(name) !== null ? [name] : [];
    });
