import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { interopSafeParse, interopSafeParseAsync, isInteropZodSchema } from "@langchain/core/utils/types";
import { findMessageHarm, type JsonObject } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import { findHostileKey } from "../approvals/payload.ts";
import { jsonForm, sameForm } from "../kernel/json-form.ts";
import { messageOf } from "../failures/error-facts.ts";
import type { ReadArguments } from "./read-arguments.ts";
import { entryIn } from "./tool-entry.ts";
import { jsonProblem } from "./tool-source.graph.ts";

/** Result of reading arguments. */
export type ArgumentsCheck =
  | { readonly ok: true; readonly arguments: ReadArguments }
  | { readonly ok: false; readonly problem: string };

/** Reads the arguments of a call with the schema of its tool. A JSON schema checks them when the tool runs, and changes nothing. */
export async function readArguments(tool: unknown, given: JsonObject): Promise<ArgumentsCheck> {
  const schema = schemaOf(tool);
  if (!isInteropZodSchema(schema)) return read(given, given);
  try {
    const parsed = await interopSafeParseAsync(schema, given);
    return parsed.success ? read(given, parsed.data) : { ok: false, problem: problemOf(parsed.error) };
  } catch (error) {
    return { ok: false, problem: `${UNFIT}\n\n${messageOf(error)}` };
  }
}

const UNFIT = "Received tool input did not match expected schema";

const problemOf = (error: unknown): string =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- errors of every version of Zod have `issues`
  `${UNFIT}\n\n${z.prettifyError(error as z.ZodError)}`.slice(0, 500);

function read(given: JsonObject, value: unknown): ArgumentsCheck {
  const form = value === given ? ({ ok: true, json: given } as const) : jsonForm(value);
  const known = form.ok ? { json: form.json, unfit: null } : { json: given, unfit: form.problem };
  return { ok: true, arguments: { given, value, ...known } };
}

const schemaOf = (tool: unknown): unknown =>
  typeof tool === "object" && tool !== null ? Reflect.get(tool, "schema") : null;

/** Schema of edited arguments, which returns them as plain JSON. Null for a tool with another kind of schema. */
export function editedArguments(tool: unknown): z.ZodType<JsonObject> | null {
  const schema = schemaOf(tool);
  const isZod = isInteropZodSchema(schema);
  if (!isZod && !isPlainRecord(schema)) return null;
  return z.record(z.string(), z.unknown()).transform((given, context): JsonObject => {
    const issue = (message: string, path: readonly PropertyKey[] = []): never => {
      context.addIssue({ code: "custom", path: [...path], message });
      return z.NEVER;
    };
    if (!isZod) {
      const problem = jsonProblem(schema, given);
      return problem === null ? given : issue(problem);
    }
    const parsed = safely(() => interopSafeParse(schema, given));
    if (typeof parsed === "string") return issue(parsed);
    if (parsed.success) {
      const form = jsonForm(parsed.data);
      return form.ok ? form.json : issue(`JSON cannot represent ${form.problem}`);
    }
    for (const { path, message } of parsed.error.issues) issue(message, path);
    return z.NEVER;
  });
}

