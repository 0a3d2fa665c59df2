import { type CommandLine, openDatabase, type TerminalApplication } from "@tidemark/terminal";
import type { WebApplication } from "@tidemark/web";
import { openSession } from "tidemark";
import { sqliteSaver } from "tidemark/sqlite";
import { defineTurns } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";
import { answerTo } from "./agents/approval-questions.ts";
import { type Booking, bookingOf, type Itinerary } from "./domain/trip.ts";
import { type TravelGraph, travelGraph } from "./graph.ts";
import { openServices, type TravelServices } from "./services.ts";
import { TravelState, type TravelValue } from "./state.ts";

/** Options of the command line, with the name of the traveler, whose profile all of their conversations share. */
export type Options = CommandLine & { readonly traveler: string };

/** What a turn has planned, and the booking of exactly this itinerary. */
export interface Planned {
  readonly itinerary: Itinerary | null;
  readonly booking: Booking | null;
}

/** The travel planner as the page and the terminal need it. */
export function travelApplication(
  graph: TravelGraph,
  services: TravelServices,
  { thread, traveler }: Pick<Options, "thread" | "traveler">,
): TerminalApplication<TravelValue, Planned> & WebApplication {
  return {
    title: "Travel planner",
    intro: "Where do you want to go?",
    hint: 'Say where you start, on which days, and how many of you travel. Then change the trip: "a later flight back", "a cheaper hotel". Nothing is booked without your approval.',
    suggestions: [
      "Lisbon from Copenhagen, 7 to 10 May, mid budget, I'm vegetarian and hate early flights",
      "Rome from Berlin, 3 to 7 March, two of us, under 900 euro, hotel in the center",
      "Athens from London, 5 to 12 June, 2 adults and 2 children",
    ],
    state: TravelState,
    graph,
    session: (threadId) => openSession({ graph, threadId, userId: traveler, clock: services.clock }),
    thread,
    userId: traveler,
    clock: services.clock,
    answerTo: (text, waiting) => answerTo(text, waiting, services),
    approvalLabels({ payload }) {
      const approve = payload["replaces"] === undefined ? "Book it" : "Replace the booking";
      if (payload["action"] !== "cancel") return { approve, reject: "Not now" };
      return { approve: "Cancel booking", reject: "Keep it", isDestructive: true };
    },
    details: ({ travel_itinerary: itinerary = null, travel_bookings: bookings = [] }) => ({
      itinerary,
      booking: bookingOf({ travel_itinerary: itinerary, travel_bookings: bookings }),
    }),
  };
}

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
