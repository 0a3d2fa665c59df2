import { DatabaseSync } from "node:sqlite";
import { sqliteSaver, sqliteStore } from "tidemark/sqlite";
import { openConversation, resultOf, type Result } from "@tidemark/terminal";
import type { Clock } from "tidemark";
import { countingIds } from "tidemark/testing";
import { sqliteDesk } from "../src/catalog/booking-desk.ts";
import { openSampleCatalog } from "../src/catalog/sample-catalog.ts";
import type { TravelCatalog } from "../src/catalog/travel-catalog.ts";
import { type Planned, travelApplication } from "../src/application.ts";
import type { Itinerary } from "../src/domain/trip.ts";
import { type TravelGraph, travelGraph } from "../src/graph.ts";
import type { TravelServices } from "../src/services.ts";
import type { TravelValue } from "../src/state.ts";

export const now = "2026-11-21T09:00:00Z";

export const LISBON = "Lisbon from Copenhagen, 7 to 10 May, mid budget, I'm vegetarian and hate early flights";

/** Result of a turn. */
type Reply = Result<Planned>;

/** A conversation whose turns run to their ends. */
export interface Conversation {
  pending(): Promise<Reply | null>;
  send(text: string): Promise<Reply>;
  decide(answer: unknown): Promise<Reply>;
  state(): Promise<TravelValue | null>;
}

/** Opens a conversation with a graph. */
export function converse(
  graph: TravelGraph,
  services: TravelServices,
  thread = "trip",
  traveler = "ann",
): Conversation {
  const application = travelApplication(graph, services, { thread, traveler });
  const conversation = openConversation(application);
  return {
    pending: () => conversation.pending(),
    send: (text) => resultOf(conversation.send(text)),
    decide: (answer) => resultOf(conversation.answer(answer)),
    state: () => application.session(thread).state(),
  };
}

/** Services that a test replaces. */
export interface TestAppOptions {
  readonly catalog?: TravelCatalog;
  readonly model?: TravelServices["model"];
  readonly database?: DatabaseSync;
}

/** Clock that advances by one second with each reading, so that turns have different times. */
function advancingClock(start: string): Clock {
  let milliseconds = Date.parse(start);
  return {
    now: () => {
      milliseconds += 1000;
      return new Date(milliseconds).toISOString();
    },
    wait: (duration) => {
      milliseconds += duration;
      return Promise.resolve();
    },
  };
}

/** Travel planner with a separate database. */
export class TestApp {
  readonly database: DatabaseSync;
  readonly services: TravelServices;
  readonly graph: TravelGraph;

  constructor({
    catalog = openSampleCatalog(),
    model = null,
    database = new DatabaseSync(":memory:"),
  }: TestAppOptions = {}) {
    this.database = database;
    this.services = {
      catalog,
      model,
      desk: sqliteDesk(database),
      store: sqliteStore({ database }),
      clock: advancingClock(now),
      ids: countingIds(),
    };
    this.graph = travelGraph(this.services, sqliteSaver({ database }));
  }

  conversation(thread = "trip", traveler = "ann"): Conversation {
    return converse(this.graph, this.services, thread, traveler);
  }

  /** References of all bookings in the database. */
  bookedReferences(): readonly string[] {
    return this.#references("");
  }

  /** References of all canceled bookings in the database. */
  canceledReferences(): readonly string[] {
    return this.#references("where canceled_at is not null");
  }

  #references(where: string): readonly string[] {
    const rows = this.database.prepare(`select reference from travel_bookings ${where} order by reference`).all();
    return rows.map((row) => String(row["reference"]));
  }
}

/** Sends several messages, one after the other, and returns the last reply. */
export async function sendAll(conversation: Conversation, ...lines: readonly string[]): Promise<Reply> {
  let last: Reply | null = null;
  for (const line of lines) last = await conversation.send(line);
  if (last === null) throw new Error("No message was sent.");
  return last;
}

export async function stateOf(conversation: Conversation): Promise<TravelValue> {
  const state = await conversation.state();
  if (state === null) throw new Error("The conversation has no state.");
  return state;
}

/** Returns the itinerary of a reply. Throws if it has none. */
export function itineraryOf({ itinerary, message }: Reply): Itinerary {
  if (itinerary === null) throw new Error(`The reply has no itinerary: ${message}`);
  return itinerary;
}
