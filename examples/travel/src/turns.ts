import type { DatabaseSync } from "node:sqlite";
import { sqliteSaver } from "tidemark/sqlite";
import { defineTurns } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";
import type { BookingDesk } from "./catalog/booking-desk.ts";
import { travelGraph } from "./graph.ts";
import { openServices } from "./services.ts";
import type { Options } from "./terminal/options.ts";

/** Turns of the travel planner on the file of its database, which any number of processes can run. */
export function travelTurns(
  database: DatabaseSync,
  { db, now, model }: Options,
  parts: { readonly desk?: BookingDesk; readonly model?: string | undefined } = {},
) {
  const { desk } = parts;
  const services = openServices(database, { now, model: model ?? parts.model });
  const graph = travelGraph(
    { ...services, ...(desk !== undefined && { desk }), brief: true },
    sqliteSaver({ database }),
  );
  return defineTurns({ name: "travel", graph, engine: localEngine({ file: db }) });
}
