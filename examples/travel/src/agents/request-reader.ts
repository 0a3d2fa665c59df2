import { defineAgent, type TaskRecord } from "tidemark";
import { answerAbout, asksAbout } from "../domain/answer-question.ts";
import { listText, texts } from "../domain/format.ts";
import { isBegun, mergeReading } from "../domain/merge-reading.ts";
import { citiesText } from "../domain/places.ts";
import { profileChanges } from "../domain/profile.ts";
import { readWithModel } from "../reading/model-reader.ts";
import { readMessage } from "../reading/read-message.ts";
import { detailsOf, emptyReading, type Reading } from "../reading/reading.ts";
import { readingContext, type TravelServices } from "../services.ts";
import { PLAN_FIELDS, TravelState } from "../state.ts";

/** Reads the message and proposes the resulting changes of the trip, the profile and the task ledger. */
export const requestReader = (services: TravelServices) =>
  defineAgent(TravelState, {
    name: "request_reader",
    description: "Reads the traveler's message: trip details, changes, and preferences.",
    identity: { agentName: "Reader" },
    reads: [
      ...PLAN_FIELDS,
      "task_user_input",
      "travel_alternatives",
      "travel_not_understood",
      "user_profile",
      "control_missing_context",
      "runtime_session_id",
    ],
    proposes: [
      ...PLAN_FIELDS,
      "travel_alternatives",
      "travel_remarks",
      "travel_not_understood",
      "user_profile",
      "control_clarification_needed",
      "control_missing_context",
    ],
    run: async (values, runtime) => {
      const { propose, clock, signal } = runtime;
      const { travel_info: info, travel_itinerary: itinerary, user_profile: profile } = values;
      const message = values.task_user_input ?? "";
      const context = { ...readingContext(services, info), asked: values.control_missing_context };
      const read =
        services.model === null
          ? readMessage(message, context)
          : await readWithModel(message, context, { model: runtime.model, signal });
      const isQuestion = read.intent === "question" || (itinerary !== null && asksAbout(message, read));
      const { unavailable, reasoning } = read;
      // A question changes neither the trip nor the profile.
      const reading: Reading = isQuestion ? { ...emptyReading(), intent: "question", unavailable, reasoning } : read;
      const { intent, unread } = reading;
      const { items: sights } = await services.catalog.sights(reading.trip.destination ?? info.destination ?? "");
      const source = { words: message, thread: values.runtime_session_id, at: clock.now() };
      const facts = profileChanges(profile, reading, source);
      const known = { itinerary, alternatives: values.travel_alternatives, profile, sights };
      const { trip, missing, remarks } = mergeReading(reading, { ...context, ...known });
      const isChange = /^(?:plan|change|new|drop)_trip$/.test(intent);
      if (facts.length > 0) propose({ user_profile: facts }, "The message states these facts or implies them.");
      if (isChange) propose({ travel_info: trip }, reasoning);
      if (isChange && itinerary !== null && itinerary.destination !== trip.destination)
        propose(
          { travel_itinerary: null, travel_planned_for: null, travel_alternatives: [] },
          "The message starts a trip to another destination.",
        );
      const answer =
        itinerary === null
          ? `I cannot answer that. I plan trips between ${citiesText(services.catalog.airports())}.`
          : answerAbout(message, itinerary, read);
      const said = texts(
        droppedText(values.task_ledger),
        ...reading.problems,
        ...remarks,
        ...reading.doubts.map((doubt) => `Please check: ${doubt.replace(/\.$/, "")}.`),
        unread.length > 0 && `I did not use ${listText(unread.map((words) => `"${words}"`))}.`,
        intent === "drop_trip" && "I dropped this trip. What is booked stays booked.",
        intent === "question" && answer,
      );
      if (said.length > 0)
        propose({ travel_remarks: said }, "A part of the message was not applied, or is not certain.");
      // Until the first plan, all messages are about the same trip.
      const isSame = itinerary === null && isBegun(info) && intent !== "new_trip" && intent !== "drop_trip";
      const isKept = isSame || (!isChange && unread.length === 0);
      const words = new Set([...(isKept ? values.travel_not_understood : []), ...unread]);
      propose({ travel_not_understood: [...words] }, "The page names these words beside the trip.");
      const isUnclear = intent === "unclear" && (missing.length === 0 || !isBegun(trip));
      const open = isBegun(trip) || isChange ? [...missing] : [];
      const missingInfo = isUnclear ? ["what you would like to do"] : open;
      const isAsking = missingInfo.length > 0 && !ANSWERED.has(intent);
      propose(
        { control_missing_context: missingInfo, ...(isAsking && { control_clarification_needed: true }) },
        missingInfo.length === 0 ? "Nothing is missing." : "Planning needs these details.",
      );
      const task = values.task_ledger.at(-1);
      if (task === undefined) return {};
      const extractedInfo = { ...detailsOf(reading), ...reading.trip };
      const metadata = { ...task.metadata, extractedInfo, reasoning, missingInfo };
      const status = isAsking ? "pending" : task.status;
      propose(
        { task_ledger: [{ taskId: task.taskId, intent, status, metadata }] },
        "The ledger records how the message was read.",
      );
      return {};
    },
  });

/** Intents whose answer comes first. What is still missing is named after it. */
const ANSWERED: ReadonlySet<string> = new Set(
  "show_profile show_trip forget_me tell_profile cancel_booking drop_trip".split(" "),
);

/** Says that a question for an approval got no answer: its task never ended. */
function droppedText(ledger: readonly TaskRecord[]): string | false {
  const earlier = ledger.filter(({ agentOrigin }) => agentOrigin === "root").at(-2);
  const done = earlier?.intent === "book_trip" ? "booked" : "canceled";
  const isOpen = earlier?.status === "in_progress" && /^(?:book_trip|cancel_booking)$/.test(earlier.intent);
  return isOpen && `The open question is withdrawn: nothing was ${done}.`;
}
