import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { createAgentGraph, type Responder } from "tidemark";
import { approvalText } from "tidemark/conversation";
import { z } from "zod";
import { bookingDesk } from "./agents/booking-desk.ts";
import { explanation } from "./agents/explain-question.ts";
import { bookingOffer, bookingPayload, cancellationPayload } from "./agents/booking-offer.ts";
import { finalAgent } from "./agents/final.ts";
import { nextSteps } from "./agents/next-steps.ts";
import { requestReader } from "./agents/request-reader.ts";
import { tripPlanner } from "./agents/trip-planner.ts";
import { openBookings } from "./domain/booked.ts";
import { listText } from "./domain/format.ts";
import { Booking, Itinerary } from "./domain/trip.ts";
import type { TravelServices } from "./services.ts";
import { TravelState } from "./state.ts";

/** Agents of the graph. None of them writes state: they propose changes, and the root commits them. */
const travelAgents = (services: TravelServices) => [
  requestReader(services),
  tripPlanner(services),
  nextSteps(),
  bookingOffer(),
  bookingDesk(services),
  finalAgent(services),
];

/** Steps of every turn. An agent whose work the message does not ask for returns at once. */
const STEPS = [
  { capability: "request_reader", taskObjective: "Read the message" },
  { capability: "trip_planner", taskObjective: "Plan the itinerary" },
  { capability: "next_steps", taskObjective: "Suggest next steps" },
  { capability: "booking_offer", taskObjective: "Book or cancel, if asked to" },
  { capability: "final_agent", taskObjective: "Write the answer" },
];

/** Compiles the travel planner. Leave the checkpointer out on a LangGraph server, which provides its own. */
export function travelGraph(services: TravelServices, checkpointer?: BaseCheckpointSaver) {
  const { clock, ids, model, onError, store, brief = false } = services;
  return createAgentGraph({
    state: TravelState,
    output: ["travel_itinerary", "travel_alternatives", "travel_bookings"],
    // One retry is enough, because the rules are the fallback. A reader cannot use partial answers.
    ...(model !== null && { model, modelOptions: { maxRetries: 1, timeout: 30_000, disableStreaming: true } }),
    agents: travelAgents(services),
    planner: () => Promise.resolve(STEPS),
    responder: turnResponder,
    question: (values) => questionText(values),
    approvals: { booking_desk: "always" },
    asking: {
      say: (event) => approvalMessage(event, brief),
      explain: ({ payload }, question, { values }) => explanation({ payload, question, values }, services),
      // The digest in the payload differs when the itinerary changed after the question was asked.
      payloadNow: ({ payload }, values) => {
        const { travel_itinerary: itinerary, travel_bookings: bookings } = DeskValues.parse(values);
        if (payload["action"] !== "cancel") return itinerary === null ? null : bookingPayload(itinerary);
        const open = openBookings({ travel_bookings: bookings });
        const booking = open.find(({ reference }) => reference === payload["reference"]);
        return booking === undefined ? null : cancellationPayload(booking.reference);
      },
    },
    clock,
    ...(ids !== undefined && { ids }),
    ...(onError !== undefined && { onError }),
    ...(store !== undefined && { store }),
    ...(checkpointer !== undefined && { checkpointer }),
  });
}

/** Values that an approval depends on. */
const DeskValues = z.object({ travel_itinerary: Itinerary.nullable(), travel_bookings: z.array(Booking) });

/** Compiled graph of the travel planner. */
export type TravelGraph = ReturnType<typeof travelGraph>;

/** Says what could not be used, then asks for everything that is missing in one sentence. */
function questionText(values: object): string {
  const { travel_remarks: remarks, control_missing_context: missing } = Asked.parse(values);
  return [...remarks, `Please tell me ${missing.length === 0 ? "more about your trip" : listText(missing)}.`].join(
    "\n",
  );
}

const Asked = z.object({
  travel_remarks: z.array(z.string()).default([]),
  control_missing_context: z.array(z.string()).default([]),
});

/** Asks for an approval. Beside a view there are buttons, so the words for an answer are left out. */
const approvalMessage = (event: Parameters<typeof approvalText>[0], brief: boolean): string => {
  const [request] = event.kind === "question" ? event.pending : [];
  return request === undefined ? approvalText(event) : `${request.stepObjective}?${brief ? "" : " (yes / no)"}`;
};

/** Returns the final agent's message, or explains a failure. No model rewrites times and prices. */
const turnResponder: Responder = ({ failure, customMessage }) => {
  const isRefused = failure?.includes("not approved") === true;
  if (typeof failure === "string")
    return Promise.resolve(
      `${failure} ${(isRefused && customMessage) || "Nothing was booked, and the itinerary is unchanged."}`,
    );
  return Promise.resolve(customMessage ?? "I found nothing to do.");
};
