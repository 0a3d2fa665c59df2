import { startPage } from "@tidemark/web";
import { sqliteSaver } from "tidemark/sqlite";
import { researchApplication } from "./application.ts";
import { researchGraph } from "./graph.ts";
import { suggestedQuestions } from "./library/suggested-questions.ts";
import { openServices } from "./open-services.ts";
import { researchProgram } from "./terminal/program.ts";

await startPage(researchProgram, async (options) => {
  const { services, database } = await openServices(options, process.env);
  const graph = researchGraph(services, { checkpointer: sqliteSaver({ database }) });
  return {
    ...researchApplication(graph, services, options.thread),
    suggestions: suggestedQuestions(services.library),
  };
});
