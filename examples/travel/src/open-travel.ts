import { openDatabase } from "@tidemark/terminal";
import { sqliteSaver } from "tidemark/sqlite";
import { defineTurns } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";
import { travelApplication } from "./application.ts";
import { travelGraph } from "./graph.ts";
import { openServices, type TravelServices } from "./services.ts";
import type { Options } from "./terminal/options.ts";

/** Opens the travel planner on the database file that the options name. `replaced` are services other than the standard ones. */
export function openTravel(options: Options, replaced: Partial<TravelServices> = {}) {
  const database = openDatabase(options.db);
  const services: TravelServices = { ...openServices(database, options), ...replaced };
  const graph = travelGraph(services, sqliteSaver({ database }));
  return {
    database,
    services,
    application: travelApplication(graph, services, options),
    /** Turns that any number of processes can run. */
    turns: () => defineTurns({ name: "travel", graph, engine: localEngine({ file: options.db }) }),
  };
}
