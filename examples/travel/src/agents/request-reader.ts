import { defineAgent, type TaskRecord } from "tidemark";
import { isQuestion } from "../domain/answer-question.ts";
import { listText } from "../domain/format.ts";
import { isBegun, mergeReading } from "../domain/merge-reading.ts";
import { profileChanges } from "../domain/profile.ts";
import { readWithModel } from "../reading/model-reader.ts";
import { citiesText } from "../reading/read-places.ts";
import { readMessage } from "../reading/read-message.ts";
import { detailsOf, emptyReading, type Reading } from "../reading/reading.ts";
import { tripAnswer } from "./explain-question.ts";
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
      const context = { ...readingContext(services), askedTopics, trip: info };
      const read =
        services.model === null
          ? readMessage(message, context)
          : await readWithModel(message, context, { model: runtime.model, signal });
      const reading =
        read.intent === "question" || (itinerary !== null && asksAbout(message, read)) ? asQuestion(read) : read;
      const sights = await services.catalog.sights(reading.trip.destination ?? info.destination ?? "");
      const source = { words: message, thread: values.runtime_session_id, at: clock.now() };
      const facts = profileChanges(profile, reading, source);
      const { trip, missing, remarks } = mergeReading(reading, {
        ...context,
        info,
        itinerary,
        alternatives: values.travel_alternatives,
        profile,
        sights: sights.items,
      });
      const { reasoning, intent } = reading;
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
        ...(reading.unread.length === 0 ? [] : [`I did not understand ${quoted(reading.unread)}.`]),
        ...(intent === "undo" ? [isUndo ? "I took back the last change." : "There is no change to take back."] : []),
        ...(intent === "drop_trip" ? ["I dropped this trip. What is booked stays booked."] : []),
        ...(intent === "question"
          ? [itinerary === null ? answerText(services) : tripAnswer(message, itinerary, reading.unavailable)]
          : []),
      ];
      if (said.length > 0)
        propose({ travel_remarks: said }, "A part of the message was not applied, or is not certain.");
      propose({ travel_not_understood: reading.unread }, "The page names these words beside the trip.");
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
  "drop_trip",
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

const changesTrip = ({ intent }: Reading): boolean => /^(?:plan|change|new|drop)_trip$/.test(intent);

const quoted = (words: readonly string[]): string => listText(words.map((each) => `"${each}"`));

/** True for a question about the planned trip. "Is there a cheaper hotel?" and "can we stay longer?" are wishes. */
function asksAbout(message: string, reading: Reading): boolean {
  const { intent, changes, outboundShift, returnShift, moreNights, trip } = reading;
  const { several: _several, startDate, endDate, datesAssumed: _assumed, ...stated } = trip;
  // "What happens on Saturday" names a day of the trip, and "Saturday?" asks for another one.
  if ((startDate ?? endDate) !== undefined && !/^\W*(?:what|which|where|when)\b(?! about\b)/i.test(message))
    return false;
  return (
    isQuestion(message) &&
    ["question", "unclear", "tell_profile", "change_trip", "plan_trip"].includes(intent) &&
    changes.length + Object.keys(stated).length === 0 &&
    [outboundShift, returnShift, moreNights].every((number) => number === 0) &&
    !/^\W*(?:can|could|would|will|may|shall) (?:you|we|i)\b/i.test(message)
  );
}

/** The same message without a change of the trip or the profile. */
const asQuestion = ({ unavailable, reasoning }: Reading): Reading => ({
  ...emptyReading(),
  intent: "question",
  unavailable,
  reasoning,
});

const answerText = (services: TravelServices): string =>
  `I cannot answer that. I plan trips between ${citiesText(services.catalog.airports())}.`;
