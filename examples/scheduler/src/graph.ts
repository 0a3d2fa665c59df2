import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { systemClock } from "tidemark";
import { AGENT_OUTPUT, asUser, createAgentGraph } from "tidemark/agents";
import { confirmEvent } from "./agents/confirm-event.ts";
import { conflictDetection } from "./agents/conflict-detection.ts";
import { nlParser } from "./agents/nl-parser.ts";
import { query } from "./agents/query.ts";
import { resolution } from "./agents/resolution.ts";
import { resourceManager } from "./agents/resource-manager.ts";
import { scheduling } from "./agents/scheduling.ts";
import { approvalMessage, choiceOf, readAnswer } from "./approval/answer.ts";
import type { SchedulerServices } from "./services.ts";
import { SchedulerState } from "./state.ts";

/**
 * Compiles the scheduler. `nl_parser` reads every message and hands it over: a question to `query`, a change to `scheduling`, then to
 * `resource_manager`, `conflict_detection` and, where something is in the way, `resolution`. The last of them asks a person, and
 * `confirm_event` writes what was approved.
 */
export function schedulerGraph(
  services: SchedulerServices,
  options: { readonly checkpointer?: BaseCheckpointSaver } = {},
) {
  const { model } = services;
  return createAgentGraph({
    state: SchedulerState,
    input: ["runtime_user_id", "runtime_updated_at"],
    output: ["scheduler_proposed_event"],
    agents: [
      nlParser(services),
      query(services),
      scheduling(services),
      resourceManager(services),
      conflictDetection(services),
      resolution(services),
      confirmEvent(services),
    ],
    entry: "nl_parser",
    // The reader retries within its own time limit, and cannot use partial answers.
    ...(model !== null && { model, modelOptions: { maxRetries: 0, disableStreaming: true } }),
    texts: {
      approval: approvalMessage,
      question: ({ task_custom_message: question }) => question ?? "What would you like to do?",
      // The answer about a failed turn does not name agents.
      error({ outcome, failure, reason }) {
        const problem = failure?.classification.userMessage ?? "Something unexpected went wrong.";
        const text = outcome === "killed" ? `This was stopped: ${reason}.` : `This did not work. ${problem}`;
        return `${text} Nothing was written that you did not approve.`;
      },
    },
    approvals: { confirm_event: "always" },
    approvalQuestions: {
      by: ({ configurable }) => asUser(String(configurable?.["user_id"] ?? "unknown")),
      read: readAnswer,
      editable: { confirm_event: choiceOf },
    },
    clock: systemClock,
    turn: { forget: [AGENT_OUTPUT] },
    // A person can correct a proposal as often as they like, a turn that a process left can be finished days later, and an agent that
    // failed is tried again.
    limits: { maxClarifications: 1000, maxIterations: 2000, maxExecutionTimeSeconds: 7 * 24 * 3600, maxStepRetries: 3 },
    ...options,
  });
}

/** The compiled graph of the scheduler. */
export type SchedulerGraph = ReturnType<typeof schedulerGraph>;
