import { systemClock } from "tidemark";
import { sqliteDesk } from "./catalog/booking-desk.ts";
import { openSampleCatalog } from "./catalog/sample-catalog.ts";
import { openDatabase } from "./database.ts";
import { travelGraph } from "./graph.ts";
import { modelName } from "./model-name.ts";

const { env } = process;

/**
 * The graph that `langgraph.json` exports to a LangGraph server.
 *
 * The server stores conversations and, for clients with a user id, profiles. Bookings are in the file named by `TRAVEL_DB`.
 */
export const graph = travelGraph({
  catalog: openSampleCatalog(),
  desk: sqliteDesk(openDatabase(env["TRAVEL_DB"] ?? ".tidemark/travel.db")),
  model: modelName(env["TIDEMARK_MODEL"]),
  clock: systemClock,
});
