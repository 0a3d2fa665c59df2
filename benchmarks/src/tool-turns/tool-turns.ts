import type { BaseMessage } from "@langchain/core/messages";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { z } from "zod";
import { freshText } from "../measure/fresh-text.ts";
import { planScript, steps } from "../turns/graphs.ts";
import type { ScriptedTurn } from "../turns/model.ts";

/** Result of the tool of every contender: 1 KB that never repeats and stays in the thread. */
export const lookUpText = (): string => freshText(1_000);

/** Tool of two agents. */
export const lookUp = tool(lookUpText, { name: "look_up", description: "Looks it up.", schema: z.object({}) });

/** Last answer of a turn. A turn without it has failed. */
export const LAST = "It rains in Bergen; the train leaves at 8:05.";

const looks: ScriptedTurn = { calls: { look_up: {} } };
const transfers: ScriptedTurn = { text: "It rains in Bergen.", calls: { transfer_to_trains: {} } };
const finds: ScriptedTurn = { text: "The train leaves at 8:05." };

/** Answers of the models of two agents. Each looks something up, and the first transfers to the second. */
export const agentScript: readonly ScriptedTurn[] = [looks, transfers, looks, finds, { text: LAST }];

/** Answers of a model that plans: the task, a plan of one step, the agents' answers, and the final answer. */
export const plannedToolScript: readonly ScriptedTurn[] = [
  ...planScript.slice(0, 1),
  { calls: { plan: { steps: steps.slice(0, 1) } } },
  ...agentScript,
];

/** Runs an agent with its tool. Returns the added messages, and whether its model calls for a transfer. */
export async function converse(
  model: BaseChatModel,
  messages: readonly BaseMessage[],
  tools: readonly StructuredToolInterface[],
): Promise<{ added: BaseMessage[]; transfers: boolean }> {
  const able = model.bindTools?.([...tools]) ?? model;
  const first = await able.invoke([...messages]);
  const [call] = first.tool_calls ?? [];
  if (call === undefined) return { added: [first], transfers: false };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a tool returns a message for a call
  const answer = (await lookUp.invoke({ ...call, type: "tool_call" })) as BaseMessage;
  const then = await able.invoke([...messages, first, answer]);
  const asksForTransfer = then.tool_calls?.some(({ name }) => name === "transfer_to_trains") ?? false;
  return { added: asksForTransfer ? [first, answer] : [first, answer, then], transfers: asksForTransfer };
}
