import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { readArguments } from "./arguments.graph.ts";
import type { LoopWork } from "./loop-work.graph.ts";

/**
 * Name of an earlier call of the same answer that also hands the work over, or gives the result: only the first one that
 * can be run counts. Null for any other call.
 */
export async function earlierEnd(
  { ownTools, tools }: LoopWork,
  messages: readonly BaseMessage[],
  { tool, callId }: { readonly tool: string; readonly callId: string },
): Promise<string | null> {
  if (!ownTools.has(tool)) return null;
  const asking = messages.findLast((each) => AIMessage.isInstance(each));
  const calls = AIMessage.isInstance(asking) ? (asking.tool_calls ?? []) : [];
  const before = calls.slice(
    0,
    calls.findIndex(({ id }) => id === callId),
  );
  const broken = new Set((AIMessage.isInstance(asking) ? (asking.invalid_tool_calls ?? []) : []).map(({ id }) => id));
  for (const { id, name, args } of before) {
    if (!ownTools.has(name) || isHandoff(name) !== isHandoff(tool) || broken.has(id)) continue;
    // oxlint-disable-next-line eslint/no-await-in-loop -- a schema takes no time
    const check = await readArguments(
      tools.find((each) => each.name === name),
      args,
    );
    if (check.ok) return name;
  }
  return null;
}

const isHandoff = (tool: string): boolean => tool.startsWith("transfer_to_");
