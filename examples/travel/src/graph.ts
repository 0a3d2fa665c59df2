import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { approvalText } from "tidemark/conversation";
import { createAgentGraph } from "tidemark";
import { bookingDesk } from "./agents/booking-desk.ts";
import { bookingOffer, bookingPayload } from "./agents/booking-offer.ts";
import { finalAgent } from "./agents/final.ts";
import { nextSteps } from "./agents/next-steps.ts";
import { requestReader } from "./agents/request-reader.ts";
import { tripPlanner } from "./agents/trip-planner.ts";
import { itineraryLines } from "./domain/describe-trip.ts";
import { Itinerary } from "./domain/trip.ts";
import { turnPlanner, turnResponder } from "./plan-turn.ts";
import type { TravelServices } from "./services.ts";
import { TravelState } from "./state.ts";

/** The agents, none of which writes anything: they propose, and the root commits. */
const travelAgents = (services: TravelServices) => [
  requestReader(services),
  tripPlanner(services),
  nextSteps(),
  bookingOffer(),
  bookingDesk(services),
  finalAgent(services),
];

/** Makes the travel planner: an ordinary compiled graph. A server brings a checkpointer of its own. */
export function travelGraph(services: TravelServices, checkpointer?: BaseCheckpointSaver) {
  const { clock, ids } = services;
  return createAgentGraph({
    state: TravelState,
    output: ["travel_itinerary", "travel_alternatives", "travel_bookings"],
    agents: travelAgents(services),
    planner: turnPlanner(services),
    responder: turnResponder,
    question: ({ control_missing_context: missing = [] }) => questionText(missing),
    approvals: { booking_desk: "always" },
    asking: {
      say: approvalWords,
      explain: (_request, _question, { values }) => {
        const itinerary = Itinerary.safeParse(values["travel_itinerary"]);
        return itinerary.success ? tripText(itinerary.data, services) : "There is no itinerary any more.";
      },
      // An itinerary that was changed after the question is not the one that was approved.
      payloadNow: (request, values) => {
        const itinerary = Itinerary.safeParse(values["travel_itinerary"]);
        return itinerary.success && request.capability === "booking_desk" ? bookingPayload(itinerary.data) : null;
      },
    },
    clock,
    ...(ids !== undefined && { ids }),
    ...(checkpointer !== undefined && { checkpointer }),
  });
}

const tripText = (itinerary: Itinerary, { catalog }: TravelServices): string =>
  itineraryLines(itinerary, { alternatives: [], sample: catalog.sample, booking: null }).join("\n");

/** The travel planner, compiled. */
export type TravelGraph = ReturnType<typeof travelGraph>;

/** Asks for everything that is missing in one sentence. */
function questionText(missing: readonly string[]): string {
  const [first = "more about your trip", ...rest] = missing;
  return `Please tell me ${[first, ...rest].join(", and ")}.`;
}

const approvalWords = (news: Parameters<typeof approvalText>[0]): string => {
  const [request] = news.kind === "question" ? news.pending : [];
  return request === undefined ? approvalText(news) : `${request.stepObjective}? Answer yes or no.`;
};
