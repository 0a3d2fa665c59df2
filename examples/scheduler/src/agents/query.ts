import { defineAgent } from "tidemark";
import { z } from "zod";
import { answerQuery } from "../domain/query/answer-query.ts";
import { Request } from "../domain/request.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { answer, classifyError, handedOver, REPORT, startReport } from "./report.ts";

/** Answers questions about the calendar: free times, events, resources in use, and conflicts. */
export const query = ({ calendar, clock }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    name: "query",
    description: "Answers questions about the calendar.",
    identity: { agentName: "Query" },
    inputs: z.object({ request: Request, resumes: z.boolean() }),
    reads: [...REPORT.reads, "scheduler_note", "scheduler_selected_time_slot"],
    writes: [...REPORT.writes, "messages"],
    roles: REPORT.roles,
    classifyError,
    run(values, runtime) {
      const report = startReport({ agent: "query", working: "Searching the calendar", progress: 0.6 }, runtime);
      const { request, resumes } = runtime.inputs;
      const found = answerQuery(request, { calendar, now: clock.now() });
      const assumed = request.assumed.map((note) => `I assumed: ${note}.`);
      const text = [values.scheduler_note, ...assumed, found.answer].filter((part) => part !== null).join(" ");
      const reported = report(values, {
        data: found,
        explanation: found.answer,
        confidence: 1,
        reasoning: `answered as ${found.queryType}`,
      });
      if (!resumes) return { ...reported, ...answer("query", text) };
      // The question asked in between is answered above the proposal, which is then asked about again.
      const payload = { slot: values.scheduler_selected_time_slot, note: text };
      return handedOver(runtime.handoff("scheduling", { reason: "user_request", payload, update: reported }));
    },
  });
