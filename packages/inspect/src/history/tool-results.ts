import { isPlainRecord, type Plain, plainListOf } from "../values/plain-value.ts";
import { messageType } from "./messages.ts";

/** Fields that contain results of tools: the conversation, and the calls that agents of Tidemark record. */
export const TOOL_FIELDS = ["messages", "execution_tool_executions"] as const;

/** Items of a list that its older version does not contain. */
export function addedItems(before: readonly Plain[], after: readonly Plain[]): readonly Plain[] {
  // Most items of a long list are the same objects, and need not be written as text.
  const same = new Set(before);
  const others = after.filter((item) => !same.has(item));
  if (others.length === 0) return others;
  const known = new Set(before.map((item) => JSON.stringify(item)));
  return others.filter((item) => !known.has(JSON.stringify(item)));
}

type Values = Readonly<Record<string, Plain | undefined>>;

/** Names of the tools whose results a step has stored, each once. */
export function toolsBetween(before: Values, after: Values): readonly string[] {
  const [messages, executions] = TOOL_FIELDS.map((field) =>
    addedItems(plainListOf(before[field]), plainListOf(after[field])),
  );
  const names = [
    ...(messages ?? []).flatMap((each) => (messageType(each) === "tool" && isPlainRecord(each) ? [each["name"]] : [])),
    ...(executions ?? []).flatMap((each) => (isPlainRecord(each) ? [each["toolName"]] : [])),
  ];
  return [...new Set(names.filter((name) => typeof name === "string"))];
}
