import { defineAgent } from "tidemark";
import { forgetUser } from "tidemark/checkpoint";
import { finishTasks } from "tidemark/conversation";
import { bookingOf } from "../domain/booked.ts";
import { headline, itineraryText, priceText } from "../domain/describe-trip.ts";
import { listText, texts } from "../domain/format.ts";
import { factText, type ProfileFact, profileLines } from "../domain/profile.ts";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";
import { intentOf } from "./turn-intent.ts";

/** Writes the answer of the turn and proposes to close the tasks that succeeded. Failed tasks stay failed. */
export const finalAgent = ({ catalog, brief = false }: TravelServices) =>
  defineAgent(TravelState, {
    name: "final_agent",
    description: "Writes the answer: the itinerary, the changes, and the next steps.",
    identity: { agentName: "Final" },
    reads: [
      "travel_itinerary",
      "travel_planning",
      "travel_alternatives",
      "travel_before",
      "travel_bookings",
      "travel_remarks",
      "user_profile",
      "task_ledger",
      "task_user_input",
      "control_missing_context",
      "runtime_session_id",
      "runtime_user_id",
    ],
    proposes: ["task_custom_message", "task_ledger"],
    run: async (values, { propose, config }) => {
      const { travel_itinerary: itinerary, task_ledger: ledger, user_profile: profile } = values;
      const intent = intentOf(values);
      const updates = profile
        .filter(({ source }) => source.words === values.task_user_input && source.thread === values.runtime_session_id)
        .map(updateText);
      const notes = {
        alternatives: values.travel_alternatives,
        sample: catalog.sample,
        booking: bookingOf(values),
        brief,
      };
      const isRepeated =
        brief && intent === "change_trip" && values.travel_before?.destination === itinerary?.destination;
      const isShown = values.travel_planning === "planned" || intent === "show_trip";
      const missing = values.control_missing_context;
      const parts = texts(
        intent === "show_profile" && profileLines(profile).join("\n"),
        intent === "forget_me" && (await forget(config.store, values.runtime_user_id)),
        isShown && itinerary === null && "You have no itinerary yet.",
        isShown &&
          itinerary !== null &&
          (isRepeated ? `**${headline(itinerary)}: ${priceText(itinerary)}**` : itineraryText(itinerary, notes)),
        updates.length > 0 && `Profile updated: ${updates.join("; ")}.`,
        ...values.travel_remarks,
        missing.length > 0 && `To plan the trip, I still need to know ${listText(missing)}.`,
      );
      // Sentences follow each other, and lists are set off.
      const text = parts.join("\n").replaceAll(/(?<=^- .*)\n(?!- |\n)/gm, "\n\n") || "I found nothing to do.";
      // On a page, an amount stays on one line.
      const message = brief ? text.replaceAll(/(?<=\d) €/g, "\u00A0€") : text;
      propose({ task_custom_message: message }, "This is the answer of the turn.");
      const pending = ledger.filter(
        ({ status, agentOrigin }) => status === "pending" && agentOrigin === "trip_planner",
      );
      const { changes } = finishTasks(values, { succeeded: pending.map(({ taskId }) => taskId) });
      if (changes !== null) propose(changes, "These searches succeeded.");
      return {};
    },
  });

/** Deletes the profile of a traveler. The next turn of each conversation starts without it. */
async function forget(store: Parameters<typeof forgetUser>[0] | undefined, user: string | null): Promise<string> {
  if (store === undefined || user === null) return 'Nothing is stored about you. Say, for example, "forget my home".';
  await forgetUser(store, user);
  return "I have forgotten everything that I knew about you. This conversation keeps its trip and its bookings.";
}

const updateText = (fact: ProfileFact): string =>
  `${factText(fact)}${fact.status === "takenBack" ? " (removed)" : fact.certainty === "guessed" ? " (guessed)" : ""}`;
