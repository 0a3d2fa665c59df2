import { DatabaseSync } from "node:sqlite";
import { sqliteSaver } from "tidemark/sqlite";
import type { Clock } from "tidemark";
import { countingIds } from "tidemark/testing";
import { sqliteDesk } from "../src/catalog/booking-desk.ts";
import { sqliteProfiles } from "../src/catalog/profile-book.ts";
import { openSampleCatalog } from "../src/catalog/sqlite-catalog.ts";
import type { TravelCatalog } from "../src/catalog/travel-catalog.ts";
import { type Conversation, openConversation, type Reply } from "../src/conversation.ts";
import type { Itinerary } from "../src/domain/trip.ts";
import { travelGraph } from "../src/graph.ts";
import { rulesReader } from "../src/models/message-reader.ts";
import type { TravelServices } from "../src/services.ts";
import type { TravelValue } from "../src/state.ts";

export const now = "2026-11-21T09:00:00Z";

export const LISBON =
  "a long weekend in Lisbon from Copenhagen in May, mid budget, I'm vegetarian and hate early flights";

/** What a test replaces of the travel planner. */
export interface OfficeOptions {
  readonly catalog?: TravelCatalog;
  readonly reader?: TravelServices["reader"];
  readonly database?: DatabaseSync;
}

/** A clock that goes on by a second whenever somebody looks: what happens in one turn is not what happened in the last one. */
function movingClock(start: string): Clock {
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

/** A whole travel planner on a database of its own. */
export class Office {
  readonly database: DatabaseSync;
  readonly services: TravelServices;
  readonly graph: ReturnType<typeof travelGraph>;

  constructor({
    catalog = openSampleCatalog(),
    reader = rulesReader(),
    database = new DatabaseSync(":memory:"),
  }: OfficeOptions = {}) {
    this.database = database;
    this.services = {
      catalog,
      reader,
      desk: sqliteDesk(database),
      profiles: sqliteProfiles(database),
      clock: movingClock(now),
      ids: countingIds(),
    };
    this.graph = travelGraph(this.services, sqliteSaver({ database }));
  }

  talk(thread = "trip", traveler = "ann"): Conversation {
    return openConversation(this.graph, this.services, { thread, traveler });
  }

  /** What the desk has booked. */
  booked(): readonly string[] {
    return this.database
      .prepare("select reference from travel_bookings order by reference")
      .all()
      .map((row) => String(row["reference"]));
  }
}

/** Says several things, one after the other, and gives the last reply. */
export async function sayAll(conversation: Conversation, ...lines: readonly string[]): Promise<Reply> {
  let last: Reply | null = null;
  for (const line of lines) last = await conversation.say(line);
  if (last === null) throw new Error("Nothing was said.");
  return last;
}

export async function stateOf(conversation: Conversation): Promise<TravelValue> {
  const state = await conversation.state();
  if (state === null) throw new Error("The conversation has not begun.");
  return state;
}

/** The itinerary of a reply; a test that has none fails. */
export function itineraryOf({ itinerary, message }: Reply): Itinerary {
  if (itinerary === null) throw new Error(`There is no itinerary: ${message}`);
  return itinerary;
}
