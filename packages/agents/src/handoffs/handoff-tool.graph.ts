import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { getCurrentTaskInput, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { HandoffReason } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { dropOf } from "@tidemark/state-manager/internal/langgraph";
import { z } from "zod";
import { agentErrors } from "../kernel/errors.ts";
import { eventIdOf } from "../kernel/event-stamper.ts";
import type { WithHandoffs } from "./handoff.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { nameMessages } from "../roster/agent-messages.graph.ts";
import { type HandoffCommandOptions, handoffCommand } from "./handoff-command.graph.ts";
import { withPurpose } from "../roster/agent-description.ts";

/** Options of a handoff tool. */
export interface HandoffToolOptions extends Pick<HandoffCommandOptions, "graph" | "goto"> {
  /** Agents that accept handoffs, made with `defineRegistry`. */
  readonly registry: AgentRegistry;
  /** Agent whose model calls the tool. */
  readonly from: string;
  /** Agent that receives the work. An unknown name throws `agents/unknownAgent`. */
  readonly to: string;
  /** Clock for handoff times. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
}

const Arguments = z.object({
  reason: HandoffReason.default("capability_match").describe(
    "Why: the other agent can do it (capability_match), the user asked for it (user_request), something failed " +
      "(error_recovery), or something has to be asked (clarification).",
  ),
  capability: z.string().optional().describe("Capability that the other agent must have. Defaults to its name."),
  explanation: z.string().optional().describe("The reason in one sentence, for people."),
  payload: z.record(z.string(), z.unknown()).optional().describe("Data for the other agent."),
});

/**
 * Creates a tool with which a model hands work to another agent, such as `transfer_to_mail`.
 *
 * The tool returns a command that records the handoff and routes to the agent's node. In an agent that is a graph
 * itself, use `graph: "parent"`: the messages since the user's last one go with the handoff. A refusal is returned to the model as an error of the tool, so that it can choose
 * another action. A repeated call with the same id is the same handoff.
 *
 * @example
 * ```ts
 * import { defineRegistry, describeAgent, handoffTool } from "tidemark/agents";
 *
 * const registry = defineRegistry([describeAgent({ name: "mail", description: "Sends mail." })]);
 * const transfer = handoffTool({ registry, from: "weather", to: "mail" });
 * console.log(transfer.name, "|", transfer.description); // transfer_to_mail | Hands the work to mail: Sends mail.
 * ```
 */
export function handoffTool(options: HandoffToolOptions): StructuredToolInterface {
  const { registry, from, to, clock = systemClock, graph = "here", goto } = options;
  const target = registry.get(to);
  const name = `transfer_to_${to}`;
  return tool(
    (given: z.output<typeof Arguments>, runtime: object) => {
      const problem = graph === "parent" ? dropOf(configOf(runtime)) : null;
      if (problem !== null) throw agentErrors.lostHandoff({ agent: from, to, problem });
      const toolCallId = toolCallIdOf(runtime);
      const values = valuesOf(runtime);
      const answer = (content: string, status: "success" | "error") =>
        new ToolMessage({ content, status, name, tool_call_id: toolCallId });
      const handoffId = eventIdOf("handoff", values.runtime_turn_id ?? "turn_0", toolCallId, from, to);
      // The parent graph does not have the messages of this graph yet.
      const messagesSinceUser = graph === "parent" ? sinceUser(values) : [];
      const messages = [
        ...messagesSinceUser.map((message) => nameMessages(message, from)),
        answer(`${to} has the work now.`, "success"),
      ];
      const request = { from, to, ...given, capability: given.capability ?? to };
      const handoffOptions = { registry, now: clock.now(), handoffId, graph, goto, update: { messages } };
      const result = handoffCommand(values, request, handoffOptions);
      return result.outcome === "handedOff" ? result.command : answer(result.message, "error");
    },
    {
      name,
      description: `Hands the work to ${withPurpose(target.identity.agentName, target.description)}`,
      schema: Arguments,
    },
  );
}

interface ToolValues extends WithHandoffs {
  readonly runtime_turn_id?: string | null;
  readonly messages?: readonly unknown[];
}

/** Id of the tool call. A tool node passes it directly; other callers pass the whole call. */
function toolCallIdOf(runtime: object): string {
  const call: unknown = Reflect.get(runtime, "toolCall");
  const id: unknown = Reflect.get(runtime, "toolCallId") ?? (isPlainRecord(call) ? call["id"] : undefined);
  return typeof id === "string" ? id : "";
}

/** LangGraph's config of the call. A tool node passes it as a part of the runtime. */
function configOf(runtime: object): LangGraphRunnableConfig {
  const config: unknown = Reflect.get(runtime, "config");
  return isPlainRecord(config) ? config : runtime;
}

/** Values of the graph that calls the tool. Empty outside a graph. */
function valuesOf(runtime: object): ToolValues {
  const state: unknown = Reflect.get(runtime, "state") ?? taskInput(runtime);
  return isPlainRecord(state) ? state : {};
}

function taskInput(config: LangGraphRunnableConfig): unknown {
  try {
    return getCurrentTaskInput(config);
  } catch {
    return null;
  }
}

/** Messages after the last user message. */
function sinceUser({ messages = [] }: ToolValues): readonly unknown[] {
  const last = messages.findLastIndex((message) => HumanMessage.isInstance(message));
  return messages.slice(last + 1);
}
