import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { AuditEntry } from "@tidemark/core-state";
import type { JsonObject } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { digest } from "@tidemark/state-manager";
import type { Verdict } from "../guardrails/guardrail.ts";
import type { GuardedCall } from "../guardrails/guards.graph.ts";
import { readArguments } from "./arguments.graph.ts";
import type { LoopWork } from "./loop-work.graph.ts";

/** Key of an AI message's metadata: the verdicts on its calls. */
export const VERDICTS = "tidemark_verdicts";

/** Verdict on a call of a tool, as the loop stores it before the call begins. */
export interface ToolVerdict {
  readonly outcome: Verdict["outcome"];
  readonly guardrail: string;
  readonly reason: string;
  readonly audit: readonly AuditEntry[];
}

const ALLOWED: ToolVerdict = { outcome: "allowed", guardrail: "", reason: "", audit: [] };

/**
 * Runs the guardrails before the calls of a model's answer, and stores their verdicts in it.
 *
 * The answer is stored before a call begins. So each call is checked once: not again when a person has answered, or when another process
 * continues.
 */
export async function withVerdicts(work: LoopWork, message: AIMessage): Promise<AIMessage> {
  const { ownTools, tools, resources } = work;
  if (resources.guards?.has("tool") !== true) return message;
  const broken = new Set((message.invalid_tool_calls ?? []).map(({ id }) => id));
  const known = new Set(tools.map(({ name }) => name));
  const calls = (message.tool_calls ?? []).filter(
    ({ id, name }) => !broken.has(id) && !ownTools.has(name) && known.has(name),
  );
  const verdicts = await Promise.all(
    calls.map(async ({ id = "", name, args }) => {
      const read = await readArguments(
        tools.find((each) => each.name === name),
        args,
      );
      // The tool refuses arguments that do not fit its schema.
      if (!read.ok) return [id, null] as const;
      const call = { agent: work.agent, tool: name, callId: id, inputs: read.arguments.json };
      return [id, { call: digestOf(call), verdict: await verdictNow(work, call) }] as const;
    }),
  );
  const { id, name, content, additional_kwargs, tool_calls, invalid_tool_calls, usage_metadata } = message;
  return new AIMessage({
    content,
    additional_kwargs,
    response_metadata: { ...message.response_metadata, [VERDICTS]: Object.fromEntries(verdicts) },
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(tool_calls !== undefined && { tool_calls }),
    ...(invalid_tool_calls !== undefined && { invalid_tool_calls }),
    ...(usage_metadata !== undefined && { usage_metadata }),
  });
}

/**
 * The verdict on a call. A call that was changed after the model's answer, such as by middleware or by a person, is checked now.
 */
export async function toolVerdict(
  work: LoopWork,
  call: GuardedCall,
  messages: readonly BaseMessage[],
): Promise<ToolVerdict> {
  if (work.resources.guards?.has("tool") !== true || work.ownTools.has(call.tool)) return ALLOWED;
  const asking = messages.findLast(
    (each): each is AIMessage =>
      AIMessage.isInstance(each) && (each.tool_calls ?? []).some(({ id }) => id === call.callId),
  );
  const verdicts: unknown = asking?.response_metadata[VERDICTS];
  const stored = isPlainRecord(verdicts) && Object.hasOwn(verdicts, call.callId) ? verdicts[call.callId] : undefined;
  if (isPlainRecord(stored) && stored["call"] === digestOf(call) && isPlainRecord(stored["verdict"])) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `withVerdicts` writes under this key, and the model's own metadata is replaced there
    return stored["verdict"] as unknown as ToolVerdict;
  }
  return await verdictNow(work, call);
}

async function verdictNow({ resources, runtime }: LoopWork, call: GuardedCall): Promise<ToolVerdict> {
  const { guards, values } = resources;
  if (guards === null) return ALLOWED;
  const { verdict, audit } = await guards.tool(call, { values, signal: runtime.signal, config: runtime.config });
  const { outcome, guardrail, reason } = verdict ?? ALLOWED;
  return { outcome, guardrail, reason, audit };
}

const digestOf = ({ tool, inputs }: GuardedCall): string => digest({ tool, inputs: plain(inputs) });

/** Arguments as JSON has them. */
const plain = (inputs: GuardedCall["inputs"]): JsonObject => {
  const copy: unknown = JSON.parse(JSON.stringify(inputs));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy of a record
  return copy as JsonObject;
};
