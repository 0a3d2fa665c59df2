import type { BaseMessage } from "@langchain/core/messages";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { z } from "zod";
import { freshText } from "./fresh-text.ts";
import { planned, steps } from "./turn-graphs.ts";
import type { TurnAnswer } from "./turn-model.ts";

/** What the tool of every contender answers, at once: 1 KB that nobody has seen before, and that is kept in the thread. */
export const answered = (): string => freshText(1_000);

/** The tool of two of the agents. */
export const lookUp = tool(answered, { name: "look_up", description: "Looks it up.", schema: z.object({}) });

/** What the last answer of a turn says: a turn without it went wrong. */
export const LAST = "It rains in Bergen; the train leaves at 8:05.";

const looks: TurnAnswer = { calls: { look_up: {} } };
const passes: TurnAnswer = { said: "It rains in Bergen.", calls: { transfer_to_trains: {} } };
const finds: TurnAnswer = { said: "The train leaves at 8:05." };

/** What two agents say that look something up each, where the first hands the work to the second. */
export const worked: readonly TurnAnswer[] = [looks, passes, looks, finds, { said: LAST }];

/** What the model says where it plans: the task, a plan of the first step, the work, and the answer. */
export const plannedWork: readonly TurnAnswer[] = [
  ...planned.slice(0, 1),
  { calls: { plan: { steps: steps.slice(0, 1) } } },
  ...worked,
];

/** An agent's conversation with its tool: all that was said, and whether its model wants to hand the work on. */
export async function converse(
  model: BaseChatModel,
  messages: readonly BaseMessage[],
  tools: readonly StructuredToolInterface[],
): Promise<{ said: BaseMessage[]; handsOn: boolean }> {
  const able = model.bindTools?.([...tools]) ?? model;
  const first = await able.invoke([...messages]);
  const [call] = first.tool_calls ?? [];
  if (call === undefined) return { said: [first], handsOn: false };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a tool that is given a call answers with a message
  const answer = (await lookUp.invoke({ ...call, type: "tool_call" })) as BaseMessage;
  const then = await able.invoke([...messages, first, answer]);
  const handsOn = then.tool_calls?.some(({ name }) => name === "transfer_to_trains") ?? false;
  const last = handsOn ? { said: [first, answer] } : { said: [first, answer, then] };
  return { ...last, handsOn };
}
