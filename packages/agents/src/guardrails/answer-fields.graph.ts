import { BaseMessage } from "@langchain/core/messages";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { FieldWrite } from "@tidemark/state-manager/internal";
import type { NodeResult } from "@tidemark/state-manager/internal/langgraph";

/** Result of a check of arguments. */
export type CheckedArguments =
  | { readonly ok: true; readonly args: unknown }
  /** `refusal` takes the place of the words. */
  | { readonly ok: false; readonly refusal: string };

/** Checks of the parts of a result. */
interface WordsCheck {
  text(text: string): Promise<string>;
  message<Message extends object>(message: Message): Promise<Message>;
  arguments(args: unknown): Promise<CheckedArguments>;
}

/** Returns a result whose texts have passed. */
export async function inResult({ writes, goto, parent }: NodeResult, check: WordsCheck): Promise<NodeResult> {
  const own = await inWrites(writes, check);
  return { writes: own, goto, parent: parent && { ...parent, writes: await inWrites(parent.writes, check) } };
}

async function inWrites(writes: readonly FieldWrite[], check: WordsCheck): Promise<readonly FieldWrite[]> {
  const next: FieldWrite[] = [];
  for (const [field, value] of writes) next.push([field, await inField(field, value, check)]);
  return next;
}

async function inField(field: string, value: unknown, check: WordsCheck): Promise<unknown> {
  if (field === "execution_final_answer" && typeof value === "string") return await check.text(value);
  if (field === "execution_handoff_history") return await inEach(value, (record) => inHandoff(record, check));
  if (field !== "messages") return value;
  // A pair of role and text is one message, not two.
  if (!Array.isArray(value) || isPair(value)) return await inMessage(value, check);
  return await inEach(value, (message) => inMessage(message, check));
}

/** Checks the members of a list, in order. The list itself if no member was changed. */
async function inEach(value: unknown, check: (each: unknown) => Promise<unknown>): Promise<unknown> {
  if (!Array.isArray(value)) return value;
  const list: unknown[] = [];
  for (const each of value) list.push(await check(each));
  return list.every((each, index) => each === value[index]) ? value : list;
}

/** What an agent tells the one that it hands its work to. Words that are refused do not reach it. */
async function inHandoff(record: unknown, check: WordsCheck): Promise<unknown> {
  // The words of a step are those of its plan.
  if (!isPlainRecord(record) || record["reason"] === "plan_step") return record;
  const { explanation, payload, ...rest } = record;
  const checked = await check.arguments([explanation, payload]);
  if (checked.ok && listOf(checked.args).every((each, index) => each === [explanation, payload][index])) return record;
  const [words, data] = checked.ok ? listOf(checked.args) : [checked.refusal, undefined];
  return {
    ...rest,
    ...(words !== undefined && { explanation: words }),
    ...(data !== undefined && { payload: data }),
  };
}

const isPair = (value: readonly unknown[]): boolean =>
  value.length === 2 && typeof value[0] === "string" && !BaseMessage.isInstance(value[1]);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

async function inMessage(message: unknown, check: WordsCheck): Promise<unknown> {
  if (!Array.isArray(message))
    return typeof message === "object" && message !== null ? await check.message(message) : message;
  const [role, content] = listOf(message);
  const isAnswer = role === "assistant" || role === "ai";
  if (!isAnswer || typeof content !== "string") return message;
  const checked = await check.text(content);
  return checked === content ? message : [role, checked];
}
