import { BaseMessage } from "@langchain/core/messages";
import { Command, isCommand } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";

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

/** Returns a result whose texts have passed. The result itself if no text was changed. */
export async function inResult(written: unknown, check: WordsCheck): Promise<unknown> {
  if (Array.isArray(written)) {
    const parts: unknown[] = [];
    for (const each of written) parts.push(await inResult(each, check));
    return parts.every((part, index) => part === written[index]) ? written : parts;
  }
  if (isCommand(written)) {
    const update = await inUpdate(written.update, check);
    if (update === written.update) return written;
    const { goto = [], graph, resume } = written;
    return new Command({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same update with other texts
      update: update as Record<string, unknown>,
      goto,
      ...(graph !== undefined && { graph }),
      ...(resume !== undefined && { resume }),
    });
  }
  return await inUpdate(written, check);
}

/** An update as a record, or as pairs of field and value. */
async function inUpdate(update: unknown, check: WordsCheck): Promise<unknown> {
  const isList = Array.isArray(update);
  if (!isList && !isPlainRecord(update)) return update;
  const pairs: readonly unknown[] = isList ? update : Object.entries(update);
  let isChanged = false;
  const next: unknown[] = [];
  for (const pair of pairs) {
    const [field, value] = listOf(pair);
    const checked = await inField(field, value, check);
    isChanged ||= checked !== value;
    next.push(checked === value ? pair : [field, checked]);
  }
  if (!isChanged) return update;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pairs of a record stay pairs
  return isList ? next : Object.fromEntries(next as [string, unknown][]);
}

async function inField(field: unknown, value: unknown, check: WordsCheck): Promise<unknown> {
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
