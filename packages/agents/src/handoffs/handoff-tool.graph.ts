import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { getCurrentTaskInput, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { HandoffReason } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Clock, systemClock } from "@tidemark/state-manager";
import { z } from "zod";
import { eventIdOf } from "../kernel/event-stamper.ts";
import type { WithHandoffs } from "./handoff.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import { nameMessages } from "../roster/agent-messages.graph.ts";
import { type HandoffCommandOptions, handoffCommand } from "./handoff-command.graph.ts";

/** From whom to whom work goes, and how. */
export interface HandoffToolOptions extends Pick<HandoffCommandOptions, "graph" | "goto"> {
  readonly registry: AgentRegistry;
  /** The agent whose model gets the tool. */
  readonly from: string;
  /** The agent that gets the work; an unknown one throws `agents/unknownAgent`. */
  readonly to: string;
  /** The machine's clock when not said. */
  readonly clock?: Pick<Clock, "now">;
}

const Arguments = z.object({
  reason: HandoffReason.default("capability_match").describe(
    "Why: the other agent can do it (capability_match), the user asked for it (user_request), something failed " +
      "(error_recovery), or something has to be asked (clarification).",
  ),
  capability: z.string().optional().describe("What the other agent has to be able to do; its name when not said."),
  explanation: z.string().optional().describe("The reason in one sentence, for people."),
  payload: z.record(z.string(), z.unknown()).optional().describe("What the other agent needs to know."),
});

/**
 * Makes a tool with which a model hands the work to another agent: `transfer_to_mail`.
 *
 * It gives a command that records the handoff and goes to the agent's node; within an agent that is a graph of its own use
 * `graph: "parent"`. A refusal is told to the model as the tool's failure, so that it can choose otherwise. A call that is
 * made again, with the same id, is the same handoff.
 *
 * @example
 * ```ts
 * import { defineRegistry, describeAgent } from "@tidemark/agents";
 * import { handoffTool } from "@tidemark/agents/langgraph";
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
      const toolCallId = toolCallIdOf(runtime);
      const values = valuesOf(runtime);
      const answer = (content: string, status: "success" | "error") =>
        new ToolMessage({ content, status, name, tool_call_id: toolCallId });
      const handoffId = eventIdOf("handoff", values.runtime_turn_id ?? "turn_0", toolCallId, from, to);
      // The graph around knows nothing yet of what was said in here.
      const said = graph === "parent" ? sinceUser(values) : [];
      const messages = [...said.map((each) => nameMessages(each, from)), answer(`${to} has the work now.`, "success")];
      const request = { from, to, ...given, capability: given.capability ?? to };
      const how = { registry, now: clock.now(), handoffId, graph, goto, update: { messages } };
      const result = handoffCommand(values, request, how);
      return result.outcome === "handedOff" ? result.command : answer(result.message, "error");
    },
    { name, description: `Hands the work to ${target.identity.agentName}: ${target.description}`, schema: Arguments },
  );
}

interface ToolValues extends WithHandoffs {
  readonly runtime_turn_id?: string | null;
  readonly messages?: readonly unknown[];
}

/** A tool node says it by itself; whoever calls the tool with a call says it in the call. */
function toolCallIdOf(runtime: object): string {
  const call: unknown = Reflect.get(runtime, "toolCall");
  const id: unknown = Reflect.get(runtime, "toolCallId") ?? (isPlainRecord(call) ? call["id"] : undefined);
  return typeof id === "string" ? id : "";
}

/** The values of the graph in which the tool is called; outside of graphs there are none. */
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

/** What was said after the user's last message. */
function sinceUser({ messages = [] }: ToolValues): readonly unknown[] {
  const last = messages.findLastIndex((each) => HumanMessage.isInstance(each));
  return messages.slice(last + 1);
}
