import { isPlainList, isPlainRecord, type Plain } from "../values/plain-value.ts";

/** Tokens that models reported with their messages. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** Messages of a turn: what the user wrote, and the tokens that models reported. */
export interface TurnMessages {
  readonly text: string | null;
  readonly tokens: TokenUsage | null;
}

/** What a thread does not contain of the prompts of its models, and how to get it. */
export const MISSING_PROMPT =
  "A thread stores messages, and not the system prompt, the tools and the settings that its model got. Traces with content do: traceToFile(path, { content: true }), then --traces.";

/** Text of a message. Parts other than text are left out. */
export function messageText(message: Plain): string {
  const content = isPlainRecord(message) ? message["content"] : null;
  if (typeof content === "string") return content;
  if (!isPlainList(content)) return "";
  const texts = content.map((part) => (isPlainRecord(part) && typeof part["text"] === "string" ? part["text"] : ""));
  return texts.filter((text) => text !== "").join(" ");
}

/** Type of a message: `human`, `ai`, `tool`, … Null for anything else. */
export function messageType(message: Plain): string | null {
  if (!isPlainRecord(message)) return null;
  const type = message["type"] ?? message["role"];
  if (typeof type !== "string" || !("content" in message)) return null;
  return type === "user" ? "human" : type === "assistant" ? "ai" : type;
}

const count = (value: Plain | undefined): number => (typeof value === "number" ? value : 0);

/** Tokens of some messages. Null if no model reported any. */
export function tokensOf(messages: readonly Plain[]): TokenUsage | null {
  const usages = messages.flatMap((message) => {
    const usage = isPlainRecord(message) ? message["usage_metadata"] : null;
    return isPlainRecord(usage) ? [{ input: count(usage["input_tokens"]), output: count(usage["output_tokens"]) }] : [];
  });
  if (usages.length === 0) return null;
  const sum = (name: keyof TokenUsage): number => usages.reduce((total, usage) => total + usage[name], 0);
  return { input: sum("input"), output: sum("output") };
}

/**
 * Splits a conversation into turns, each beginning with a message of the user. Empty unless there is one such message for each turn: a
 * conversation that was shortened does not say which turn a message belongs to.
 */
export function turnMessages(messages: Plain | undefined, turns: number): readonly TurnMessages[] {
  if (!isPlainList(messages)) return [];
  const begins = messages.flatMap((message, index) => (messageType(message) === "human" ? [index] : []));
  if (begins.length !== turns) return [];
  return begins.map((begin, index) => {
    const own = messages.slice(begin, begins[index + 1]);
    const [first] = own;
    return { text: first === undefined ? null : messageText(first).slice(0, 200), tokens: tokensOf(own) };
  });
}
