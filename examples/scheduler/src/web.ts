import path from "node:path";
import { builtPage, serveApplication } from "@tidemark/web";
import { schedulerApplication } from "./application.ts";
import { schedulerGraph } from "./graph.ts";
import { openServices } from "./open-services.ts";
import { readOptions } from "./terminal/options.ts";

const options = readOptions(process.argv.slice(2));
const { services, member, saver, locks } = openServices(options, process.env);
const graph = schedulerGraph(services, { checkpointer: saver });
const application = schedulerApplication(graph, services, {
  thread: options.thread,
  member,
  locks,
  viewFolder: await builtPage({ sources: path.join(import.meta.dirname, "..", "page") }),
});
const { url } = await serveApplication(application);
process.stdout.write(`${url}\n`);
