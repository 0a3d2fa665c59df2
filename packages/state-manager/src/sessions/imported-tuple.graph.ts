import {
  AIMessage,
  BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { Send } from "@langchain/langgraph";
import type {
  BaseCheckpointSaver,
  Checkpoint,
  CheckpointMetadata,
  CheckpointPendingWrite,
  CheckpointTuple,
} from "@langchain/langgraph-checkpoint";
import { agentControlDefaults, copyMarks, noUserUpdates, USER_UPDATES } from "@tidemark/core-state/internal";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { namesEachQuestion } from "../kernel/answerers.graph.ts";
import { withoutCommitAnswers } from "./copied-answers.graph.ts";
import { isCallWrite, withoutCallMarks } from "./call-keys.graph.ts";

type Values = Readonly<Record<string, unknown>>;

/** An import, and where its values are stored: in the graph itself, or in a graph inside of it. */
interface Copy {
  readonly id: string;
  readonly isGraph: boolean;
}

/** Channels of LangGraph that contain values of other channels. */
const [INPUT, SENT, ASKED, ANSWERED] = ["__start__", "__pregel_tasks", "__interrupt__", "__resume__"];

/** Fields that allow something outside of their thread, and the value that they have after an import. */
const RIGHTS: Readonly<Record<string, (value: unknown, copy: Copy) => unknown>> = {
  // Writes to the memory of the person who opens the thread.
  [USER_UPDATES]: (value, { isGraph }) => ({
    ...noUserUpdates(),
    inherited: !isGraph && isPlainRecord(value) && value["inherited"] === true,
  }),
  execution_pending_approvals: (requests, copy) =>
    isPlainRecord(requests)
      ? Object.fromEntries(Object.entries(requests).map(([id, each]) => [id, reopened(each, copy)]))
      : requests,
  approval_approved: () => null,
  approved_payload: () => null,
  // Settings can turn approvals off.
  agent_control: agentControlDefaults,
  runtime_agent_control: () => null,
};

/**
 * Removes from an imported checkpoint what would act outside of its thread: recorded writes of user fields, approvals and settings that
 * replace them, keys of calls, and the ids that its tasks share with the original.
 *
 * Requests for approval are open again and bound to the import, so that a person is asked in the imported thread.
 */
export function importedTuple(tuple: CheckpointTuple, copyId: string): CheckpointTuple {
  const { config, checkpoint, metadata, pendingWrites = [] } = withoutCommitAnswers(tuple);
  const copy = { id: copyId, isGraph: (config.configurable?.["checkpoint_ns"] ?? "") === "" };
  const values = withoutRights(checkpoint.channel_values, copy);
  const input = values[INPUT];
  const sent = values[SENT];
  const inside = {
    ...(isPlainRecord(input) && { [INPUT]: withoutRights(input, copy) }),
    ...(Array.isArray(sent) && { [SENT]: sent.map((each: unknown) => sentAgain(each, copy)) }),
  };
  const channel_values = Object.keys(inside).length === 0 ? values : { ...values, ...inside };
  const marked: CheckpointMetadata = Object.assign(
    withoutCallMarks(metadata ?? { source: "fork", step: -1, parents: {} }),
    copyMarks(copyId, checkpoint.id),
  );
  return {
    ...tuple,
    checkpoint: { ...checkpoint, channel_values },
    metadata: marked,
    pendingWrites: pendingWrites
      .filter((write) => !isAnswered(write, pendingWrites))
      .flatMap((write) => pendingAgain(write, copy)),
  };
}

/** The same values if they contain no right, so that what several checkpoints share stays shared. */
function withoutRights(values: Values, copy: Copy): Values {
  const changed = Object.keys(values).flatMap((name): (readonly [string, unknown])[] => {
    const next = Object.hasOwn(RIGHTS, name) ? RIGHTS[name]?.(values[name], copy) : values[name];
    return next === values[name] || sameJson(next, values[name]) ? [] : [[name, next]];
  });
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) };
}

/** A request that could still lead to an effect, open again. A commit compares its values itself, so its request keeps its hash. */
function reopened(request: unknown, copy: Copy): unknown {
  if (!isPlainRecord(request)) return request;
  const { status, approvalType, askedPayload, signatures: _signatures, ...rest } = request;
  if (status !== "pending" && status !== "approved") return request;
  return {
    ...rest,
    approvalType,
    status: "pending",
    decidedBy: null,
    decidedAt: null,
    ...(askedPayload !== undefined && { payload: askedPayload }),
    ...(approvalType !== "commit" && { threadId: `import:${copy.id}` }),
  };
}

