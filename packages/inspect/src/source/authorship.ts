import { recordOf } from "./json-rows.ts";

/** Person who writes, and why. */
export interface Authorship {
  readonly person: string;
  readonly reason: string;
}

/** Name under which the metadata of a checkpoint contains who wrote it. LangGraph stores metadata as they are. */
const WRITTEN_BY = "inspector";

/** Metadata of a checkpoint that a person wrote. It names its checkpoint, because LangGraph copies metadata to others. */
export const authorMarks = (
  { person, reason }: Authorship,
  checkpointId: string,
): Readonly<Record<string, unknown>> => ({
  [WRITTEN_BY]: { person, reason, of: checkpointId },
});

/** Person who wrote a checkpoint, by its metadata. Null if they name nobody. */
export function authorIn(metadata: unknown, checkpointId: string): Authorship | null {
  const { person, reason, of = checkpointId } = recordOf(recordOf(metadata)[WRITTEN_BY]);
  if (typeof person !== "string" || of !== checkpointId) return null;
  return { person, reason: typeof reason === "string" ? reason : "" };
}
