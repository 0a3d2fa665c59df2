import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { approvalText } from "tidemark/conversation";
import { createAgentGraph } from "tidemark";
import { bookingDesk } from "./agents/booking-desk.ts";
import { bookingOffer, bookingPayload } from "./agents/booking-offer.ts";
import { finalAgent } from "./agents/final.ts";
import { nextSteps } from "./agents/next-steps.ts";
import { requestReader } from "./agents/request-reader.ts";
import { tripPlanner } from "./agents/trip-planner.ts";
import { itineraryLines, listText } from "./domain/describe-trip.ts";
import { Itinerary } from "./domain/trip.ts";
import { type MessageReader, modelReader, rulesReader } from "./models/message-reader.ts";
import { turnPlanner, turnResponder } from "./plan-turn.ts";
import type { TravelServices } from "./services.ts";
import { TravelState } from "./state.ts";

/** Agents of the graph. None of them writes state: they propose changes, and the root commits them. */
const travelAgents = (services: TravelServices, reader: MessageReader) => [
  requestReader(services, reader),
  tripPlanner(services),
  nextSteps(),
  bookingOffer(),
  bookingDesk(services),
  finalAgent(services),
];

/** Compiles the travel planner. Leave the checkpointer out on a LangGraph server, which provides its own. */
export function travelGraph(services: TravelServices, checkpointer?: BaseCheckpointSaver) {
  const { clock, ids, model, onError } = services;
  const reader = model === null ? rulesReader() : modelReader();
  return createAgentGraph({
    state: TravelState,
    output: ["travel_itinerary", "travel_alternatives", "travel_bookings"],
    // One retry is enough, because the rules are the fallback. A reader cannot use partial answers.
    ...(model !== null && { model, modelOptions: { maxRetries: 1, timeout: 30_000, disableStreaming: true } }),
    agents: travelAgents(services, reader),
    planner: turnPlanner(services, reader),
    responder: turnResponder,
    question: ({ control_missing_context: missing = [] }) => questionText(missing),
    approvals: { booking_desk: "always" },
    asking: {
      say: approvalMessage,
      explain: (_request, _question, { values }) => {
        const itinerary = Itinerary.safeParse(values["travel_itinerary"]);
        return itinerary.success ? tripText(itinerary.data, services) : "The itinerary no longer exists.";
      },
      // The digest in the payload differs when the itinerary changed after the question was asked.
      payloadNow: (request, values) => {
        const itinerary = Itinerary.safeParse(values["travel_itinerary"]);
        return itinerary.success && request.capability === "booking_desk" ? bookingPayload(itinerary.data) : null;
      },
    },
    clock,
    ...(ids !== undefined && { ids }),
    ...(onError !== undefined && { onError }),
    ...(checkpointer !== undefined && { checkpointer }),
  });
}

const tripText = (itinerary: Itinerary, { catalog }: TravelServices): string =>
  itineraryLines(itinerary, { alternatives: [], sample: catalog.sample, booking: null }).join("\n");

/** Compiled graph of the travel planner. */
export type TravelGraph = ReturnType<typeof travelGraph>;

/** Asks for everything that is missing in one sentence. */
const questionText = (missing: readonly string[]): string =>
  `Please tell me ${missing.length === 0 ? "more about your trip" : listText(missing)}.`;

const approvalMessage = (event: Parameters<typeof approvalText>[0]): string => {
  const [request] = event.kind === "question" ? event.pending : [];
  return request === undefined ? approvalText(event) : `${request.stepObjective}? (yes / no)`;
};
