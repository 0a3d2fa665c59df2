import type { SchedulerServices } from "../services.ts";
import { type AgentDefinition, agentNode, type SchedulerNode } from "./agent-node.ts";

const nlParserAgent: AgentDefinition = {
  agent: "nl_parser",
  working: "Reading the request",
  progress: 0.1,
  async run(values, { calendar, reader, clock, timeZone }, signal) {
    const open = values.scheduler_pending_request;
    const read = await reader.read(
      values.task_user_input ?? "",
      {
        household: calendar.household,
        now: clock.now(),
        timeZone,
        speaker: values.runtime_user_id,
        calendar,
        pending: open === null ? null : { data: open.parsed, question: open.question },
      },
      signal === undefined ? {} : { signal },
    );
    return {
      data: read.data,
      explanation: read.problem === null ? read.explanation : `${read.explanation} ${read.problem}`,
      confidence: read.confidence,
      reasoning: `${read.reasoning} (read by ${read.readBy})`,
      update: { scheduler_parsed_event: read.data },
    };
  },
};

/** Understands what a person typed, or what they answered to the question of the turn before. */
export const nlParser = (services: SchedulerServices): SchedulerNode => agentNode(nlParserAgent, services);
