import { answerQuery } from "../domain/query/answer-query.ts";
import type { SchedulerServices } from "../services.ts";
import { type AgentDefinition, agentNode, type SchedulerNode } from "./agent-node.ts";

const queryAgent: AgentDefinition = {
  agent: "query",
  working: "Looking it up",
  progress: 0.6,
  run(values, { calendar, clock }) {
    const request = values.scheduler_parsed_event;
    if (request === null) throw new TypeError("The query agent needs a parsed request.");
    const found = answerQuery(request, { calendar, now: clock.now() });
    return { data: found, explanation: found.answer, confidence: 1, reasoning: `answered as ${found.queryType}` };
  },
};

/** Answers questions about the calendar: who is free, what is when, what is in use, what collides. */
export const query = (services: SchedulerServices): SchedulerNode => agentNode(queryAgent, services);
