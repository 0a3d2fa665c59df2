import { defineAgent } from "tidemark";
import { modelReader } from "../models/model-reader.ts";
import { rulesReader } from "../models/request-reader.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { classifyError, REPORT, startReport } from "./report.ts";

/** Parses typed text, as a request or as an answer to the question of the previous turn. */
export const nlParser = ({ calendar, model, reader: given, timeZone }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "nl_parser",
    description: "Parses typed text as a request to the calendar.",
    reads: [...REPORT.reads, "task_user_input", "runtime_user_id", "scheduler_pending_request"],
    writes: [...REPORT.writes, "scheduler_parsed_event"],
    roles: REPORT.roles,
    classifyError,
    async run(values, tools) {
      const report = startReport({ agent: "nl_parser", working: "Reading the request", progress: 0.1 }, tools);
      const open = values.scheduler_pending_request;
      const reader = given ?? (model === null ? rulesReader() : modelReader({ model: tools.model }));
      const read = await reader.read(
        values.task_user_input ?? "",
        {
          household: calendar.household,
          now: tools.clock.now(),
          timeZone,
          speaker: values.runtime_user_id,
          calendar,
          pending: open === null ? null : { data: open.parsed, question: open.question },
        },
        { signal: tools.signal },
      );
      return {
        ...report(values, {
          data: read.data,
          explanation: read.problem === null ? read.explanation : `${read.explanation} ${read.problem}`,
          confidence: read.confidence,
          reasoning: `${read.reasoning} (read by ${read.readBy})`,
        }),
        scheduler_parsed_event: read.data,
      };
    },
  });
