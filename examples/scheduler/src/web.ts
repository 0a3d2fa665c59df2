import { serveApplication } from "@tidemark/web";
import { schedulerGraph } from "./graph.ts";
import { openServices } from "./open-services.ts";
import { schedulerPage } from "./page/scheduler-page.ts";
import { viewFolder } from "./page/view-folder.ts";
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
  viewFolder: await viewFolder(),
});
const { url } = await serveApplication(page);
process.stdout.write(`${url}\n`);
