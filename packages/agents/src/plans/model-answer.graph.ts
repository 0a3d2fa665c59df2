import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { z } from "zod";
import { agentErrors } from "../kernel/errors.ts";
import { safeError } from "../failures/secrets.ts";
import { messageOf } from "./attempt.ts";
import type { PromptText } from "./text.ts";
import { issueLines, issuesOf } from "./issues.ts";

/** What is asked of a model, and by which part. */
export interface ModelQuestion<Output> {
  /** The part that asks, for errors: `planner`. */
  readonly part: string;
  /** The name of the object that the model gives. */
  readonly name: string;
  readonly prompt: PromptText;
  readonly schema: z.ZodType<Output>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a model for an object of a shape, and once more with what was wrong when the answer does not fit.
 *
 * Two wrong answers throw `agents/badModelAnswer`, two in plain text `agents/noStructuredOutput`, which no retry mends; a call that fails throws `agents/modelFailed` with its cause, and an
 * aborted one what it was aborted with.
 *
 * @internal
 */
export async function askModel<Output>(model: BaseChatModel, question: ModelQuestion<Output>): Promise<Output> {
  const messages = promptMessages(question.prompt);
  const first = await askOnce(model, question, messages);
  if (first.ok) return first.value;
  const again = new HumanMessage(`Your last answer does not fit:\n${first.issues}\nGive the whole answer again.`);
  const second = await askOnce(model, question, [...messages, again]);
  if (second.ok) return second.value;
  if (first.isPlainText && second.isPlainText) {
    const reason = "it answered in plain text twice";
    throw agentErrors.noStructuredOutput({ part: question.part, model: model.getName(), reason });
  }
  throw agentErrors.badModelAnswer({ part: question.part, issues: second.issues });
}

/**
 * A prompt as messages.
 *
 * @internal
 */
export const promptMessages = ({ instructions, question }: PromptText): BaseMessage[] => [
  new SystemMessage(instructions),
  new HumanMessage(question),
];

type Asked<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly issues: string; readonly isPlainText: boolean };

async function askOnce<Output>(
  model: BaseChatModel,
  { part, name, schema, signal }: ModelQuestion<Output>,
  messages: readonly BaseMessage[],
): Promise<Asked<Output>> {
  // With the raw message beside it, a wrong answer is a value here, and what is thrown is a failure of the call.
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

/** True for an answer in words alone, as models give that ignore the tool which they should call. */
function isPlainText(answer: unknown): boolean {
  if (!isPlainRecord(answer) || answer["parsed"] !== null) return false;
  const { raw } = answer;
  return (
    AIMessage.isInstance(raw) && (raw.tool_calls ?? []).length === 0 && (raw.invalid_tool_calls ?? []).length === 0
  );
}

/** Models give `{ raw, parsed }`, and null for what does not parse; simple ones give the object itself. */
function parsedOf(answer: unknown): unknown {
  const both = isPlainRecord(answer) && Object.hasOwn(answer, "raw") && Object.hasOwn(answer, "parsed");
  return both ? answer["parsed"] : answer;
}

/**
 * Calls a model; what it throws becomes `agents/modelFailed`, with the cause for whoever classifies it.
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
    // Who aborted knows why; that the model noticed is no failure of the model.
    signal?.throwIfAborted();
    // What is thrown is recorded in the thread.
    const cause = safeError(error);
    throw agentErrors.modelFailed({ part, reason: messageOf(cause) }, { cause });
  }
}

/**
 * What a call of a model gets besides its messages.
 *
 * @internal
 */
export const options = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });
