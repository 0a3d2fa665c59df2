import { systemClock } from "tidemark";
import { sqliteDesk } from "./catalog/booking-desk.ts";
import { configuredCatalog } from "./catalog/configured-catalog.ts";
import { sqliteProfiles } from "./catalog/profile-book.ts";
import { openDatabase } from "./database.ts";
import { travelGraph } from "./graph.ts";
import { modelName } from "./models/model-name.ts";

const { env } = process;
const database = openDatabase(env["TRAVEL_DB"] ?? ".tidemark/travel.db");

/**
 * The graph that `langgraph.json` exports to a LangGraph server.
 *
 * The server stores conversations. Profiles and bookings are in the file named by `TRAVEL_DB`.
 */
export const graph = travelGraph({
  catalog: configuredCatalog(env),
  desk: sqliteDesk(database),
  profiles: sqliteProfiles(database),
  model: modelName(env["TIDEMARK_MODEL"]),
  clock: systemClock,
});
