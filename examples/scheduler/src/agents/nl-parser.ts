import { defineAgent } from "tidemark";
import { z } from "zod";
import { isBareAnswer } from "../approval/answer.ts";
import { Offer, undoOffer } from "../approval/offer.ts";
import { withTime } from "../domain/planning/chosen-time.ts";
import { listNames } from "../domain/format.ts";
import { asksUndo } from "../domain/reading/intent.ts";
import { clarifyingQuestion } from "../domain/reading/question.ts";
import { isClear, type Request } from "../domain/request.ts";
import { modelReader } from "../reader/model-reader.ts";
import { confidenceOf, type Reading, rulesReader } from "../reader/request-reader.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { answer, classifyError, handedOver, REPORT, startReport } from "./report.ts";

/**
 * Reads typed text: a request, an answer to a question, or a correction of what was proposed. Asks about what is missing or was not
 * understood, and hands over what is clear.
 */
export const nlParser = ({ calendar, clock, model, reader: given }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "nl_parser",
    description: "Reads typed text as a request to the calendar.",
    identity: { agentName: "Reader" },
    inputs: z.object({
      /** Words with which a person answered an offer, and what is said first. */
      correction: z.strictObject({ text: z.string(), offer: Offer, note: z.string().nullable() }).exactOptional(),
    }),
    reads: [
      ...REPORT.reads,
      "runtime_user_id",
      "scheduler_declined_times",
      "scheduler_parsed_event",
      "scheduler_proposed_event",
      "scheduler_pending_request",
      "scheduler_selected_time_slot",
      "task_user_input",
    ],
    writes: [
      ...REPORT.writes,
      "messages",
      "scheduler_declined_times",
      "scheduler_note",
      "scheduler_parsed_event",
      "scheduler_pending_request",
      "scheduler_proposed_event",
    ],
    proposes: ["control_clarification_needed", "control_missing_context", "task_custom_message"],
    roles: REPORT.roles,
    classifyError,
    async run(values, runtime) {
      const report = startReport({ agent: "nl_parser", working: "Reading the request", progress: 0.1 }, runtime);
      const now = clock.now();
      const { correction } = runtime.inputs;
      const text = correction?.text ?? values.task_user_input ?? "";
      const ask = (question: string, missing: readonly string[] = []): void => {
        const asked = { control_clarification_needed: true, task_custom_message: question };
        runtime.propose({ ...asked, control_missing_context: [...missing] }, "The request is not clear enough.");
      };

      if (asksUndo(text)) {
        const offer = undoOffer(calendar, now);
        const first = correction?.note ?? null;
        const closed = { scheduler_proposed_event: null, scheduler_pending_request: null };
        if (typeof offer === "string")
          return { ...closed, ...answer("nl_parser", [first, offer].filter((part) => part !== null).join(" ")) };
        const payload = { ...offer, problem: [first, offer.problem].filter((part) => part !== null).join(" ") || null };
        const asked = { explanation: offer.question, payload, update: closed };
        return handedOver(runtime.handoff("confirm_event", { reason: "user_request", ...asked }));
      }

      const { scheduler_parsed_event: parsed, scheduler_selected_time_slot: slot } = values;
      const proposed = values.scheduler_proposed_event;
      const pending =
        correction === undefined || parsed === null || proposed === null
          ? values.scheduler_pending_request
          : { parsed: withTime(parsed, slot, calendar.household.timeZone), question: correction.offer.question };
      if (pending === null && isBareAnswer(text)) {
        ask("No question is open. What would you like to schedule?");
        return { scheduler_pending_request: null };
      }

      const reader = given ?? (model === null ? rulesReader() : modelReader(runtime.model));
      const context = { calendar, now, speaker: values.runtime_user_id, pending };
      const reading = await reader.read(text, context, { signal: runtime.signal });
      const { kind, readBy } = reading;
      const aside = correction === undefined ? null : asideOf(reading, pending?.parsed ?? null);
      if (aside !== null && correction !== undefined) {
        const payload = { request: aside, offer: correction.offer };
        return handedOver(runtime.handoff("query", { reason: "user_request", payload }));
      }
      const { request: read, notes } =
        pending === null
          ? { request: reading.request, notes: [...droppedUndo(correction?.offer), ...problemsOf(reading)] }
          : continued(reading, pending.parsed, correction !== undefined);
      const note = notes.length === 0 ? null : notes.join(" ");
      // A question about "I" is not one about everybody.
      const isNamed = read.participants.length > 0;
      const request = isNamed ? { ...read, assumed: read.assumed.filter((each) => !isUnknown(each)) } : read;
      const asksWho = request.eventType === "query" && !isNamed && request.assumed.some(isUnknown);
      const who = `Who is "I"? Answer with a name: ${listNames(calendar.household.members.map(({ name }) => name))}.`;
      const question = asksWho ? who : isClear(request) ? null : clarifyingQuestion(request, { calendar, now });
      const update = {
        ...report(values, {
          data: request,
          explanation: question ?? `A request to ${request.eventType}.`,
          confidence: confidenceOf(request),
          reasoning: `read by ${readBy}${reading.problem === null ? "" : `; ${reading.problem}`}`,
        }),
        scheduler_note: note,
        scheduler_parsed_event: request,
        scheduler_pending_request: question === null || kind === "dropped" ? null : { parsed: request, question },
        ...(kind !== "changed" && { scheduler_proposed_event: null }),
        ...(correction !== undefined &&
          proposed !== null && { scheduler_declined_times: [...values.scheduler_declined_times, proposed.startTime] }),
      };

      if (kind === "dropped") {
        const dropped = "OK, the request was dropped. The calendar was not changed.";
        return { ...update, ...answer("nl_parser", dropped) };
      }
      if (question !== null) {
        ask(note === null ? question : `${note} ${question}`, request.missing);
        return update;
      }
      if (request.eventType === "query") {
        return handedOver(runtime.handoff("query", { reason: "user_request", payload: { request }, update }));
      }
      const payload = { slot: null, note };
      return handedOver(runtime.handoff("scheduling", { reason: "user_request", payload, update }));
    },
  });

