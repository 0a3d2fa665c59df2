import { defineAgent } from "tidemark";
import { finishTasks } from "tidemark/conversation";
import { bookingOf } from "../domain/booked.ts";
import { itineraryLines } from "../domain/describe-trip.ts";
import { factText, type ProfileFact, profileLines } from "../domain/profile.ts";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";
import { travelerOf } from "../traveler.ts";

/** Writes the answer of the turn and proposes to close the tasks that succeeded. Failed tasks stay failed. */
export const finalAgent = ({ catalog, profiles }: TravelServices) =>
  defineAgent(TravelState, {
    name: "final_agent",
    description: "Writes the answer: the itinerary, the changes, and the next steps.",
    identity: { agentName: "Final" },
    reads: [
      "travel_itinerary",
      "travel_planning",
      "travel_alternatives",
      "travel_bookings",
      "travel_remarks",
      "user_profile",
      "task_ledger",
      "task_user_input",
      "runtime_session_id",
      "runtime_user_id",
    ],
    proposes: ["task_custom_message", "task_ledger"],
    run: (values, { propose }) => {
      const {
        travel_itinerary: itinerary,
        travel_remarks: remarks,
        task_ledger: ledger,
        user_profile: profile,
      } = values;
      // At this point the profile is committed. Other conversations of the traveler start from it.
      profiles.save(travelerOf(values), profile);
      const intent = ledger.findLast(({ agentOrigin }) => agentOrigin === "root")?.intent;
      const updates = profile
        .filter(({ source }) => source.words === values.task_user_input && source.thread === values.runtime_session_id)
        .map(updateText);
      const booking = bookingOf(values);
      const showsTrip = values.travel_planning === "planned" || intent === "show_trip";
      const trip =
        itinerary === null
          ? ["You have no itinerary yet."]
          : itineraryLines(itinerary, { alternatives: values.travel_alternatives, sample: catalog.sample, booking });
      const isNewlyBooked = intent === "book_trip" && booking !== null && remarks.length === 0;
      const lines = [
        ...(intent === "show_profile" ? profileLines(profile) : []),
        ...(showsTrip ? trip : []),
        ...(isNewlyBooked
          ? [`Booked as ${booking.reference}: ${booking.itinerary.city}, for ${booking.itinerary.total} €.`]
          : []),
        ...(updates.length === 0 ? [] : [`Profile updated: ${updates.join("; ")}.`]),
        ...remarks,
      ];
      const message = lines.length === 0 ? "I found nothing to do." : lines.join("\n");
      propose({ task_custom_message: message }, "This is the answer of the turn.");
      const pending = ledger.filter(
        ({ status, agentOrigin }) => status === "pending" && agentOrigin === "trip_planner",
      );
      const { changes } = finishTasks(values, { succeeded: pending.map(({ taskId }) => taskId) });
      if (changes !== null) propose(changes, "These searches succeeded.");
      return {};
    },
  });

function updateText(fact: ProfileFact): string {
  if (fact.status === "takenBack") return `${factText(fact)} (removed)`;
  return fact.certainty === "guessed" ? `${factText(fact)} (guessed)` : factText(fact);
}
