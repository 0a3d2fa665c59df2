import { defineAgent } from "tidemark";
import { mergeProfiles, profileChanges } from "../domain/profile.ts";
import { extractedInfo, type Reading } from "../domain/reading.ts";
import { mergeReading } from "../domain/merge-reading.ts";
import { travelerOf } from "../traveler.ts";
import type { TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";

/** The root's ear: understands the message and proposes what follows from it for the trip, the profile and the ledger. */
export const requestReader = ({ catalog, profiles, reader }: TravelServices) =>
  defineAgent(TravelState, {
    name: "request_reader",
    description: "Understands what the traveler says: the trip, changes of it, and preferences.",
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
    run: async (values, { propose, clock, signal }) => {
      const words = values.task_user_input ?? "";
      const context = {
        airports: catalog.airports(),
        today: clock.now().slice(0, 10),
        asked: values.control_missing_context.map(askedFor),
      };
      const reading = await reader(words, context, signal);
      // What other conversations have found out about this traveler holds here too.
      const profile = mergeProfiles(values.user_profile, profiles.of(travelerOf(values)));
      const elsewhereSaid = profile.filter((fact) => !values.user_profile.includes(fact));
      const found = await catalog.sights(reading.destination ?? values.travel_info.destination ?? "");
      const merged = mergeReading(reading, {
        trip: values.travel_info,
        itinerary: values.travel_itinerary,
        alternatives: values.travel_alternatives,
        profile,
        airports: context.airports,
        sights: found.items,
        today: context.today,
      });
      const facts = profileChanges(profile, reading, {
        words,
        thread: values.runtime_session_id,
        at: clock.now(),
      });
      if (elsewhereSaid.length > 0) propose({ user_profile: elsewhereSaid }, "It was said in another conversation.");
      if (facts.length > 0) propose({ user_profile: facts }, "It was said, or follows from what was said.");
      if (speaksOfTrip(reading)) propose({ travel_info: merged.trip }, reading.reasoning);
      if (merged.remarks.length > 0)
        propose({ travel_remarks: merged.remarks }, "The message could not be followed in all.");
      const elsewhere =
        values.travel_itinerary !== null && values.travel_itinerary.destination !== merged.trip.destination;
      if (speaksOfTrip(reading) && elsewhere) {
        propose({ travel_itinerary: null, travel_planned_for: null, travel_alternatives: [] }, "Another trip begins.");
      }
      const missing = needsTrip(reading) ? merged.missing : reading.intent === "unclear" ? [WISH] : [];
      propose(
        { control_missing_context: missing, ...(missing.length > 0 && { control_clarification_needed: true }) },
        missing.length === 0 ? "Nothing is missing." : "Without it nothing can be planned.",
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
          "What the message was taken for.",
        );
      }
      return {};
    },
  });

/** What is missing when a message means nothing that a travel planner knows. */
const WISH = "what you would like to do";

const askedFor = (missing: string): string =>
  missing.includes("start") ? "origin" : missing.includes("go") ? "destination" : "dates";

const needsTrip = ({ intent }: Reading): boolean =>
  intent === "plan_trip" || intent === "change_trip" || intent === "new_trip" || intent === "book_trip";

const speaksOfTrip = ({ intent }: Reading): boolean =>
  intent === "plan_trip" || intent === "change_trip" || intent === "new_trip";
