import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { z } from "zod";
import { agentErrors } from "../kernel/errors.ts";
import { messageOf } from "../failures/error-facts.ts";
import { safeError } from "../failures/secrets.ts";
import type { PromptText } from "./text.ts";
import { issueLines, issuesOf } from "./issues.ts";

/** Question for a model. */
export interface ModelQuestion<Output> {
  /** Name of the caller in errors, such as `planner`. */
  readonly part: string;
  /** Name of the object that the model returns. */
  readonly name: string;
  readonly prompt: PromptText;
  readonly schema: z.ZodType<Output>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a model for an object. If the answer is invalid, asks a second time with the issues.
 *
 * Two invalid answers throw `agents/badModelAnswer`. Two answers in plain text throw `agents/noStructuredOutput`, which
 * a retry cannot fix. A failed call throws `agents/modelFailed` with its cause. An aborted call throws the reason of
 * the abort.
 *
 * @internal
 */
export async function askModel<Output>(model: BaseChatModel, question: ModelQuestion<Output>): Promise<Output> {
  const messages = promptMessages(question.prompt);
  const first = await askOnce(model, question, messages);
  if (first.ok) return first.value;
  const again = new HumanMessage(`Your last answer is invalid:\n${first.issues}\nSend the complete answer again.`);
  const second = await askOnce(model, question, [...messages, again]);
  if (second.ok) return second.value;
  if (first.isPlainText && second.isPlainText) {
    const reason = "it answered in plain text twice";
    throw agentErrors.noStructuredOutput({ part: question.part, model: model.getName(), reason });
  }
  throw agentErrors.badModelAnswer({ part: question.part, issues: second.issues });
}

/**
 * Converts a prompt to messages.
 *
 * @internal
 */
export const promptMessages = ({ instructions, question }: PromptText): BaseMessage[] => [
  new SystemMessage(instructions),
  new HumanMessage(question),
];

type ModelAnswer<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly issues: string; readonly isPlainText: boolean };

async function askOnce<Output>(
  model: BaseChatModel,
  { part, name, schema, signal }: ModelQuestion<Output>,
  messages: readonly BaseMessage[],
): Promise<ModelAnswer<Output>> {
  // With `includeRaw`, an invalid answer is a value here, and only a failed call throws.
  const structured = structuredModel(model, { part, name, schema });
  const answer: unknown = await callModel(part, signal, () => structured.invoke([...messages], options(signal)));
  const parsed = schema.safeParse(parsedOf(answer));
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, issues: issueLines(issuesOf(parsed.error)), isPlainText: isPlainText(answer) };
}

function structuredModel<Output>(
  model: BaseChatModel,
  { part, name, schema }: Pick<ModelQuestion<Output>, "part" | "name" | "schema">,
) {
  try {
    return model.withStructuredOutput<Record<string, unknown>>(schema, { name, includeRaw: true });
  } catch (error) {
    throw agentErrors.noStructuredOutput({ part, model: model.getName(), reason: messageOf(error) }, { cause: error });
  }
}

/** True for an answer in plain text only, from a model that ignores the tool it should call. */
function isPlainText(answer: unknown): boolean {
  if (!isPlainRecord(answer) || answer["parsed"] !== null) return false;
  const { raw } = answer;
  return (
    AIMessage.isInstance(raw) && (raw.tool_calls ?? []).length === 0 && (raw.invalid_tool_calls ?? []).length === 0
  );
}

/**
 * Models return `{ raw, parsed }`, with null for an answer that cannot be parsed. Simple models return the object
 * itself.
 */
function parsedOf(answer: unknown): unknown {
  const both = isPlainRecord(answer) && Object.hasOwn(answer, "raw") && Object.hasOwn(answer, "parsed");
  return both ? answer["parsed"] : answer;
}

/**
 * Calls a model. Converts a thrown error to `agents/modelFailed` with its cause, for classification.
 *
 * @internal
 */
export async function callModel<Result>(
  part: string,
  signal: AbortSignal | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  try {
    return await call();
  } catch (error) {
    // The error of an aborted call is not a failure of the model. Throws the reason of the abort instead.
    signal?.throwIfAborted();
    // What is thrown is recorded in the thread.
    const cause = safeError(error);
    throw agentErrors.modelFailed({ part, reason: messageOf(cause) }, { cause });
  }
}

/**
 * Returns the options of a model call.
 *
 * @internal
 */
export const options = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });
