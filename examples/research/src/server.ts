import { systemClock } from "tidemark";
import { researchGraph } from "./graph.ts";
import { openLibrary } from "./library/library.ts";
import { usualDocuments } from "./library/usual-documents.ts";
import { configuredModel } from "./models/configured-model.ts";

const { env } = process;
const folder = env["RESEARCH_DOCS"];

/**
 * The research assistant for a LangGraph server, which `langgraph.json` names: threads and their storage are the server's.
 *
 * `RESEARCH_DOCS` is the folder of documents; the usual ones when not said.
 */
export const graph = researchGraph({
  library: await openLibrary({ ...(folder === undefined ? usualDocuments() : { folder }), indexFile: null }),
  model: await configuredModel(null, env),
  allowedHosts: [],
  maxClarifications: 2,
  maxHistory: 10,
  clock: systemClock,
});
