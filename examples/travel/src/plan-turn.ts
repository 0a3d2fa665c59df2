import type { Planner, Responder } from "tidemark";
import type { Intent } from "./domain/reading.ts";
import type { TravelServices } from "./services.ts";

const full = ["request_reader", "trip_planner", "next_steps", "final_agent"];
const STEPS: Readonly<Record<Intent, readonly string[]>> = {
  plan_trip: full,
  change_trip: full,
  new_trip: full,
  tell_profile: full,
  unclear: full,
  show_trip: ["request_reader", "final_agent"],
  show_profile: ["request_reader", "final_agent"],
  book_trip: ["request_reader", "booking_offer", "final_agent"],
};

const objectives: Readonly<Record<string, string>> = {
  request_reader: "Understand the message",
  trip_planner: "Make the itinerary",
  next_steps: "See what is worth doing next",
  booking_offer: "Book the itinerary",
  final_agent: "Put the answer together",
};

/** Plans a turn: which agents a message calls for, and in which order. */
export const turnPlanner =
  ({ reader, catalog, clock }: TravelServices): Planner =>
  async ({ task, signal }) => {
    const { intent } = await reader(task, { airports: catalog.airports(), today: clock.now().slice(0, 10) }, signal);
    const steps = STEPS[intent].map((capability) => ({
      capability,
      taskObjective: objectives[capability] ?? capability,
    }));
    return { summary: `A message of the kind ${intent}.`, steps };
  };

/** Answers in the words that the final agent put together, or says why nothing was done. No model touches times and prices. */
export const turnResponder: Responder = ({ failure, customMessage }) => {
  if (typeof failure === "string")
    return Promise.resolve(`${failure} Nothing was booked, and the itinerary stays as it is.`);
  return Promise.resolve(customMessage ?? "I did not find anything to do.");
};