const problemsOf = ({ problem }: Reading): readonly string[] => (problem === null ? [] : [problem]);

/**
 * What is said about a message that leaves the offer as it is: a question to answer, or what was not understood about an undo. Null for a
 * message that changes the offer or drops it.
 */
function asideOf({ request, kind, problem }: Reading, open: Request | null): Request | string | null {
  if (open !== null) {
    if (request !== open || kind !== "changed" || problem === null) return null;
    return problem.includes(UNKNOWN_SPEAKER) ? WITH_A_NAME : problem.replace(STILL_OPEN, "");
  }
  const isAboutNobody = request.assumed.some(isUnknown);
  if (request.eventType === "query" && isClear(request)) return isAboutNobody ? WITH_A_NAME : request;
  const { eventType, title, day, start, participants, unread } = request;
  const isEmpty = eventType === "create" && day === null && start === null && participants.length === 0;
  const [first = isEmpty ? (title ?? "that") : undefined] = unread;
  return first === undefined ? null : `I did not understand "${first}".`;
}

/** Part of an assumption about "I". */
const UNKNOWN_SPEAKER = "I do not know who you are";
const isUnknown = (note: string): boolean => note.includes(UNKNOWN_SPEAKER);
const WITH_A_NAME = `${UNKNOWN_SPEAKER}. Ask again with a name instead of "I".`;

/** The offer that follows says it by itself. */
const STILL_OPEN = / The question is still open\.$/;

/** Names the undo that a new request drops. */
const droppedUndo = (offer: Offer | undefined): string[] =>
  offer?.undoes === undefined ? [] : ["I dropped the question about the undo; nothing was undone."];

/** The request after a message about an open one. A correction that was not understood leaves the offer as it was, and is named in it. */
function continued(
  reading: Reading,
  open: Request,
  corrects: boolean,
): { readonly request: Request; readonly notes: readonly string[] } {
  const { kind, request } = reading;
  if (kind === "new") {
    const dropped = `I dropped the question about ${open.title ?? "the last request"}; nothing was written for it.`;
    return { request, notes: [dropped, ...problemsOf(reading)] };
  }
  const lost = [...request.problems, ...request.unread.map((word) => `I did not understand "${word}".`)];
  return kind === "changed" && corrects && lost.length > 0
    ? { request: open, notes: lost }
    : { request, notes: problemsOf(reading) };
}
