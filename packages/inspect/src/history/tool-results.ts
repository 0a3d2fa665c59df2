import { isPlainList, isPlainRecord, type Plain } from "../values/plain-value.ts";
import { messageType } from "./messages.ts";

/** Fields that contain results of tools: the conversation, and the calls that agents of Tidemark record. */
export const TOOL_FIELDS = ["messages", "execution_tool_executions"] as const;

const listOf = (value: Plain | undefined): readonly Plain[] => (isPlainList(value) ? value : []);

/** Items of a list that its older version does not contain. */
function addedItems(before: Plain | undefined, after: Plain | undefined): readonly Plain[] {
  const known = new Set(listOf(before).map((item) => JSON.stringify(item)));
  return listOf(after).filter((item) => !known.has(JSON.stringify(item)));
}

type Values = Readonly<Record<string, Plain | undefined>>;

/** Names of the tools whose results a step has stored, each once. */
export function toolsBetween(before: Values, after: Values): readonly string[] {
  const [messages, executions] = TOOL_FIELDS.map((field) => addedItems(before[field], after[field]));
  const names = [
    ...(messages ?? []).flatMap((each) => (messageType(each) === "tool" && isPlainRecord(each) ? [each["name"]] : [])),
    ...(executions ?? []).flatMap((each) => (isPlainRecord(each) ? [each["toolName"]] : [])),
  ];
  return [...new Set(names.filter((name) => typeof name === "string"))];
}
