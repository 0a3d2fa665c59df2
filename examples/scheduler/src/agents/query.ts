import { defineAgent } from "tidemark";
import { answerQuery } from "../domain/query/answer-query.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { classifyError, REPORT, startReport } from "./report.ts";

/** Answers questions about the calendar: free times, events, resources in use, and conflicts. */
export const query = ({ calendar }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "query",
    description: "Answers questions about the calendar.",
    reads: [...REPORT.reads, "scheduler_parsed_event"],
    writes: REPORT.writes,
    roles: REPORT.roles,
    classifyError,
    run(values, tools) {
      const report = startReport({ agent: "query", working: "Searching the calendar", progress: 0.6 }, tools);
      const request = values.scheduler_parsed_event;
      if (request === null) throw new TypeError("The query agent needs a parsed request.");
      const found = answerQuery(request, { calendar, now: tools.clock.now() });
      return report(values, {
        data: found,
        explanation: found.answer,
        confidence: 1,
        reasoning: `answered as ${found.queryType}`,
      });
    },
  });
