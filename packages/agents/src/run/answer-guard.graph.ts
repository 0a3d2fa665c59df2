import { AIMessage, AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import { Command, isCommand } from "@langchain/langgraph";
import type { AuditEntry } from "@tidemark/core-state";
import type { GuardrailRefusal } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { speakerOf, textOf } from "@tidemark/state-manager";
import { type GuardMoment, type Guards, refusalOf, refusalText } from "../guardrails/guards.graph.ts";
import type { AnswerGuard } from "./guarded.graph.ts";

/**
 * Checks every text for the user in the result of a node: messages of the assistant, and the final answer. Each text is checked once.
 *
 * A text that is refused is replaced by the refusal. Text that the thread already contains has been checked when it was written.
 */
export function answerGuard(guards: Guards): AnswerGuard {
  return {
    async check(written, { name, ...moment }) {
      const texts = new Texts(guards, name, moment);
      const result = await inResult(written, texts);
      return { written: result, record: texts.record() };
    },
  };
}

/** The texts of one result. */
class Texts {
  readonly #guards: Guards;
  readonly #node: string;
  readonly #moment: GuardMoment;
  readonly #passed: Map<string, string>;
  readonly #audit: AuditEntry[] = [];
  #refusal: GuardrailRefusal | null = null;

  constructor(guards: Guards, node: string, moment: GuardMoment) {
    this.#guards = guards;
    this.#node = node;
    this.#moment = moment;
    const last: unknown = (moment.values.messages ?? []).at(-1);
    const known = speakerOf(last) === "assistant" ? textOf(last).trim() : "";
    this.#passed = new Map(known === "" ? [] : [[known, known]]);
  }

  /** The text as users may read it. */
  async checked(text: string): Promise<string> {
    if (text.trim() === "") return text;
    const known = this.#passed.get(text) ?? (this.#passed.has(text.trim()) ? text : undefined);
    if (known !== undefined) return known;
    const { verdict, audit } = await this.#guards.answer(text, this.#node, this.#moment);
    this.#audit.push(...audit);
    if (verdict?.outcome === "refused") this.#refusal ??= refusalOf("answer", verdict);
    const passed =
      verdict === null ? text : verdict.outcome === "refused" ? refusalText("answer", verdict) : (verdict.text ?? text);
    this.#passed.set(text, passed);
    this.#passed.set(passed, passed);
    return passed;
  }

  /** Fields about the checks. */
  record(): Readonly<Record<string, unknown>> {
    return {
      ...(this.#audit.length > 0 && { runtime_audit_log: this.#audit }),
      ...(this.#refusal !== null && { control_refusal: this.#refusal }),
    };
  }
}

/** A result whose texts have passed. The result itself if no text was changed. */
async function inResult(written: unknown, texts: Texts): Promise<unknown> {
  if (Array.isArray(written)) {
    const parts: unknown[] = [];
    for (const each of written) parts.push(await inResult(each, texts));
    return parts.every((part, index) => part === written[index]) ? written : parts;
  }
  if (isCommand(written)) {
    const update = await inUpdate(written.update, texts);
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
  return await inUpdate(written, texts);
}

/** An update as a record, or as pairs of field and value. */
async function inUpdate(update: unknown, texts: Texts): Promise<unknown> {
  const isList = Array.isArray(update);
  if (!isList && !isPlainRecord(update)) return update;
  const pairs: readonly unknown[] = isList ? update : Object.entries(update);
  let isChanged = false;
  const next: unknown[] = [];
  for (const pair of pairs) {
    const [field, value] = listOf(pair);
    const checked = await inField(field, value, texts);
    isChanged ||= checked !== value;
    next.push(checked === value ? pair : [field, checked]);
  }
  if (!isChanged) return update;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pairs of a record stay pairs
  return isList ? next : Object.fromEntries(next as [string, unknown][]);
}

async function inField(field: unknown, value: unknown, texts: Texts): Promise<unknown> {
  if (field === "execution_final_answer" && typeof value === "string") return await texts.checked(value);
  if (field !== "messages") return value;
  // A pair of role and text is one message, not two.
  if (!Array.isArray(value) || isPair(value)) return await inMessage(value, texts);
  const messages: unknown[] = [];
  for (const each of value) messages.push(await inMessage(each, texts));
  return messages.every((message, index) => message === value[index]) ? value : messages;
}

const isPair = (value: readonly unknown[]): boolean =>
  value.length === 2 && typeof value[0] === "string" && !BaseMessage.isInstance(value[1]);

/** Properties that a plain message keeps beside its text. */
const KEPT = ["id", "name", "role", "type", "tool_calls"];

/** Metadata that contains no words of a model. */
const METADATA: ReadonlySet<string> = new Set([
  "finish_reason",
  "model",
  "model_name",
  "model_provider",
  "stop_reason",
]);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

async function inMessage(message: unknown, texts: Texts): Promise<unknown> {
  if (Array.isArray(message)) {
    const [role, content] = listOf(message);
    const isAnswer = role === "assistant" || role === "ai";
    if (!isAnswer || typeof content !== "string") return message;
    const checked = await texts.checked(content);
    return checked === content ? message : [role, checked];
  }
  if (speakerOf(message) !== "assistant") return message;
  const text = textOf(message);
  const checked = await texts.checked(text);
  if (checked === text) return message;
  // What else the provider has sent with the text, such as the model's reasoning, can repeat it.
  if (!AIMessage.isInstance(message) && !AIMessageChunk.isInstance(message)) {
    const kept = KEPT.map((part): [string, unknown] => [part, Reflect.get(Object(message), part)]);
    return Object.fromEntries([...kept, ["content", checked]].filter(([, part]) => part !== undefined));
  }
  const { id, name, tool_calls = [], invalid_tool_calls = [], usage_metadata } = message;
  const response_metadata = Object.fromEntries(
    Object.entries(message.response_metadata).filter(([key]) => METADATA.has(key) || key.startsWith("tidemark_")),
  );
  return new AIMessage({
    content: checked,
    tool_calls,
    invalid_tool_calls,
    response_metadata,
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(usage_metadata !== undefined && { usage_metadata }),
  });
}