/** A task that was created with `Send`, or a list of them. */
function sentAgain(task: unknown, copy: Copy): unknown {
  if (Array.isArray(task)) return task.map((each: unknown) => sentAgain(each, copy));
  if (typeof task !== "object" || task === null) return task;
  const node: unknown = Reflect.get(task, "node");
  const args: unknown = Reflect.get(task, "args");
  if (typeof node !== "string" || !isPlainRecord(args)) return task;
  const allowed = withoutRights(args, copy);
  return task instanceof Send ? new Send(node, allowed) : { ...task, args: allowed };
}

/**
 * True for an answer, which nobody has given here, and for a question of a task that has taken others, if it would not be asked for itself:
 * LangGraph before 1.7 passes its answer to the first question of the task.
 */
function isAnswered([taskId, channel]: CheckpointPendingWrite, writes: readonly CheckpointPendingWrite[]): boolean {
  if (channel !== ASKED || namesEachQuestion()) return channel === ANSWERED;
  return writes.some(([other, name]) => name === ANSWERED && other === taskId);
}

/** A pending write without rights, or nothing. */
function pendingAgain(write: CheckpointPendingWrite, copy: Copy): readonly CheckpointPendingWrite[] {
  const [taskId, channel, value] = write;
  if (isCallWrite(write)) return [];
  if (channel === SENT) return [[taskId, channel, sentAgain(value, copy)]];
  if (channel === ASKED) {
    const asked = [value].flat().map((each: unknown) => askedAgain(each, copy));
    // LangGraph before 1.7 reads no list of questions, and later versions store one.
    return namesEachQuestion() ? [[taskId, channel, asked]] : asked.map((each) => [taskId, channel, each]);
  }
  if (channel === "execution_pending_approvals" && isPlainRecord(value) && !Object.hasOwn(value, "__overwrite__")) {
    return [[taskId, channel, RIGHTS[channel]?.(value, copy)]];
  }
  return Object.hasOwn(RIGHTS, channel) ? [] : [write];
}

/** A question about requests, which are those of the import. */
function askedAgain(asked: unknown, copy: Copy): unknown {
  if (!isPlainRecord(asked) || !isPlainRecord(asked["value"])) return asked;
  const { requests, ...question } = asked["value"];
  if (!Array.isArray(requests)) return asked;
  return { ...asked, value: { ...question, requests: requests.map((each: unknown) => reopened(each, copy)) } };
}

/** Describes why LangGraph could not continue from a checkpoint on a saver; null if it can. */
export function continuationProblem(
  saver: Pick<BaseCheckpointSaver, "getNextVersion">,
  { channel_values, channel_versions }: Checkpoint,
): { readonly at: string; readonly problem: string } | null {
  const sent: unknown = channel_values[SENT];
  if (sent !== undefined && !Array.isArray(sent)) {
    return { at: `channel_values.${SENT}`, problem: "It is not a list of tasks." };
  }
  for (const [channel, version] of Object.entries(channel_versions)) {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- savers whose versions are texts take those
      saver.getNextVersion(version as number);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { at: `channel_versions.${channel}`, problem: `The saver cannot go on from this version: ${reason}` };
    }
  }
  return null;
}

/** Describes why a value is not a list of messages that LangGraph can read; null if it is one. */
export function messagesProblem(value: unknown): string | null {
  if (!Array.isArray(value)) return "It is not a list of messages.";
  const place = value.findIndex((each: unknown) => !isSoundMessage(each));
  return place === -1 ? null : `[${place}] is not a message.`;
}

/** True for what LangGraph's reducer of messages takes: messages, anything that it makes a message of, and removals. */
export const isMessageWrite = (value: unknown): boolean =>
  (Array.isArray(value) ? value : [value]).every((each: unknown) => {
    if (BaseMessage.isInstance(each) && each.type === "remove") return typeof each.id === "string";
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- throws for anything else
      return isSoundMessage(coerceMessageLikeToMessage(each as BaseMessageLike));
    } catch {
      return false;
    }
  });

function isSoundMessage(message: unknown): boolean {
  if (!BaseMessage.isInstance(message)) return false;
  const { content, type } = message;
  if (typeof content !== "string" && !(Array.isArray(content) && content.every(isPlainRecord))) return false;
  if (type === "remove") return false;
  if (ToolMessage.isInstance(message)) return typeof message.tool_call_id === "string";
  const calls: unknown = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  return Array.isArray(calls) && calls.every(isSoundCall);
}

const isSoundCall = (call: unknown): boolean =>
  isPlainRecord(call) && typeof call["name"] === "string" && isPlainRecord(call["args"]);
