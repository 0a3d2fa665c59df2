import { sqliteSaver } from "tidemark/sqlite";
import { openSession } from "tidemark";
import { serveApplication } from "@tidemark/web";
import { researchGraph } from "./graph.ts";
import { openServices } from "./open-services.ts";
import { ResearchState } from "./state.ts";
import { readOptions } from "./terminal/options.ts";

const options = readOptions(process.argv.slice(2));
const { services, database } = await openServices(options, process.env);
const { clock, library } = services;
const graph = researchGraph(services, { checkpointer: sqliteSaver({ database }) });

const { url } = await serveApplication({
  title: "Research assistant",
  intro: "Ask a question about the documents. Every claim cites its source.",
  suggestions: ["What happens when two nodes write the same field in one step?"],
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
        preformatted: kind === "code",
        marked: start === line,
      })),
    };
  },
  clock,
});
process.stdout.write(`${url}\n`);
