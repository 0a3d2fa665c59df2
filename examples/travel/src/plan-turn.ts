import type { Responder } from "tidemark";
import type { Intent } from "./domain/reading.ts";
import type { MessageReader, ReaderResources } from "./models/message-reader.ts";
import type { TravelServices } from "./services.ts";

const planningSteps = ["request_reader", "trip_planner", "next_steps", "final_agent"];
const STEPS: Readonly<Record<Intent, readonly string[]>> = {
  plan_trip: planningSteps,
  change_trip: planningSteps,
  new_trip: planningSteps,
  tell_profile: planningSteps,
  unclear: planningSteps,
  show_trip: ["request_reader", "final_agent"],
  show_profile: ["request_reader", "final_agent"],
  book_trip: ["request_reader", "booking_offer", "final_agent"],
};

const objectives: Readonly<Record<string, string>> = {
  request_reader: "Read the message",
  trip_planner: "Plan the itinerary",
  next_steps: "Suggest next steps",
  booking_offer: "Book the itinerary",
  final_agent: "Write the answer",
};

/** Plans a turn: selects the agents for a message, in the order they run. */
export const turnPlanner =
  ({ catalog, clock }: TravelServices, reader: MessageReader) =>
  async (input: ReaderResources & { readonly task: string }) => {
    const context = { airports: catalog.airports(), today: clock.now().slice(0, 10) };
    const { intent } = await reader(input.task, context, input);
    const steps = STEPS[intent].map((capability) => ({
      capability,
      taskObjective: objectives[capability] ?? capability,
    }));
    return { summary: `Message with intent ${intent}`, steps };
  };

/** Returns the final agent's message, or explains a failure. No model rewrites times and prices. */
export const turnResponder: Responder = ({ failure, customMessage }) => {
  if (typeof failure === "string")
    return Promise.resolve(`${failure} Nothing was booked, and the itinerary is unchanged.`);
  return Promise.resolve(customMessage ?? "I found nothing to do.");
};
