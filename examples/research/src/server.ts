import { systemClock } from "tidemark";
import { researchGraph } from "./graph.ts";
import { openLibrary } from "./library/library.ts";
import { defaultDocuments } from "./library/default-documents.ts";

const { env } = process;
const folder = env["RESEARCH_DOCS"];

/** The graph for a LangGraph server, which stores the threads. `RESEARCH_DOCS` is the folder of documents. */
export const graph = researchGraph({
  library: await openLibrary(folder === undefined ? defaultDocuments() : { folder }),
  model: env["TIDEMARK_MODEL"] ?? null,
  maxClarifications: 2,
  maxHistory: 10,
  clock: systemClock,
});
