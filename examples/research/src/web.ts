import { sqliteSaver } from "tidemark/sqlite";
import { openSession } from "tidemark";
import { serveApplication } from "@tidemark/web";
import { researchGraph } from "./graph.ts";
import { openServices } from "./open-services.ts";
import { ResearchState } from "./state.ts";
import { readOptions } from "./terminal/options.ts";

const options = readOptions(process.argv.slice(2));
const { services, database } = await openServices(options, process.env);
const { clock } = services;
const graph = researchGraph(services, { checkpointer: sqliteSaver({ database }) });

const { url } = await serveApplication({
  title: "Research assistant",
  intro: "Ask a question about the documents. Every claim cites its source.",
  suggestions: ["What happens when two nodes write the same field in one step?"],
  state: ResearchState,
  graph,
  session: (threadId) => openSession({ graph, threadId, clock }),
  thread: options.thread,
  clock,
});
process.stdout.write(`${url}\n`);
