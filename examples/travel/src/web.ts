import { sqliteSaver } from "tidemark/sqlite";
import path from "node:path";
import { openDatabase } from "@tidemark/terminal";
import { builtPage, serveApplication } from "@tidemark/web";
import { travelApplication } from "./application.ts";
import { travelGraph } from "./graph.ts";
import { openServices } from "./services.ts";
import { readOptions } from "./terminal/options.ts";
import { travelTurns } from "./turns.ts";
import { tripView } from "./trip-view.ts";

const { env, argv, stdout } = process;
const options = readOptions(argv.slice(2));
const database = openDatabase(options.db);
const model = options.model ?? env["TIDEMARK_MODEL"];
const services = { ...openServices(database, { now: options.now, model }), brief: true };
const graph = travelGraph(services, sqliteSaver({ database }));

const application = {
  ...travelApplication(graph, services, options),
  // With workers, this process only shows the turns that they run.
  ...(env["TRAVEL_WORKERS"] === "1" && {
    workers: { turns: travelTurns(database, options, { model: env["TIDEMARK_MODEL"] }), userId: options.traveler },
  }),
};
const root = path.join(import.meta.dirname, "..");
const view = {
  title: "Trip",
  folder: await builtPage({ sources: path.join(root, "page"), configFile: path.join(root, "vite.config.ts") }),
  data: async (threadId: string) => tripView(await application.session(threadId).state(), services.catalog.sample),
};
const { url } = await serveApplication({ ...application, view });
stdout.write(`${url}\n`);
