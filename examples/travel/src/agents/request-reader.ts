import { defineAgent, type TaskRecord } from "tidemark";
import { listText } from "../domain/format.ts";
import { isBegun, mergeReading } from "../domain/merge-reading.ts";
import { profileChanges } from "../domain/profile.ts";
import { readWithModel } from "../reading/model-reader.ts";
import { citiesText } from "../reading/read-places.ts";
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
      "travel_before",
      "travel_not_understood",
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
      const { travel_info: info, travel_itinerary: itinerary, user_profile: profile, travel_before: before } = values;
      const message = values.task_user_input ?? "";
      const askedTopics = values.control_missing_context.map(topicOf);
      const open = values.travel_not_understood;
      const context = { ...readingContext(services), askedTopics, trip: info, open };
      const reading =
        services.model === null
          ? readMessage(message, context)
          : await readWithModel(message, context, { model: runtime.model, signal });
      const sights = await services.catalog.sights(reading.trip.destination ?? info.destination ?? "");
      const source = { words: message, thread: values.runtime_session_id, at: clock.now() };
      const facts = profileChanges(profile, reading, source);
      const {
        trip,
        missing,
        remarks,
        open: stillOpen,
      } = mergeReading(reading, {
        ...context,
        info,
        itinerary,
        alternatives: values.travel_alternatives,
        profile,
        sights: sights.items,
      });
      const { intent, reasoning } = reading;
      const isUndo = intent === "undo" && before !== null;
      if (facts.length > 0) propose({ user_profile: facts }, "The message states these facts or implies them.");
      if (changesTrip(reading) || isUndo) propose({ travel_info: isUndo ? before : trip }, reasoning);
      if (changesTrip(reading) && itinerary !== null && itinerary.destination !== trip.destination)
        propose(
          { travel_itinerary: null, travel_planned_for: null, travel_alternatives: [] },
          "The message starts a trip to another destination.",
        );
      const said = [
        ...droppedText(values.task_ledger),
        ...reading.problems,
        ...remarks,
        ...reading.doubts.map((doubt) => `Please check: ${doubt.replace(/\.$/, "")}.`),
        ...openText(stillOpen, reading.unread),
        ...(intent === "undo" ? [isUndo ? "I took back the last change." : "There is no change to take back."] : []),
        ...(intent === "question" ? [answerText(itinerary !== null, services)] : []),
      ];
      if (said.length > 0)
        propose({ travel_remarks: said }, "A part of the message was not applied, or is not certain.");
      propose({ travel_not_understood: stillOpen }, "These words stay open until they are answered.");
      const unclear =
        intent === "unclear" && (missing.length === 0 || !isBegun(trip)) ? ["what you would like to do"] : null;
      const stillAsked = unclear ?? (isBegun(trip) || changesTrip(reading) ? [...missing] : []);
      const isAsking = stillAsked.length > 0 && !ANSWERED.has(intent);
      propose(
        { control_missing_context: stillAsked, ...(isAsking && { control_clarification_needed: true }) },
        stillAsked.length === 0 ? "Nothing is missing." : "Planning needs these details.",
      );
      const task = values.task_ledger.at(-1);
      if (task === undefined) return {};
      const metadata = {
        ...task.metadata,
        extractedInfo: { ...detailsOf(reading), ...reading.trip },
        reasoning,
        missingInfo: stillAsked,
      };
      propose(
        { task_ledger: [{ taskId: task.taskId, intent, status: isAsking ? "pending" : task.status, metadata }] },
        "The ledger records how the message was read.",
      );
      return {};
    },
  });

/** Intents whose answer comes first. What is still missing is named after it. */
const ANSWERED: ReadonlySet<string> = new Set([
  "show_profile",
  "show_trip",
  "forget_me",
  "tell_profile",
  "cancel_booking",
  "undo",
]);

/** Says that a question for an approval got no answer: its task never ended. */
function droppedText(ledger: readonly TaskRecord[]): readonly string[] {
  const earlier = ledger.filter(({ agentOrigin }) => agentOrigin === "root").at(-2);
  if (earlier?.status !== "in_progress") return [];
  if (earlier.intent === "book_trip") return ["The open question is withdrawn: nothing was booked."];
  return earlier.intent === "cancel_booking" ? ["The open question is withdrawn: nothing was canceled."] : [];
}

const topicOf = (missing: string): string =>
  missing.includes("start")
    ? "origin"
    : missing.includes("go")
      ? "destination"
      : missing.includes("how many of you")
        ? "travelers"
        : "dates";

const changesTrip = ({ intent }: Reading): boolean => ["plan_trip", "change_trip", "new_trip"].includes(intent);

const quoted = (words: readonly string[]): string => listText(words.map((each) => `"${each}"`));

/** Names the words that were not understood now, and those of earlier messages that are still open. */
function openText(open: readonly string[], unread: readonly string[]): readonly string[] {
  const earlier = open.filter((words) => !unread.includes(words));
  return [
    ...(unread.length === 0 ? [] : [`I did not understand ${quoted(unread)}.`]),
    ...(earlier.length === 0
      ? []
      : [`I still do not understand ${quoted(earlier)}. Say it in other words, or type "never mind".`]),
  ];
}

const answerText = (hasTrip: boolean, services: TravelServices): string =>
  hasTrip
    ? "I can only answer with the trip as it is; I know nothing else about it."
    : `I plan trips between ${citiesText(services.catalog.airports())}, and cannot answer other questions.`;
