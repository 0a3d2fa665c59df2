import { openDatabase } from "@tidemark/terminal";
import { travelGraph } from "./graph.ts";
import { openServices } from "./services.ts";

const database = openDatabase(process.env["TRAVEL_DB"] ?? ".tidemark/travel.db");
const { store: _store, ...services } = openServices(database, {});

/**
 * The graph that `langgraph.json` exports to a LangGraph server.
 *
 * The server stores conversations and, for clients with a user id, profiles. Bookings are in the file named by `TRAVEL_DB`.
 */
export const graph = travelGraph(services);
