import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { SourceDocument } from "../domain/document.ts";
import { researchErrors } from "../errors.ts";

const IndexFile = z.strictObject({
  format: z.literal("research/index"),
  /** Increment this when the splitting of documents or the stemming of words changes. */
  version: z.literal(1),
  documents: z.record(z.string(), z.strictObject({ hash: z.string(), document: SourceDocument })),
  /** Files that could not be parsed. They are tried again only after they change. */
  unreadable: z.record(z.string(), z.strictObject({ hash: z.string(), problem: z.string() })),
  /** Serialized MiniSearch index. */
  search: z.string(),
});
export type IndexFile = z.infer<typeof IndexFile>;

/** Reads an index file. Returns null if it is missing, invalid or from another version. */
export function readIndexFile(file: string): IndexFile | null {
  try {
    const read = IndexFile.safeParse(JSON.parse(readFileSync(file, "utf8")));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Writes an index file atomically. Throws `research/unwritableIndex`. */
export function writeIndexFile(file: string, index: IndexFile): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, JSON.stringify(index));
    renameSync(temporary, file);
  } catch (error) {
    throw researchErrors.unwritableIndex({ file, problem: error instanceof Error ? error.message : String(error) });
  }
}
