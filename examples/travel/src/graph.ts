import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { createAgentGraph, type Responder } from "tidemark/agents";
import { z } from "zod";
import { bookingDesk, bookingOffer } from "./agents/booking.ts";
import { approvalQuestion, approvalQuestions } from "./agents/approval-questions.ts";
import { finalAgent } from "./agents/final.ts";
import { requestReader } from "./agents/request-reader.ts";
import { tripPlanner } from "./agents/trip-planner.ts";
import { citiesText, listText, texts } from "./domain/format.ts";
import { WHAT, WHERE } from "./reading/reading.ts";
import type { TravelServices } from "./services.ts";
import { TravelState } from "./state.ts";

/** Steps of every turn. An agent whose work the message does not ask for returns at once. */
const STEPS = [
  { capability: "request_reader", taskObjective: "Read the message" },
  { capability: "trip_planner", taskObjective: "Plan the itinerary" },
  { capability: "booking_offer", taskObjective: "Book or cancel, if asked to" },
  { capability: "final_agent", taskObjective: "Write the answer" },
];

/** Compiles the travel planner. Leave the checkpointer out on a LangGraph server, which provides its own. */
export function travelGraph(services: TravelServices, checkpointer?: BaseCheckpointSaver) {
  const { catalog: _catalog, desk: _desk, brief: _brief, model, ...parts } = services;
  return createAgentGraph({
    state: TravelState,
    output: ["travel_itinerary", "travel_alternatives", "travel_bookings"],
    // One retry is enough, because the rules are the fallback. A reader cannot use partial answers.
    ...(model !== null && { model, modelOptions: { maxRetries: 1, timeout: 30_000, disableStreaming: true } }),
    // None of them writes state: they propose changes, and the root commits them.
    agents: [requestReader(services), tripPlanner(services), bookingOffer, bookingDesk(services), finalAgent(services)],
    planner: () => Promise.resolve(STEPS),
    responder: turnResponder,
    texts: { approval: approvalQuestion(services), question: (values) => questionText(values, services) },
    approvals: { booking_desk: "always" },
    approvalQuestions: approvalQuestions(services),
    ...parts,
    ...(checkpointer !== undefined && { checkpointer }),
  });
}

/** Compiled graph of the travel planner. */
export type TravelGraph = ReturnType<typeof travelGraph>;

const Asked = z.object({ travel_remarks: z.array(z.string()), control_missing_context: z.array(z.string()) });

/** Says what could not be used, then asks for everything that is missing in one sentence. */
function questionText(values: object, { catalog }: TravelServices): string {
  const { travel_remarks: remarks, control_missing_context: missing } = Asked.parse(values);
  const cities = citiesText(catalog.airports());
  const isNew = (missing.includes(WHERE) || missing.includes(WHAT)) && !remarks.join().includes(cities);
  const known = isNew && `I plan trips between ${cities}.`;
  return texts(...remarks, `Please tell me ${listText(missing)}.`, known).join("\n");
}

/** Returns the final agent's message, or explains a failure. No model rewrites times and prices. */
const turnResponder: Responder = ({ failure, customMessage }) => {
  const message = customMessage ?? "I found nothing to do.";
  if (typeof failure !== "string") return Promise.resolve(message);
  const kept = failure.includes("not approved") ? customMessage : null;
  return Promise.resolve(`${failure} ${kept ?? "Nothing was booked, and the itinerary is unchanged."}`);
};
