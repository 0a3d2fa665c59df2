import { defineAgent } from "tidemark";
import { listText } from "../domain/describe-trip.ts";
import { mergeReading } from "../domain/merge-reading.ts";
import { profileChanges } from "../domain/profile.ts";
import { readWithModel } from "../reading/model-reader.ts";
import { readMessage } from "../reading/read-message.ts";
import { detailsOf, type Reading } from "../reading/reading.ts";
import { readingContext, type TravelServices } from "../services.ts";
import { TravelState } from "../state.ts";

/** Reads the message and proposes the resulting changes of the trip, the profile and the task ledger. */
export const requestReader = (services: TravelServices) =>
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
    ],
    proposes: [
      "travel_info",
      "travel_itinerary",
      "travel_planned_for",
      "travel_alternatives",
      "travel_remarks",
      "travel_not_understood",
      "user_profile",
      "task_ledger",
      "control_clarification_needed",
      "control_missing_context",
    ],
    run: async (values, runtime) => {
      const { propose, clock, signal } = runtime;
      const { travel_info: info, travel_itinerary: itinerary, user_profile: profile } = values;
      const message = values.task_user_input ?? "";
      const askedTopics = values.control_missing_context.map(topicOf);
      const context = { ...readingContext(services), askedTopics, trip: info };
      const reading =
        services.model === null
          ? readMessage(message, context)
          : await readWithModel(message, context, { model: runtime.model, signal });
      const sights = await services.catalog.sights(reading.trip.destination ?? info.destination ?? "");
      const facts = profileChanges(profile, reading, {
        words: message,
        thread: values.runtime_session_id,
        at: clock.now(),
      });
      const { alternatives, ...merging } = { alternatives: values.travel_alternatives, info, itinerary };
      const merged = mergeReading(reading, { ...context, ...merging, alternatives, profile, sights: sights.items });
      if (facts.length > 0) propose({ user_profile: facts }, "The message states these facts or implies them.");
      if (changesTrip(reading)) propose({ travel_info: merged.trip }, reading.reasoning);
      const remarks = [...reading.problems, ...merged.remarks, ...doubtTexts(reading), ...unreadTexts(reading)];
      if (remarks.length > 0)
        propose(
          { travel_remarks: remarks, travel_not_understood: reading.unread },
          "A part of the message could not be applied or is not certain.",
        );
      if (changesTrip(reading) && itinerary !== null && itinerary.destination !== merged.trip.destination)
        propose(
          { travel_itinerary: null, travel_planned_for: null, travel_alternatives: [] },
          "The message starts a trip to another destination.",
        );
      const missing = missingOf(reading, merged.missing);
      propose(
        { control_missing_context: missing, ...(missing.length > 0 && { control_clarification_needed: true }) },
        missing.length === 0 ? "Nothing is missing." : "Planning needs these details.",
      );
      const task = values.task_ledger.at(-1);
      if (task === undefined) return {};
      const metadata = {
        ...task.metadata,
        extractedInfo: { ...detailsOf(reading), ...reading.trip },
        reasoning: reading.reasoning,
        missingInfo: [...missing],
      };
      const status = missing.length > 0 ? "pending" : task.status;
      propose(
        { task_ledger: [{ taskId: task.taskId, intent: reading.intent, status, metadata }] },
        "The ledger records how the message was read.",
      );
      return {};
    },
  });

const topicOf = (missing: string): string =>
  missing.includes("start")
    ? "origin"
    : missing.includes("go")
      ? "destination"
      : missing.includes("how many of you")
        ? "travelers"
        : "dates";

const changesTrip = ({ intent }: Reading): boolean => ["plan_trip", "change_trip", "new_trip"].includes(intent);

function missingOf(reading: Reading, missing: readonly string[]): string[] {
  if (reading.intent === "unclear") return ["what you would like to do"];
  return changesTrip(reading) || reading.intent === "book_trip" ? [...missing] : [];
}

const doubtTexts = ({ doubts }: Reading): readonly string[] =>
  doubts.map((doubt) => `Please check: ${doubt.replace(/\.$/, "")}.`);

const unreadTexts = ({ unread }: Reading): readonly string[] =>
  unread.length === 0 ? [] : [`I did not understand ${listText(unread.map((words) => `"${words}"`))}.`];
