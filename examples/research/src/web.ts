import { serveApplication } from "@tidemark/web";
import { sqliteSaver } from "tidemark/sqlite";
import { researchApplication } from "./application.ts";
import { researchGraph } from "./graph.ts";
import { openServices } from "./open-services.ts";
import { suggestedQuestions } from "./library/suggested-questions.ts";
import { readOptions } from "./terminal/options.ts";

const options = readOptions(process.argv.slice(2));
const { services, database } = await openServices(options, process.env);
const graph = researchGraph(services, { checkpointer: sqliteSaver({ database }) });
const { url } = await serveApplication({
  ...researchApplication(graph, services, options.thread),
  suggestions: suggestedQuestions(services.library),
});
process.stdout.write(`${url}\n`);
