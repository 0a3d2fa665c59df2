import { digest } from "@tidemark/state-manager";
import { messageType } from "../history/messages.ts";
import { isPlainList, isPlainRecord, type Plain, plainValue } from "../values/plain-value.ts";

/** Parts of a message that a model sees. Ids of messages differ between runs. */
function seen(message: Plain): Plain {
  if (!isPlainRecord(message)) return message;
  const calls = message["tool_calls"];
  const named = isPlainList(calls)
    ? calls.map((call) => (isPlainRecord(call) ? [call["name"] ?? null, call["args"] ?? null] : call))
    : [];
  return [messageType(message), message["content"] ?? null, named];
}

const keyOf = (list: readonly Plain[]): string => (list.length === 0 ? "" : digest(JSON.stringify(list.map(seen))));

/** Texts that identify a prompt: with its system messages, without them, and since the newest message of the user. */
export function promptKeys(messages: readonly unknown[]): readonly string[] {
  const all = messages.map((each) => plainValue(each));
  const conversation = all.filter((each) => messageType(each) !== "system");
  const begin = conversation.findLastIndex((each) => messageType(each) === "human");
  return [keyOf(all), keyOf(conversation), begin === -1 ? "" : keyOf(conversation.slice(begin))];
}
