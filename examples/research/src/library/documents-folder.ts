import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { researchErrors } from "../errors.ts";
import { kindOf, KINDS } from "./read-document.ts";

/** Where documents are. */
export interface DocumentsFolder {
  readonly folder: string;
  /** Folders and files in it that are no documents, by their paths in it. */
  readonly leaveOut?: readonly string[];
}

/** The most bytes that a document may have. */
const MOST_BYTES = 50_000_000;

/** A file of a kind that can be read, and its bytes, or why they could not be had. */
export type DocumentFile = {
  /** Its path below the folder, with `/`. */
  readonly name: string;
  readonly kind: string;
} & (
  | {
      readonly bytes: Uint8Array;
      /** SHA-256 of the bytes: the same for the same words. */
      readonly hash: string;
    }
  | { readonly problem: string }
);

/**
 * Gives the documents of a folder and of the folders in it, by name; hidden ones, links and `node_modules` are left out.
 *
 * A folder that cannot be read throws `research/unreadableFolder`, one without documents `research/noDocuments`.
 */
export function* documentFiles(documents: DocumentsFolder, mostBytes = MOST_BYTES): Generator<DocumentFile> {
  const { folder } = documents;
  const names = namesIn(documents);
  if (names.length === 0) throw researchErrors.noDocuments({ folder, kinds: KINDS.map((kind) => `.${kind}`) });
  for (const name of names) {
    const kind = kindOf(name) ?? "";
    try {
      const bytes = bytesOf(path.join(folder, name), mostBytes);
      yield { name, kind, bytes, hash: createHash("sha256").update(bytes).digest("hex") };
    } catch (error) {
      yield { name, kind, problem: problemOf(error) };
    }
  }
}

function bytesOf(file: string, most: number): Uint8Array {
  // What is a file now may have become a link since the folder was listed; it is not followed then either.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = fstatSync(descriptor);
    if (size > most) throw new Error(`it is larger than ${most / 1_000_000} MB`);
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

function namesIn({ folder, leaveOut = [] }: DocumentsFolder): readonly string[] {
  try {
    return walk({ folder, leaveOut }, "").toSorted();
  } catch (error) {
    throw researchErrors.unreadableFolder({ folder, problem: error instanceof Error ? error.message : String(error) });
  }
}

// Links are not followed: they may lead out of the folder, or around in it.
const walk = ({ folder, leaveOut }: Required<DocumentsFolder>, below: string): readonly string[] =>
  readdirSync(path.join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .flatMap((entry) => {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (leaveOut.includes(name)) return [];
      if (entry.isDirectory()) return walk({ folder, leaveOut }, name);
      return entry.isFile() && kindOf(name) !== null ? [name] : [];
    });
