import { isPlainList, isPlainRecord, type Plain } from "../values/plain-value.ts";

/** Names under which applications pass the question itself to `interrupt`. */
const QUESTIONS = ["question", "message", "prompt", "description", "title"];

/** Names of lists of actions that a person approves, and of the name of an action in them. */
const REQUESTS = ["requests", "actionRequests", "action_requests"];
const ACTIONS = ["capability", "action", "name"];

const textAt = (record: { readonly [name: string]: Plain }, names: readonly string[]): string | null => {
  const text = names.map((name) => record[name]).find((each) => typeof each === "string" && each.trim() !== "");
  return typeof text === "string" ? text : null;
};

/** Text of a question to a person, without the data that was passed with it. Null if the value does not say it in words. */
export function questionOf(value: Plain): string | null {
  if (typeof value === "string") return value;
  if (!isPlainRecord(value)) return null;
  const question = textAt(value, QUESTIONS);
  if (question !== null) return question;
  const requests = REQUESTS.map((name) => value[name]).find((each) => isPlainList(each)) ?? [];
  const actions = (isPlainList(requests) ? requests : []).flatMap((each) =>
    isPlainRecord(each) ? [textAt(each, ACTIONS) ?? "an action"] : [],
  );
  return actions.length === 0 ? null : `approve ${actions.join(", ")}`;
}
