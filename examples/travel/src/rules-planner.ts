import type { Planner, Responder } from "@tidemark/agents";
import type { Airport } from "./domain/offers.ts";
import { readRequest } from "./domain/read-request.ts";
import type { Intent } from "./domain/reading.ts";

const full = ["request_reader", "trip_planner", "next_steps", "final_agent"];
const STEPS: Readonly<Record<Intent, readonly string[]>> = {
  plan_trip: full,
  change_trip: full,
  new_trip: full,
  tell_profile: full,
  unclear: full,
  show_trip: ["request_reader", "final_agent"],
  book_trip: ["request_reader", "booking_offer", "final_agent"],
};

const objectives: Readonly<Record<string, string>> = {
  request_reader: "Understand the message",
  trip_planner: "Make the itinerary",
  next_steps: "See what is worth doing next",
  booking_offer: "Book the itinerary",
  final_agent: "Put the answer together",
};

/** Plans by rules: which agents a message calls for, in which order. */
export const rulesPlanner =
  (airports: readonly Airport[], today: () => string): Planner =>
  ({ task }) => {
    const { intent } = readRequest(task, { airports, today: today() });
    const steps = STEPS[intent].map((capability) => ({ capability, taskObjective: objectives[capability] ?? capability }));
    return Promise.resolve({ summary: `A message of the kind ${intent}.`, steps });
  };

/** Answers in the words that the final agent put together, or says why nothing was done. */
export const rulesResponder: Responder = ({ failure, customMessage }) => {
  if (typeof failure === "string") return Promise.resolve(`${failure} Nothing was booked, and the itinerary stays as it is.`);
  return Promise.resolve(customMessage ?? "I did not find anything to do.");
};
