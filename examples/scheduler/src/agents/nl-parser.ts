import { defineAgent } from "tidemark/agents";
import { z } from "zod";
import { isBareAnswer } from "../approval/answer.ts";
import { Offer } from "../approval/offer.ts";
import { draftUndo } from "../domain/planning/draft.ts";
import { isOpen, withTime } from "../domain/planning/event-times.ts";
import { isClear } from "../domain/parser-data.ts";
import { clarifyingQuestion } from "../domain/questions.ts";
import { modelReader } from "../reading/model-reader.ts";
import { readByRules } from "../reading/reader.ts";
import { asksUndo } from "../reading/replies.ts";
import type { SchedulerServices } from "../services.ts";
import { SCHEDULER_FIELDS, SchedulerState } from "../state.ts";
import { SURE_CONFIDENCE } from "./confidence.ts";
import { continueRequest, findAside, nothingWritten } from "./dialogue.ts";
import { answer, ask, handOver, joinSentences, REPORT, SHARED, startReport } from "./report.ts";

/** Confidence of a reading that needs an answer first. */
const UNCLEAR_CONFIDENCE = 0.4;

/** The question about a reading that is complete, but not sure. */
const UNSURE = 'I am not sure what you mean. Write it like "Dentist for Emma on 26 November at 16:00".';

/** The answer to "yes" or "never mind" while no question is open. */
const NOTHING_OPEN = "No question is open. What would you like to schedule?";

/**
 * Reads typed text: a request, an answer to a question, or a correction of what was proposed. Asks about what is missing or was not
 * understood, and hands over what is clear.
 */
export const nlParser = ({ calendar, clock, model, reader }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    ...SHARED,
    name: "nl_parser",
    description: "Reads typed text as a request to the calendar.",
    identity: { agentName: "Reader" },
    inputs: z.object({
      /** Words with which a person answered an offer. */
      correction: z.strictObject({ text: z.string(), offer: Offer }).exactOptional(),
    }),
    reads: ["runtime_updated_at", "runtime_user_id", "task_user_input", ...SCHEDULER_FIELDS],
    writes: [...REPORT, "messages", ...SCHEDULER_FIELDS],
    async run(values, runtime) {
      const work = { agent: "nl_parser", step: "nl_parsing", working: "Reading the request", progress: 0.1 } as const;
      const report = startReport(work, runtime);
      const now = clock.now();
      const { household } = calendar;
      const { correction } = runtime.inputs;
      const text = correction?.text ?? values.task_user_input ?? "";

      if (asksUndo(text)) {
        const drafted = draftUndo(calendar, now);
        const proposed = typeof drafted === "string" ? null : drafted;
        const nothing = { scheduler_parsed_event: null, scheduler_pending_request: null };
        const { scheduler_note, scheduler_pending_request: open } = values;
        const note = open === null ? scheduler_note : `I dropped the question about ${nothingWritten(open.parsed)}`;
        const update = { ...nothing, scheduler_note: note, scheduler_proposed_event: proposed };
        if (typeof drafted === "string") return { ...update, ...answer("nl_parser", joinSentences(note, drafted)) };
        return handOver(runtime, "conflict_detection", { update });
      }

      // A correction such as "an hour later" refers to the time that was found.
      const { scheduler_parsed_event: parsed, scheduler_proposed_event: proposed } = values;
      const offered = correction === undefined || proposed === null ? null : parsed;
      const timed = offered && proposed && isOpen(offered) ? withTime(offered, proposed, household.timeZone) : offered;
      const asked = timed && correction && { parsed: timed, question: correction.offer.question };
      const pending = asked ?? values.scheduler_pending_request;
      if (pending === null && isBareAnswer(text)) {
        return { scheduler_pending_request: null, ...answer("nl_parser", NOTHING_OPEN) };
      }

      const read = reader ?? (model === null ? readByRules : modelReader(runtime.model));
      const context = { calendar, now, speaker: values.runtime_user_id, pending };
      const reading = await read(text, context, runtime.signal);
      const isUndo = proposed?.action === "undo";
      const open = { open: pending?.parsed ?? null, isOffered: correction !== undefined, isUndo };
      const aside = findAside(reading, open);
      if (aside !== null) {
        const payload = { request: aside, waiting: correction?.offer ?? pending?.question ?? null };
        return handOver(runtime, "query", { payload });
      }
      const { request, note } = continueRequest(reading, open);
      const confidence = isClear(request) ? reading.confidence : Math.min(reading.confidence, UNCLEAR_CONFIDENCE);
      const question = confidence < SURE_CONFIDENCE ? clarifyingQuestion(request, { calendar, now }) || UNSURE : null;
      const isDropped = reading.kind === "dropped";
      const update = {
        ...report(
          values,
          {
            data: request,
            explanation: question ?? `A request to ${request.eventType}.`,
            confidence,
            reasoning: joinSentences(`read by ${reading.readBy}`, reading.problem),
          },
          question === null ? [] : [question],
        ),
        scheduler_note: note,
        scheduler_parsed_event: request,
        scheduler_pending_request: question === null || isDropped ? null : { parsed: request, question },
        ...(reading.kind !== "changed" && { scheduler_proposed_event: null }),
      };

      if (isDropped)
        return { ...update, ...answer("nl_parser", "OK, the request was dropped. The calendar was not changed.") };
      if (question !== null) {
        ask(runtime, joinSentences(note, question), request.missing);
        return update;
      }
      const isQuery = request.eventType === "query";
      const payload = isQuery ? { request, waiting: null } : { slot: null };
      return handOver(runtime, isQuery ? "query" : "scheduling", { payload, update });
    },
  });
