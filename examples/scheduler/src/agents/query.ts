import { defineAgent } from "tidemark";
import { z } from "zod";
import { answerQuery } from "../domain/query/answer-query.ts";
import { Request } from "../domain/request.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { answer, classifyError, REPORT, startReport } from "./report.ts";

/** Answers questions about the calendar: free times, events, resources in use, and conflicts. */
export const query = ({ calendar, clock }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "query",
    description: "Answers questions about the calendar.",
    identity: { agentName: "Query" },
    inputs: z.object({ request: Request }),
    reads: [...REPORT.reads, "scheduler_note"],
    writes: [...REPORT.writes, "messages"],
    roles: REPORT.roles,
    classifyError,
    run(values, runtime) {
      const report = startReport({ agent: "query", working: "Searching the calendar", progress: 0.6 }, runtime);
      const { request } = runtime.inputs;
      const found = answerQuery(request, { calendar, now: clock.now() });
      const assumed = request.assumed.map((note) => `I assumed: ${note}.`);
      const text = [values.scheduler_note, ...assumed, found.answer].filter((part) => part !== null).join(" ");
      const reported = report(values, {
        data: found,
        explanation: found.answer,
        confidence: 1,
        reasoning: `answered as ${found.queryType}`,
      });
      return { ...reported, ...answer("query", text) };
    },
  });
