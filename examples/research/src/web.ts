import { sqliteSaver } from "tidemark/sqlite";
import { openSession } from "tidemark";
import { serveApplication } from "@tidemark/web";
import { researchGraph } from "./graph.ts";
import { openServices } from "./open-services.ts";
import { ResearchState } from "./state.ts";
import { suggestedQuestions } from "./library/suggested-questions.ts";
import { readOptions } from "./terminal/options.ts";

const options = readOptions(process.argv.slice(2));
const { services, database } = await openServices(options, process.env);
const { clock, library } = services;
const graph = researchGraph(services, { checkpointer: sqliteSaver({ database }) });

const { url } = await serveApplication({
  title: "Research assistant",
  intro: "Ask a question about the documents. Every claim cites its source.",
  suggestions: suggestedQuestions(library),
  state: ResearchState,
  graph,
  session: (threadId) => openSession({ graph, threadId, clock }),
  thread: options.thread,
  source(reference) {
    const passage = library.passageAt(reference);
    if (passage === null) return null;
    const { document, section, line } = passage;
    return {
      title: document.title,
      place: reference,
      blocks: section.blocks.map(({ kind, text, line: start }) => ({
        text,
        kind: kind === "prose" ? "paragraph" : kind === "code" ? "code" : "item",
        marked: start === line,
      })),
    };
  },
  clock,
});
process.stdout.write(`${url}\n`);
