import { defineAgent } from "tidemark";
import { z } from "zod";
import { isBareAnswer } from "../approval/answer.ts";
import { undoOffer } from "../approval/offer.ts";
import { withTime } from "../domain/planning/chosen-time.ts";
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
      /** Words with which a person answered the offer, and the question of that offer. */
      correction: z.strictObject({ text: z.string(), question: z.string() }).exactOptional(),
    }),
    reads: [
      ...REPORT.reads,
      "runtime_user_id",
      "scheduler_parsed_event",
      "scheduler_pending_request",
      "scheduler_selected_time_slot",
      "task_user_input",
    ],
    writes: [
      ...REPORT.writes,
      "messages",
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
        const closed = { scheduler_proposed_event: null, scheduler_pending_request: null };
        if (typeof offer === "string") return { ...closed, ...answer("nl_parser", offer) };
        const asked = { explanation: offer.question, payload: offer, update: closed };
        return handedOver(runtime.handoff("confirm_event", { reason: "user_request", ...asked }));
      }

      const { scheduler_parsed_event: proposed, scheduler_selected_time_slot: slot } = values;
      const pending =
        correction === undefined || proposed === null
          ? values.scheduler_pending_request
          : { parsed: withTime(proposed, slot, calendar.household.timeZone), question: correction.question };
      if (pending === null && isBareAnswer(text)) {
        ask("No question is open. What would you like to schedule?");
        return { scheduler_pending_request: null };
      }

      const reader = given ?? (model === null ? rulesReader() : modelReader(runtime.model));
      const context = { calendar, now, speaker: values.runtime_user_id, pending };
      const reading = await reader.read(text, context, { signal: runtime.signal });
      const { kind, readBy } = reading;
      const isAside = correction !== undefined && kind === "new" && isQuestion(reading.request);
      const { request, notes } =
        isAside || pending === null
          ? { request: reading.request, notes: problemsOf(reading) }
          : continued(reading, pending.parsed, correction !== undefined);
      const note = notes.length === 0 ? null : notes.join(" ");
      const question = isClear(request) ? null : clarifyingQuestion(request, { calendar, now });
      const update = {
        ...report(values, {
          data: request,
          explanation: question ?? `A request to ${request.eventType}.`,
          confidence: confidenceOf(request),
          reasoning: `read by ${readBy}${reading.problem === null ? "" : `; ${reading.problem}`}`,
        }),
        scheduler_note: note,
        scheduler_pending_request: question === null || kind === "dropped" ? null : { parsed: request, question },
      };
      const next = { ...update, scheduler_parsed_event: request };
      const fresh = { ...next, ...(kind === "new" && { scheduler_proposed_event: null }) };

      if (kind === "dropped") {
        const dropped = "OK, the request was dropped. The calendar was not changed.";
        return { ...next, scheduler_proposed_event: null, ...answer("nl_parser", dropped) };
      }
      if (question !== null) {
        ask(note === null ? question : `${note} ${question}`, request.missing);
        return fresh;
      }
      if (isQuestion(request)) {
        const payload = { request, resumes: isAside };
        return handedOver(
          runtime.handoff("query", { reason: "user_request", payload, update: isAside ? update : fresh }),
        );
      }
      const payload = { slot: null, note };
      return handedOver(runtime.handoff("scheduling", { reason: "user_request", payload, update: fresh }));
    },
  });

const isQuestion = (request: Request): boolean => request.eventType === "query" && isClear(request);

const problemsOf = ({ problem }: Reading): readonly string[] => (problem === null ? [] : [problem]);

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
