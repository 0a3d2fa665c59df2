import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { researchErrors } from "../errors.ts";
import { kindOf, KINDS } from "./read-document.ts";

/** A file that can be read as a document. */
export interface DocumentFile {
  /** Its path below the folder, with `/`. */
  readonly name: string;
  readonly kind: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of its bytes: the same for the same words. */
  readonly hash: string;
}

/**
 * Gives the documents of a folder and of the folders in it, by name; hidden ones and `node_modules` are left out.
 *
 * A folder that cannot be read throws `research/unreadableFolder`, one without documents `research/noDocuments`.
 */
export function* documentFiles(folder: string): Generator<DocumentFile> {
  const names = namesIn(folder);
  if (names.length === 0) throw researchErrors.noDocuments({ folder, kinds: KINDS.map((kind) => `.${kind}`) });
  for (const name of names) {
    const bytes = readFileSync(path.join(folder, name));
    const hash = createHash("sha256").update(bytes).digest("hex");
    yield { name, kind: kindOf(name) ?? "", bytes, hash };
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return walk(folder, "").toSorted();
  } catch (error) {
    throw researchErrors.unreadableFolder({ folder, problem: error instanceof Error ? error.message : String(error) });
  }
}

// Links are not followed: they may lead out of the folder, or around in it.
const walk = (folder: string, below: string): readonly string[] =>
  readdirSync(path.join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .flatMap((entry) => {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return walk(folder, name);
      return entry.isFile() && kindOf(name) !== null ? [name] : [];
    });
