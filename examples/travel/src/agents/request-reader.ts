import { defineAgent } from "tidemark";
import { mergeProfiles, profileChanges } from "../domain/profile.ts";
import { extractedInfo, type Reading } from "../domain/reading.ts";
import { mergeReading } from "../domain/merge-reading.ts";
import type { MessageReader } from "../models/message-reader.ts";
import { travelerOf } from "../traveler.ts";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";

/** Reads the message and proposes the resulting changes of the trip, the profile and the task ledger. */
export const requestReader = ({ catalog, profiles }: TravelServices, reader: MessageReader) =>
  defineAgent(TravelState, {
    name: "request_reader",
    description: "Reads the traveler's message: trip details, changes, and preferences.",
    identity: { agentName: "Reader" },
    reads: [
      "task_user_input",
      "task_ledger",
      "travel_info",
      "travel_itinerary",
      "travel_alternatives",
      "user_profile",
      "control_missing_context",
      "runtime_session_id",
      "runtime_user_id",
    ],
    proposes: [
      "travel_info",
      "travel_itinerary",
      "travel_planned_for",
      "travel_alternatives",
      "travel_remarks",
      "user_profile",
      "task_ledger",
      "control_clarification_needed",
      "control_missing_context",
    ],
    run: async (values, runtime) => {
      const { propose, clock, signal } = runtime;
      const message = values.task_user_input ?? "";
      const context = {
        airports: catalog.airports(),
        today: clock.now().slice(0, 10),
        askedTopics: values.control_missing_context.map(topicOf),
      };
      const reading = await reader(message, context, { loadModel: async () => runtime.model, signal });
      // The profile is shared by all conversations of the traveler.
      const profile = mergeProfiles(values.user_profile, profiles.of(travelerOf(values)));
      const importedFacts = profile.filter((fact) => !values.user_profile.includes(fact));
      const sights = await catalog.sights(reading.destination ?? values.travel_info.destination ?? "");
      const merged = mergeReading(reading, {
        trip: values.travel_info,
        itinerary: values.travel_itinerary,
        alternatives: values.travel_alternatives,
        profile,
        airports: context.airports,
        sights: sights.items,
        today: context.today,
      });
      const facts = profileChanges(profile, reading, {
        words: message,
        thread: values.runtime_session_id,
        at: clock.now(),
      });
      if (importedFacts.length > 0)
        propose({ user_profile: importedFacts }, "These facts come from another conversation.");
      if (facts.length > 0) propose({ user_profile: facts }, "The message states these facts or implies them.");
      if (changesTrip(reading)) propose({ travel_info: merged.trip }, reading.reasoning);
      if (merged.remarks.length > 0)
        propose({ travel_remarks: merged.remarks }, "A part of the message could not be applied.");
      const hasOtherDestination =
        values.travel_itinerary !== null && values.travel_itinerary.destination !== merged.trip.destination;
      if (changesTrip(reading) && hasOtherDestination) {
        propose(
          { travel_itinerary: null, travel_planned_for: null, travel_alternatives: [] },
          "The message starts a trip to another destination.",
        );
      }
      const missing = needsTrip(reading) ? merged.missing : reading.intent === "unclear" ? [MISSING_INTENT] : [];
      propose(
        { control_missing_context: missing, ...(missing.length > 0 && { control_clarification_needed: true }) },
        missing.length === 0 ? "Nothing is missing." : "Planning needs these details.",
      );
      const task = values.task_ledger.at(-1);
      if (task !== undefined) {
        const metadata = {
          ...task.metadata,
          extractedInfo: { ...extractedInfo(reading) },
          reasoning: reading.reasoning,
          missingInfo: [...missing],
        };
        const status = missing.length > 0 ? "pending" : task.status;
        propose(
          { task_ledger: [{ taskId: task.taskId, intent: reading.intent, status, metadata }] },
          "The ledger records how the message was read.",
        );
      }
      return {};
    },
  });

/** Missing detail when the message has no intent that the planner recognizes. */
const MISSING_INTENT = "what you would like to do";

const topicOf = (missing: string): string =>
  missing.includes("start") ? "origin" : missing.includes("go") ? "destination" : "dates";

const needsTrip = ({ intent }: Reading): boolean =>
  intent === "plan_trip" || intent === "change_trip" || intent === "new_trip" || intent === "book_trip";

const changesTrip = ({ intent }: Reading): boolean =>
  intent === "plan_trip" || intent === "change_trip" || intent === "new_trip";
