import { defineAgent } from "tidemark";
import { finishTasks } from "tidemark/conversation";
import { bookingOf } from "../domain/booked.ts";
import { itineraryLines } from "../domain/describe-trip.ts";
import { factText, profileLines } from "../domain/profile.ts";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";
import { travelerOf } from "../traveler.ts";

/** Says what the traveler gets, and proposes to close what succeeded. What failed stays failed. */
export const finalAgent = ({ catalog, profiles }: TravelServices) =>
  defineAgent(TravelState, {
    name: "final_agent",
    description: "Puts together what the traveler is told: the itinerary, what changed, what is next.",
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
      // The profile is the committed one by now; other conversations of the traveler begin with it.
      profiles.keep(travelerOf(values), profile);
      const intent = ledger.findLast(({ agentOrigin }) => agentOrigin === "root")?.intent;
      const learned = profile
        .filter(({ source }) => source.words === values.task_user_input && source.thread === values.runtime_session_id)
        .map((fact) => noted(factText(fact), fact));
      const booking = bookingOf(values);
      const wantsTrip = values.travel_planning === "planned" || intent === "show_trip";
      const trip =
        itinerary === null
          ? ["There is no itinerary yet."]
          : itineraryLines(itinerary, { alternatives: values.travel_alternatives, sample: catalog.sample, booking });
      const isNewlyBooked = intent === "book_trip" && booking !== null && remarks.length === 0;
      const lines = [
        ...(intent === "show_profile" ? profileLines(profile) : []),
        ...(wantsTrip ? trip : []),
        ...(isNewlyBooked
          ? [`Booked as ${booking.reference}: ${booking.itinerary.city}, for ${booking.itinerary.total} €.`]
          : []),
        ...(learned.length === 0 ? [] : [`Noted: ${learned.join("; ")}.`]),
        ...remarks,
      ];
      const message = lines.length === 0 ? "There is nothing to do for that." : lines.join("\n");
      propose({ task_custom_message: message }, "The answer of this turn.");
      const pending = ledger.filter(
        ({ status, agentOrigin }) => status === "pending" && agentOrigin === "trip_planner",
      );
      const { changes } = finishTasks(values, { succeeded: pending.map(({ taskId }) => taskId) });
      if (changes !== null) propose(changes, "These searches have found something.");
      return {};
    },
  });

const noted = (text: string, { status, certainty }: { readonly status: string; readonly certainty: string }): string =>
  status === "takenBack"
    ? `not any more that the traveler ${text}`
    : certainty === "guessed"
      ? `${text} (a guess)`
      : text;
