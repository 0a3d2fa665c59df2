import { AIMessage, type ToolCall } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import { AgentState, extendState, fieldGroups } from "@tidemark/core-state";
import type { Clock } from "@tidemark/state-manager";
import { openSession } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

const Desk = extendState(AgentState, { version: 1, fields: fieldGroups.calls });

/** Answers of a model with its tokens. */
const answer = (content: string, toolCalls: ToolCall[] = []) =>
  Object.assign(new AIMessage({ content, tool_calls: toolCalls }), {
    usage_metadata: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
  });

export interface ClerkOptions {
  readonly checkpointer?: BaseCheckpointSaver;
  readonly clock?: Clock;
  readonly run?: (order: string) => unknown;
  /** True if the model has already asked for the refund, in another process. */
  readonly hasAsked?: boolean;
}

/** Graph of an agent whose refunds need an approval within an hour. */
export function clerkGraph({ checkpointer = new MemorySaver(), clock, run, hasAsked = false }: ClerkOptions = {}) {
  const asks = answer("", [{ name: "refund", args: { order: "A-17", amount: 180 }, id: "call-1" }]);
  const model = scriptedModel([...(hasAsked ? [] : [asks]), answer("It is settled."), answer("It is settled.")]);
  const clerk = defineAgent(Desk, {
    name: "clerk",
    description: "Refunds orders.",
    reads: ["messages"],
    tools: {
      refund: {
        description: "Refunds an order.",
        inputs: z.object({ order: z.string(), amount: z.number() }),
        run: ({ order, amount }) => run?.(`${order} ${amount}`) ?? { refunded: amount },
      },
    },
    approvals: { refund: "always" },
  });
  return createAgentGraph({
    state: Desk,
    model,
    agents: [clerk],
    checkpointer,
    approvalSeconds: 3600,
    ...(clock && { clock }),
  });
}

export const clerkSession = (threadId: string, options: ClerkOptions = {}) =>
  openSession({ graph: clerkGraph(options), threadId, userId: "boss" });
