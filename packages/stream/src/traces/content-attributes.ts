import { isPlainRecord } from "@tidemark/reducers/internal";
import { speakerOf, textOf as contentOf } from "@tidemark/state-manager";
import type { OperationStart, TraceContent } from "@tidemark/state-manager/internal";

/** Origin of a text, for a function that redacts it. */
export interface RedactedText {
  /** Attribute that would contain the text, such as `gen_ai.tool.call.arguments`. */
  readonly attribute: string;
  /** Agent, tool or graph that the text belongs to. */
  readonly name: string;
}

/**
 * Content of traces: texts of messages, arguments and results of tools, questions and answers, and messages of errors.
 *
 * `false` leaves all of it out. `true` passes it on. A function returns the text to pass on, or null for none.
 */
export type TraceContentOption = boolean | ((text: string, about: RedactedText) => string | null);

/** Attributes of the content of operations, by part. */
const OF_OPERATIONS: Readonly<Record<string, string>> = {
  input: "gen_ai.input.messages",
  output: "gen_ai.output.messages",
  arguments: "gen_ai.tool.call.arguments",
  result: "gen_ai.tool.call.result",
};

/** Longest text of one attribute, in characters. */
const LONGEST = 32_768;

/** Returns the attributes that the option allows, by name. */
export function contentAttributes(
  start: OperationStart,
  content: TraceContent,
  option: TraceContentOption,
): Readonly<Record<string, string>> {
  return attributesOf(content, {
    option,
    name: start.name,
    attributeOf: (part) => (Object.hasOwn(OF_OPERATIONS, part) ? OF_OPERATIONS[part] : undefined),
    shapeOf: (part, value) => (part === "input" || part === "output" ? messagesOf(part, value) : value),
  });
}

/** Returns the attributes of an event that the option allows. */
export const eventContent = (
  name: string,
  content: TraceContent,
  option: TraceContentOption,
): Readonly<Record<string, string>> =>
  attributesOf(content, {
    option,
    name,
    attributeOf: (part) => `tidemark.content.${part}`,
    shapeOf: (_part, value) => value,
  });

/** Message of an error, as the option allows it; null if it does not. */
export function errorMessage(content: TraceContent, name: string, option: TraceContentOption): string | null {
  const { error } = content;
  if (error === undefined || error === null) return null;
  return allowed(error, { option, about: { attribute: "exception.message", name } });
}

interface Attributed {
  readonly option: TraceContentOption;
  readonly name: string;
  readonly attributeOf: (part: string) => string | undefined;
  readonly shapeOf: (part: string, value: unknown) => unknown;
}

function attributesOf(content: TraceContent, { option, name, attributeOf, shapeOf }: Attributed) {
  if (option === false) return {};
  const entries = Object.entries(content).flatMap(([part, value]): (readonly [string, string])[] => {
    const attribute = attributeOf(part);
    if (attribute === undefined || value === undefined || value === null || value === "") return [];
    const text = allowed(shapeOf(part, value), { option, about: { attribute, name } });
    return text === null ? [] : [[attribute, text]];
  });
  return Object.fromEntries(entries);
}

function allowed(
  value: unknown,
  { option, about }: { readonly option: TraceContentOption; readonly about: RedactedText },
): string | null {
  if (option === false) return null;
  try {
    const text = textOf(value);
    const passed: unknown = option === true ? text : option(text, about);
    return typeof passed === "string" ? passed.slice(0, LONGEST) : null;
  } catch {
    // A function that redacts and fails must not let the text through.
    return null;
  }
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.message;
  return JSON.stringify(value) ?? String(value);
}

/** Messages in the form of the conventions. Other inputs stay as they are. */
function messagesOf(part: "input" | "output", value: unknown): unknown {
  const messages: unknown = isPlainRecord(value) ? value["messages"] : undefined;
  if (Array.isArray(messages)) {
    return messages.map((each: unknown) => messageOf(speakerOf(each) ?? "user", contentOf(each)));
  }
  if (typeof value !== "string") return value;
  const message = messageOf(part === "input" ? "user" : "assistant", value);
  return [part === "input" ? message : { ...message, finish_reason: "stop" }];
}

const messageOf = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
