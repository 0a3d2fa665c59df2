import { defineAgent } from "@tidemark/agents/langgraph";
import { finishTasks } from "@tidemark/state-manager";
import { bookingOf } from "../domain/booked.ts";
import { itineraryLines } from "../domain/describe-trip.ts";
import { factText } from "../domain/profile.ts";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";

/** Says what the traveller gets, and proposes to close what succeeded. What failed stays failed. */
export const finalAgent = ({ catalog }: TravelServices) =>
  defineAgent(TravelState, {
    name: "final_agent",
    description: "Puts together what the traveller is told: the itinerary, what changed, what is next.",
    identity: { agentName: "Final" },
    reads: [
      "travel_itinerary",
      "travel_alternatives",
      "travel_bookings",
      "travel_remarks",
      "user_profile",
      "task_ledger",
      "task_user_input",
      "execution_start_time",
    ],
    proposes: ["task_custom_message", "task_ledger"],
    run: (values, { propose }) => {
      const { travel_itinerary: itinerary, travel_remarks: remarks, task_ledger: ledger } = values;
      const learned = values.user_profile
        .filter(({ source }) => source.words === values.task_user_input)
        .map((fact) => noted(factText(fact), fact));
      const lines = [
        ...(itinerary === null
          ? ["There is no itinerary yet."]
          : itineraryLines(itinerary, {
              alternatives: values.travel_alternatives,
              sample: catalog.sample,
              booking: bookingOf(values),
            })),
        ...(learned.length === 0 ? [] : [`Noted: ${learned.join("; ")}.`]),
        ...remarks,
      ];
      propose({ task_custom_message: lines.join("\n") }, "The answer of this turn.");
      const pending = ledger.filter(({ status, agentOrigin }) => status === "pending" && agentOrigin === "trip_planner");
      const { changes } = finishTasks(values, { succeeded: pending.map(({ taskId }) => taskId) });
      if (changes !== null) propose(changes, "These searches have found something.");
      return {};
    },
  });

const noted = (text: string, { status, certainty }: { readonly status: string; readonly certainty: string }): string =>
  status === "takenBack" ? `not any more that the traveller ${text}` : certainty === "guessed" ? `${text} (a guess)` : text;
