import type { Program } from "@tidemark/terminal";
import { sqliteSaver } from "tidemark/sqlite";
import { utterancesIn } from "../agents/utterances.ts";
import { type Found, researchApplication } from "../application.ts";
import { replyTo } from "../domain/reply.ts";
import { researchGraph } from "../graph.ts";
import { suggestedQuestions } from "../library/suggested-questions.ts";
import { openServices } from "../open-services.ts";
import type { ResearchValue } from "../state.ts";
import { HELP, type Options, readOptions } from "./options.ts";

/** The research assistant in a terminal. */
export const researchProgram: Program<Options, ResearchValue, Found> = {
  help: HELP,
  start: "npx -y pnpm@12.21.0 --filter research start",
  example: `npx -y pnpm@12.21.0 --filter research start -- "What is a reducer?"`,
  page: "npx -y pnpm@12.21.0 --filter research web",
  sample: {
    options: ["--db", ":memory:"],
    lines: ["What is a turn?", "How does a session handle two messages at once?", "Who won the cup?"],
  },
  readOptions,
  async open(options, { env, interactive }) {
    const { database, services } = await openServices(options, env);
    const { library } = services;
    const graph = researchGraph(services, { checkpointer: sqliteSaver({ database }) });
    const application = researchApplication(graph, services, options.thread);
    const history = async (): Promise<string> => {
      const said = utterancesIn((await application.session(options.thread).state())?.messages ?? []);
      return said.map(({ speaker, text }) => (speaker === "user" ? `> ${text}` : text)).join("\n");
    };
    return {
      application: { ...application, suggestions: interactive ? suggestedQuestions(library, 1) : [] },
      begin(print) {
        const { unreadable } = library.report;
        const skipped = unreadable.map((one) => `Skipped ${one.document}: ${one.problem.replace(/\.$/, "")}.`);
        print(skipped.join("\n"), { type: "library", ...library.report });
      },
      command(line) {
        if (/^documents$/i.test(line)) return replyTo(line, library.starts);
        return /^history$/i.test(line) ? history() : null;
      },
      close: () => database.close(),
    };
  },
};
