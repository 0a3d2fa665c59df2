import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { SourceDocument } from "../domain/document.ts";
import { researchErrors } from "../errors.ts";

const IndexFile = z.strictObject({
  format: z.literal("research/index"),
  /** Raised whenever documents are split or words are stemmed in another way. */
  version: z.literal(1),
  documents: z.record(z.string(), z.strictObject({ hash: z.string(), document: SourceDocument })),
  /** Files that could not be read as documents; they are not tried again before they change. */
  unreadable: z.record(z.string(), z.strictObject({ hash: z.string(), problem: z.string() })),
  /** The search index as MiniSearch writes it. */
  search: z.string(),
});
export type IndexFile = z.infer<typeof IndexFile>;

/** Reads an index; null when there is none, or one that another version wrote: then it is built anew. */
export function readIndexFile(file: string): IndexFile | null {
  try {
    const read = IndexFile.safeParse(JSON.parse(readFileSync(file, "utf8")));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Writes an index as a whole or not at all; failing that throws `research/unwritableIndex`. */
export function writeIndexFile(file: string, index: IndexFile): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(draft, JSON.stringify(index));
    renameSync(draft, file);
  } catch (error) {
    throw researchErrors.unwritableIndex({ file, problem: error instanceof Error ? error.message : String(error) });
  }
}
