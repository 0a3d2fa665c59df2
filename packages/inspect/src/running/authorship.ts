/** Person who writes, and why. */
export interface Authorship {
  readonly person: string;
  readonly reason: string;
}

/** Name under which the metadata of a checkpoint contains who wrote it. LangGraph stores metadata as they are. */
export const WRITTEN_BY = "inspector";
