import {
  BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  mapChatMessagesToStoredMessages,
} from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { messageType } from "../history/messages.ts";
import type { ThreadSteps } from "../history/thread-steps.ts";
import { plainValue } from "../values/plain-value.ts";
import type { RecordedAnswer } from "./cassette.ts";
import { promptKeys } from "./prompt-keys.ts";
import { restOfTurn } from "./turn-path.ts";

/** Maximum number of messages before an answer that are compared with a prompt. */
const LONGEST_PROMPT = 400;

/**
 * Answers of models that the rest of a turn has stored: the messages of models in its lists of messages, those of agents that run as
 * subgraphs included. What a model answered and no node stored is not among them.
 */
export async function storedAnswers(
  saver: BaseCheckpointSaver,
  all: ThreadSteps,
  { threadId, from }: { readonly threadId: string; readonly from: string },
): Promise<readonly RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  const known = new Set<string>();
  const tupleAt = (place: object) => saver.getTuple({ configurable: { thread_id: threadId, ...place } });
  const start = await tupleAt({ checkpoint_ns: "", checkpoint_id: from });
  for (const list of messageLists(start?.checkpoint.channel_values ?? {}))
    for (const message of list) known.add(identityOf(message));
  let before = start;
  for (const { id, nodes } of restOfTurn(all, from)) {
    const [single = null, second] = [...new Set(nodes)];
    // Subgraphs are named after the task that ran them, and every task has written something.
    const tasks = new Set((before?.pendingWrites ?? []).map(([taskId]) => taskId));
    for (const node of new Set(nodes)) {
      for (const task of tasks) {
        const inner = await tupleAt({ checkpoint_ns: `${node}:${task}` });
        collect(inner?.checkpoint.channel_values ?? {}, node, { answers, known });
      }
    }
    before = await tupleAt({ checkpoint_ns: "", checkpoint_id: id });
    collect(before?.checkpoint.channel_values ?? {}, second === undefined ? single : null, { answers, known });
  }
  return answers;
}

interface Collected {
  readonly answers: RecordedAnswer[];
  readonly known: Set<string>;
}

function collect(values: Readonly<Record<string, unknown>>, node: string | null, { answers, known }: Collected): void {
  for (const list of messageLists(values)) {
    for (const [index, message] of list.entries()) {
      const identity = identityOf(message);
      if (known.has(identity)) continue;
      known.add(identity);
      if (message.type !== "ai") continue;
      const prompts = promptKeys(list.slice(Math.max(0, index - LONGEST_PROMPT), index));
      const [stored] = mapChatMessagesToStoredMessages([message]);
      answers.push({ node, prompts, at: null, message: stored });
    }
  }
}

/** An agent stores the messages of its subgraph again, under its own name and sometimes another id. */
const identityOf = ({ type, content, ...rest }: BaseMessage): string =>
  JSON.stringify([type, content, Reflect.get(rest, "tool_calls") ?? null, Reflect.get(rest, "tool_call_id") ?? null]);

function messageLists(values: Readonly<Record<string, unknown>>): readonly (readonly BaseMessage[])[] {
  return Object.values(values).flatMap((value) => {
    if (!Array.isArray(value) || value.length === 0) return [];
    const list: readonly unknown[] = value;
    const messages = list.map(messageOf);
    return messages.every((each) => each !== null) ? [messages] : [];
  });
}

function messageOf(value: unknown): BaseMessage | null {
  if (BaseMessage.isInstance(value)) return value;
  if (messageType(plainValue(value)) === null) return null;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the parts of a message, and LangChain refuses any other form
    return coerceMessageLikeToMessage(value as BaseMessageLike);
  } catch {
    return null;
  }
}
