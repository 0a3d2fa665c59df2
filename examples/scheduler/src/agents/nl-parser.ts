import { defineAgent } from "tidemark";
import { clarifyingQuestion } from "../domain/reading/question.ts";
import { isClear } from "../domain/request.ts";
import { modelReader } from "../reader/model-reader.ts";
import { confidenceOf, rulesReader } from "../reader/request-reader.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { classifyError, REPORT, startReport } from "./report.ts";

/** Reads typed text: a request, an answer to a question, or a correction of what was proposed. */
export const nlParser = ({ calendar, model, reader: given }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "nl_parser",
    description: "Reads typed text as a request to the calendar.",
    reads: [...REPORT.reads, "task_user_input", "runtime_user_id", "scheduler_pending_request", "scheduler_correction"],
    writes: [...REPORT.writes, "scheduler_parsed_event", "scheduler_reading"],
    roles: REPORT.roles,
    classifyError,
    async run(values, tools) {
      const report = startReport({ agent: "nl_parser", working: "Reading the request", progress: 0.1 }, tools);
      const { scheduler_pending_request: pending, scheduler_correction: correction } = values;
      const reader = given ?? (model === null ? rulesReader() : modelReader(tools.model));
      const now = tools.clock.now();
      const reading = await reader.read(
        correction ?? values.task_user_input ?? "",
        { calendar, now, speaker: values.runtime_user_id, pending },
        { signal: tools.signal },
      );
      // A correction that was not understood leaves the question as it was, and is named in it.
      const isLost =
        correction !== null &&
        pending !== null &&
        reading.kind === "changed" &&
        reading.request.unread.length + reading.request.problems.length > 0;
      const { kind, readBy } = reading;
      const request = isLost ? pending.parsed : reading.request;
      const problem = isLost
        ? [
            ...reading.request.problems,
            ...reading.request.unread.map((word) => `I did not understand "${word}".`),
          ].join(" ")
        : reading.problem;
      return {
        ...report(values, {
          data: request,
          explanation: isClear(request)
            ? `A request to ${request.eventType}.`
            : clarifyingQuestion(request, { calendar, now }),
          confidence: confidenceOf(request),
          reasoning: `read by ${readBy}${problem === null ? "" : `; ${problem}`}`,
        }),
        scheduler_parsed_event: request,
        scheduler_reading: { kind, problem },
      };
    },
  });
