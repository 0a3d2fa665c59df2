import { defineAgent, finishTasks } from "tidemark/agents";
import { forgetUser } from "tidemark/checkpoint";
import { bookingOf } from "../domain/trip.ts";
import { listText, texts } from "../domain/format.ts";
import { factValues, PROFILE_FIELDS, profileText, profileUpdates } from "../domain/profile.ts";
import { bookingsText, tripText } from "../domain/trip-parts.ts";
import { unbroken } from "../domain/unbroken.ts";
import type { TravelServices } from "../services.ts";
import { intentOf, MESSAGE_FIELDS, PLAN_FIELDS, TravelState } from "../state.ts";

/** Writes the answer of the turn and proposes to close the tasks that succeeded. Failed tasks stay failed. */
export const finalAgent = ({ catalog, brief = false }: TravelServices) =>
  defineAgent(TravelState, {
    name: "final_agent",
    description: "Writes the answer: the itinerary, the changes, and the next steps.",
    identity: { agentName: "Final" },
    reads: [
      ...PLAN_FIELDS,
      ...MESSAGE_FIELDS,
      ...PROFILE_FIELDS,
      "travel_alternatives",
      "travel_planning",
      "travel_bookings",
      "travel_remarks",
      "runtime_user_id",
    ],
    proposes: ["task_custom_message", "task_ledger"],
    run: async (values, { propose, config }) => {
      const { travel_itinerary: trip, travel_alternatives: alternatives, control_missing_context: missing } = values;
      const intent = intentOf(values);
      const { task_user_input: message, runtime_session_id: session } = values;
      const updates = profileUpdates(values, ({ words, thread }) => words === message && thread === session);
      const isPlanned = values.travel_planning === "planned";
      const isShown = isPlanned || intent === "show_trip";
      const notes = { alternatives, sample: catalog.sample, booking: bookingOf(values), brief };
      const whole = trip === null ? "You have no itinerary yet." : tripText(trip, notes);
      // A view shows what a change has made of the trip, so the answer says only what has changed.
      const isSaid = brief && values.travel_remarks.some((text) => /^(?:Changed|The trip stays)/.test(text));
      const shown = texts(
        intent === "show_profile" && profileText(values),
        intent === "show_bookings" && bookingsText(values.travel_bookings),
        isShown && !isSaid && whole,
      );
      const needed = trip === null ? "To plan the trip, I still need to know" : "Please tell me";
      const said = texts(
        intent === "forget_me" && (await forget(config.store, values.runtime_user_id)),
        updates.length > 0 && `Profile updated: ${updates.join("; ")}.`,
        ...values.travel_remarks,
      );
      // Beside a view: what was planned, then a list of what changed, then what to do next.
      const list = said.map((text) => (isShown && brief ? `- ${text}` : text)).join("\n");
      const asked = missing.length > 0 && `${needed} ${listText(missing)}.`;
      const allergies = isPlanned ? factValues(values, "allergies") : [];
      const next = texts(
        allergies.length > 0 && `Tell the restaurants about your allergies: ${listText(allergies)}.`,
        isPlanned && !brief && notes.booking === null && 'This trip is not booked yet. Type "book it" to book it.',
      );
      const parts = texts(...shown, list, asked, next.join("\n"));
      const text = parts.join(brief || intent === "show_profile" ? "\n\n" : "\n") || "I found nothing to do.";
      propose({ task_custom_message: brief ? unbroken(text) : text }, "This is the answer of the turn.");
      const succeeded = values.task_ledger
        .filter(({ status, agentOrigin }) => status === "pending" && agentOrigin === "trip_planner")
        .map(({ taskId }) => taskId);
      const { changes } = finishTasks(values, { succeeded });
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
