import { defineAgent } from "tidemark/agents";
import { z } from "zod";
import { Offer } from "../approval/offer.ts";
import { answerQuery } from "../domain/query/answer-query.ts";
import { NLParserData } from "../domain/parser-data.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState } from "../state.ts";
import { answer, ask, askApproval, joinSentences, REPORT, SHARED, startReport } from "./report.ts";

/**
 * Answers questions about the calendar: free times, events, resources in use, and conflicts. A question that was asked while another
 * question or an offer waits is answered, and then that one is asked again.
 */
export const query = ({ calendar, clock }: SchedulerServices) =>
  defineAgent(SchedulerState, {
    ...SHARED,
    name: "query",
    description: "Answers questions about the calendar.",
    identity: { agentName: "Query" },
    inputs: z.object({
      /** The question, or the answer if the reader knows it. */
      request: z.union([NLParserData, z.string()]),
      /** Offer or question that waits meanwhile; null for none. */
      waiting: z.union([Offer, z.string()]).nullable(),
    }),
    reads: ["runtime_updated_at", "scheduler_note"],
    writes: [...REPORT, "messages"],
    run(values, runtime) {
      const report = startReport(
        { agent: "query", step: null, working: "Searching the calendar", progress: 0.6 },
        runtime,
      );
      const { request, waiting } = runtime.inputs;
      const reply = (text: string, reported: Partial<ReturnType<typeof report>>) => {
        if (typeof waiting === "string") {
          ask(runtime, `${text}${text.includes("\n") ? "\n" : " "}The question is still open. ${waiting}`);
          return reported;
        }
        const update = { ...reported, ...answer("query", text) };
        if (waiting === null) return update;
        const offer = { ...waiting, problem: null, aside: text };
        return askApproval(runtime, offer, update);
      };
      if (typeof request === "string") return reply(request, {});
      const found = answerQuery(request, { calendar, now: clock.now() });
      const assumed = request.assumed.map((note) => `I assumed: ${note}.`);
      const reasoning = `answered as ${found.queryType}`;
      const { answer: explanation } = found.results;
      const reported = report(values, { data: found, explanation, confidence: 1, reasoning });
      const note = waiting === null ? values.scheduler_note : null;
      return reply(joinSentences(note, ...assumed, explanation), reported);
    },
  });
