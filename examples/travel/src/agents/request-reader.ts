import { isDeepStrictEqual } from "node:util";
import { defineAgent, type TaskRecord } from "tidemark/agents";
import { answerAbout } from "../domain/answer-question.ts";
import { listText, texts } from "../domain/format.ts";
import { isBegun, mergeReading } from "../domain/merge-reading.ts";
import { plannable } from "../domain/plan-itinerary.ts";
import { type Profile, PROFILE_FIELDS, profileChanges } from "../domain/profile.ts";
import { readWithModel } from "../reading/model-reader.ts";
import { readMessage } from "../reading/read-message.ts";
import { detailsOf, emptyReading, HOW_MANY, type Reading, WHAT } from "../reading/reading.ts";
import { readingContext, type TravelServices } from "../services.ts";
import { MESSAGE_FIELDS, PLAN_FIELDS, TravelState } from "../state.ts";

/** Reads the message and proposes the resulting changes of the trip, the profile and the task ledger. */
export const requestReader = (services: TravelServices) =>
  defineAgent(TravelState, {
    name: "request_reader",
    description: "Reads the traveler's message: trip details, changes, and preferences.",
    identity: { agentName: "Reader" },
    reads: [...PLAN_FIELDS, ...MESSAGE_FIELDS, ...PROFILE_FIELDS, "travel_alternatives", "travel_open"],
    proposes: [
      ...PLAN_FIELDS,
      "travel_alternatives",
      "travel_remarks",
      "travel_open",
      ...PROFILE_FIELDS,
      "control_clarification_needed",
      "control_missing_context",
    ],
    run: async (values, runtime) => {
      const { propose, clock, signal } = runtime;
      const { travel_info: info, travel_itinerary: itinerary, travel_open: waiting } = values;
      const profile: Profile = values;
      const message = values.task_user_input ?? "";
      const context = { ...readingContext(services, info), asked: values.control_missing_context };
      const read =
        services.model === null
          ? readMessage(message, context)
          : await readWithModel(message, context, runtime.model, signal);
      const isRefused = waiting.length > 0 && read.intent === "leave_out";
      const isQuestion = isRefused || read.intent === "question";
      const { unavailable, reasoning } = read;
      // A question changes neither the trip nor the profile, and neither does a "no" about what was not clear.
      const reading: Reading = isQuestion
        ? {
            ...emptyReading(),
            intent: isRefused && itinerary === null ? "plan_trip" : "question",
            unavailable,
            reasoning,
          }
        : read;
      const { intent } = reading;
      // The number of travelers stays open until it is stated.
      const isParty = reading.trip.travelers === undefined && waiting.includes(HOW_MANY);
      const isSaid = /^(?:plan|change)_trip$/.test(intent) || reading.ask.length > 0;
      if (isParty && isSaid) reading.ask = [...new Set([...reading.ask, HOW_MANY])];
      const { items: sights } = await services.catalog.sights(reading.trip.destination ?? info.destination ?? "");
      const source = { words: message, thread: values.runtime_session_id, at: clock.now() };
      const facts = profileChanges(profile, reading, source);
      const known = { itinerary, alternatives: values.travel_alternatives, profile, sights };
      const { trip, missing, remarks } = mergeReading(reading, { ...context, ...known });
      const isChange = /^(?:plan|change|new|drop)_trip$/.test(intent) || reading.ask.length > 0;
      // What was not clear is asked about before a booking. Another change, a refusal or "book it as it is" leaves it out, unless the change answers it.
      const isLeft = isChange || isRefused || read.asItIs;
      const open = waiting.filter(
        (detail) => !reading.ask.includes(detail) && (!isChange || detail.startsWith("what you mean")),
      );
      // Words that were asked about are named, or else the question itself.
      const left = open.map((detail) =>
        detail.replace(/^(?!what you mean).*$/, "the question $&").replace(/^what you mean by ("[^"]*").*$/, "$1"),
      );
      propose({ travel_open: isChange ? reading.ask : isLeft ? [] : waiting }, "A booking waits for it.");
      if (Object.keys(facts).length > 0) propose(facts, "The message states these facts or implies them.");
      if (isChange) propose({ travel_info: trip }, reasoning);
      const isElsewhere = isChange && itinerary !== null && itinerary.destination !== trip.destination;
      const cleared = { travel_itinerary: null, travel_planned_for: null, travel_alternatives: [] };
      if (isElsewhere) propose(cleared, "The message starts a trip to another destination.");
      const answer = answerAbout(message, itinerary, read, context);
      // What is asked about is named in the question.
      const unasked = reading.unread.filter((words) => !reading.ask.some((detail) => detail.includes(`"${words}"`)));
      const said = texts(
        droppedText(values.task_ledger),
        ...reading.problems,
        ...remarks,
        unasked.length > 0 && `I did not use ${listText(unasked.map((words) => `"${words}"`))}.`,
        intent === "drop_trip" && "I dropped this trip. What is booked stays booked.",
        intent === "question" && !isRefused && answer,
        isLeft && left.length > 0 && `I left out ${listText(left)}.`,
      );
      if (said.length > 0)
        propose({ travel_remarks: said }, "A part of the message was not applied, or is not certain.");
      const isUnclear =
        /^(?:unclear|leave_out)$/.test(intent) && reading.ask.length === 0 && (missing.length === 0 || !isBegun(trip));
      const missingInfo = isUnclear ? [WHAT] : isBegun(trip) || isChange ? [...missing] : [];
      // What was understood is planned at once, and the rest is asked about in the same answer.
      const isSame = itinerary === null || itinerary.destination === trip.destination;
      const isPlanned = isChange && isSame && !isDeepStrictEqual(trip, info);
      const isWhole = isPlanned && plannable(trip, profile, context.airports) !== null;
      const isAsking = missingInfo.length > 0 && !isWhole && !ANSWERED.test(intent);
      propose(
        { control_missing_context: missingInfo, ...(isAsking && { control_clarification_needed: true }) },
        missingInfo.length === 0 ? "Nothing is missing." : "Planning needs these details.",
      );
      const task = values.task_ledger.at(-1);
      if (task === undefined) return {};
      const extractedInfo = { ...detailsOf(reading), ...reading.trip };
      const metadata = { ...task.metadata, extractedInfo, reasoning, missingInfo };
      const status = isAsking ? "pending" : task.status;
      propose({ task_ledger: [{ taskId: task.taskId, intent, status, metadata }] }, "This is how it was read.");
      return {};
    },
  });

/** Intents whose answer comes first. What is still missing is named after it. */
const ANSWERED = /^(?:show_profile|show_trip|show_bookings|forget_me|tell_profile|cancel_booking|drop_trip)$/;

/** Says that a question for an approval got no answer: its task never ended. */
function droppedText(ledger: readonly TaskRecord[]): string | false {
  const earlier = ledger.filter(({ agentOrigin }) => agentOrigin === "root").at(-2);
  const done = earlier?.intent === "book_trip" ? "booked" : "canceled";
  const isOpen = earlier?.status === "in_progress" && /^(?:book_trip|cancel_booking)$/.test(earlier.intent);
  return isOpen && `The open question is withdrawn: nothing was ${done}.`;
}
