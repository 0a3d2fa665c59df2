import path from "node:path";
import { builtPage, serveApplication } from "@tidemark/web";
import { schedulerGraph } from "./graph.ts";
import { openServices } from "./open-services.ts";
import { schedulerPage } from "./page/scheduler-page.ts";
import { readOptions } from "./terminal/options.ts";
import { openStoredConversations } from "./terminal/stored-conversations.ts";

const options = readOptions(process.argv.slice(2));
const { services, member } = await openServices(options, process.env);
const { saver, locks } = await openStoredConversations(options.database);
const graph = schedulerGraph(services, { checkpointer: saver });
const page = schedulerPage(graph, services, {
  thread: options.thread,
  member,
  locks,
  viewFolder: await builtPage({ sources: path.join(import.meta.dirname, "..", "page") }),
});
const { url } = await serveApplication(page);
process.stdout.write(`${url}\n`);