/** Runs a schema. Returns what it throws, such as for one that has to wait, as text. */
function safely<Result>(parse: () => Result): Result | string {
  try {
    return parse();
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * Returns a model's answer whose calls have the arguments that the schemas of their tools return. Arguments that no
 * state can store become a broken call.
 *
 * The answer is stored before a call begins, so a default such as the present day is the same when a person has
 * answered. Arguments that the schema would change a second time stay as they are, and are read again.
 */
export async function withReadArguments(
  message: AIMessage,
  tools: readonly StructuredToolInterface[],
): Promise<AIMessage> {
  const broken = new Set((message.invalid_tool_calls ?? []).map(({ id }) => id));
  const changed = new Map<string, JsonObject>();
  const harmful = new Map<string, string>();
  for (const { id = "", name, args } of message.tool_calls ?? []) {
    if (broken.has(id)) continue;
    const problem = storageProblem(args);
    if (problem !== null) {
      harmful.set(id, problem);
      continue;
    }
    const tool = tools.find((each) => each.name === name);
    // oxlint-disable-next-line eslint/no-await-in-loop -- a schema takes no time
    const fixed = tool === undefined ? null : await fixedArguments(tool, args);
    if (fixed !== null) changed.set(id, fixed);
  }
  return withArguments(message, changed, harmful);
}

/** Arguments as their schema returns them, if it returns the same for those. Null for arguments that stay as they are. */
async function fixedArguments(tool: StructuredToolInterface, args: JsonObject): Promise<JsonObject | null> {
  const once = await readArguments(tool, args);
  if (!once.ok || once.arguments.unfit !== null || sameForm(once.arguments.json, args)) return null;
  const { json } = once.arguments;
  const twice = await readArguments(tool, json);
  return twice.ok && twice.arguments.unfit === null && sameForm(twice.arguments.json, json) ? json : null;
}

/** Reason why a state cannot store arguments. Null for storable ones. */
export function storageProblem(args: unknown): string | null {
  const hostile = findHostileKey(args);
  if (hostile !== null) return `the key "${hostile}" is not allowed.`;
  // As deep as in the message that a state stores.
  const other = findMessageHarm([{ kwargs: { tool_calls: [{ args }] } }]);
  return other === null ? null : `${other.found} is not allowed.`;
}

/**
 * Returns messages in which each call has the arguments that were approved and run: what the model reads, and what the
 * conversation keeps.
 */
export function asCalled<Message extends BaseMessage>(messages: readonly Message[]): readonly (AIMessage | Message)[] {
  const changed = new Map<string, JsonObject>();
  for (const message of messages) {
    const entry = entryIn(message);
    if (entry?.arguments !== undefined) changed.set(entry.execution.toolCallId, entry.arguments);
  }
  if (changed.size === 0) return messages;
  return messages.map((message) => {
    if (!AIMessage.isInstance(message)) return message;
    const own = (message.tool_calls ?? []).some(({ id = "" }) => changed.has(id));
    return own ? withArguments(message, changed) : message;
  });
}

/** Returns a message whose calls have other arguments. Harmful ones are removed, and the call is broken for a reason. */
export function withArguments(
  message: AIMessage,
  changed: ReadonlyMap<string, JsonObject>,
  harmful: ReadonlyMap<string, string> = new Map(),
): AIMessage {
  if (changed.size === 0 && harmful.size === 0) return message;
  const { id, name, content, additional_kwargs, response_metadata, usage_metadata } = message;
  const { tool_calls = [], invalid_tool_calls = [] } = message;
  const argumentsOf = (call: string | undefined): JsonObject | undefined =>
    call === undefined ? undefined : harmful.has(call) ? {} : changed.get(call);
  const refused = tool_calls.flatMap((call) => {
    const error = harmful.get(call.id ?? "");
    const invalid = { name: call.name, ...(call.id !== undefined && { id: call.id }), args: "", type: INVALID };
    return error === undefined ? [] : [{ ...invalid, error }];
  });
  return new AIMessage({
    content:
      typeof content === "string" ? content : content.map((block) => ({ ...block, ...blockOf(block, argumentsOf) })),
    additional_kwargs,
    response_metadata,
    tool_calls: tool_calls.map((call) => ({ ...call, args: argumentsOf(call.id) ?? call.args })),
    invalid_tool_calls: [...invalid_tool_calls, ...refused],
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(usage_metadata !== undefined && { usage_metadata }),
  });
}

const INVALID = "invalid_tool_call" as const;

/** Members of a provider's block that hold the arguments of a call. */
function blockOf(block: object, argumentsOf: (call: string | undefined) => JsonObject | undefined): object {
  const id: unknown = Reflect.get(block, "id");
  const args = typeof id === "string" ? argumentsOf(id) : undefined;
  if (args === undefined) return {};
  const type: unknown = Reflect.get(block, "type");
  return type === "tool_use" ? { input: args } : type === "tool_call" ? { args } : {};
}
