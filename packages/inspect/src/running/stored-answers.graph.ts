import {
  BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  mapChatMessagesToStoredMessages,
} from "@langchain/core/messages";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { isSteered, withPeople } from "@tidemark/agents/internal/langgraph";
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
  const collected = new CollectedAnswers();
  const tupleAt = (place: object) => saver.getTuple({ configurable: { thread_id: threadId, ...place } });
  const start = await tupleAt({ checkpoint_ns: "", checkpoint_id: from });
  const valuesOf = (tuple: typeof start) => tuple?.checkpoint.channel_values ?? {};
  collected.begin(valuesOf(start));
  let before = start;
  for (const { id, nodes, source } of restOfTurn(all, from)) {
    const [single = null, second] = [...new Set(nodes)];
    // Subgraphs are named after the task that ran them, and every task has written something.
    const tasks = new Set((before?.pendingWrites ?? []).map(([taskId]) => taskId));
    for (const node of new Set(nodes)) {
      for (const task of tasks) {
        const inner = await tupleAt({ checkpoint_ns: `${node}:${task}` });
        if (inner === undefined) continue;
        const given = await inputOf(saver, inner);
        collected.addInner(valuesOf(inner), { node, given: given === undefined ? null : valuesOf(given) });
      }
    }
    before = await tupleAt({ checkpoint_ns: "", checkpoint_id: id });
    // What a person or a merge has written was not answered by a model.
    if (source === "update") collected.begin(valuesOf(before));
    else collected.addStep(valuesOf(before), second === undefined ? single : null);
  }
  return collected.answers;
}

/** The checkpoint of a subgraph that has its input and nothing else. Undefined if it was not stored. */
async function inputOf(saver: BaseCheckpointSaver, { config }: CheckpointTuple): Promise<CheckpointTuple | undefined> {
  const { thread_id, checkpoint_ns }: Readonly<Record<string, unknown>> = config.configurable ?? {};
  for await (const tuple of saver.list({ configurable: { thread_id, checkpoint_ns } })) {
    if (tuple.metadata?.step === 0) return tuple;
  }
  return undefined;
}

type Values = Readonly<Record<string, unknown>>;
type Counts = Map<string, number>;

/** Answers of models in the lists of messages of a turn, each once. Two equal answers are two. */
class CollectedAnswers {
  readonly answers: RecordedAnswer[] = [];
  /** Messages of the graph that were there before a step. */
  readonly #known = new Set<string>();
  /** How often each message was in the graph before the step. */
  #before: Counts = new Map();
  /** Messages that the subgraphs of a step have stored, and that the graph may store again. */
  #inner: Counts = new Map();

  begin(values: Values): void {
    this.#next(values);
  }

  /** Adds the answers of a subgraph, without the messages that it got. If these are not known, it may have got those of the graph. */
  addInner(values: Values, { node, given }: { readonly node: string; readonly given: Values | null }): void {
    const keys = keysIn(given ?? {});
    const added = this.#added(values, node, given === null ? this.#before : new Map(), (key) => keys.has(key));
    for (const [identity, count] of added) add(this.#inner, identity, count);
  }

  /** Adds the answers of a step of the graph. An agent stores those of its subgraph again, sometimes with other ids. */
  addStep(values: Values, node: string | null): void {
    this.#added(values, node, this.#inner, (key) => this.#known.has(key));
    this.#next(values);
  }

  #next(values: Values): void {
    this.#before = countsIn(values);
    this.#inner = new Map();
    for (const key of keysIn(values)) this.#known.add(key);
  }

  /** Adds the new answers in lists, except as many as `present` says. Several lists may have the same message. */
  #added(values: Values, node: string | null, present: Counts, isKnown: (key: string) => boolean): Counts {
    const added: Counts = new Map();
    for (const { channel, messages } of messageLists(values)) {
      const inList: Counts = new Map();
      for (const [index, message] of messages.entries()) {
        if (isKnown(keyOf(message, channel, index))) continue;
        const identity = identityOf(message);
        add(inList, identity, 1);
        const count = (inList.get(identity) ?? 0) - (present.get(identity) ?? 0);
        if (count <= (added.get(identity) ?? 0)) continue;
        added.set(identity, count);
        if (message.type !== "ai") continue;
        const prompt = withPeople(messages.slice(Math.max(0, index - LONGEST_PROMPT), index + 1)).slice(0, -1);
        const last = prompt.findLastIndex((each) => !isSteered(each));
        const joined = prompt.slice(last + 1).map(({ id = "", text }) => ({ id, text }));
        const [stored] = mapChatMessagesToStoredMessages([message]);
        const answer = { node, prompts: promptKeys(prompt), at: null, message: stored };
        this.answers.push({ ...answer, ...(joined.length > 0 && { joined }) });
      }
    }
    return added;
  }
}

/** What the messages of all lists are known by. */
const keysIn = (values: Values): ReadonlySet<string> =>
  new Set(
    messageLists(values).flatMap(({ channel, messages }) =>
      messages.map((message, index) => keyOf(message, channel, index)),
    ),
  );

/** How often each message is in one of the lists. Several lists may have the same message. */
function countsIn(values: Values): Counts {
  const counts: Counts = new Map();
  for (const { messages } of messageLists(values)) {
    const inList: Counts = new Map();
    for (const message of messages) add(inList, identityOf(message), 1);
    for (const [identity, count] of inList) counts.set(identity, Math.max(count, counts.get(identity) ?? 0));
  }
  return counts;
}

const add = (counts: Counts, key: string, count: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};

/** Messages without an id are known by their place. */
const keyOf = (message: BaseMessage, channel: string, index: number): string =>
  message.id ?? JSON.stringify([channel, index, identityOf(message)]);

/** An agent stores the messages of its subgraph again, under its own name and sometimes another id. */
const identityOf = ({ type, content, ...rest }: BaseMessage): string =>
  JSON.stringify([type, content, Reflect.get(rest, "tool_calls") ?? null, Reflect.get(rest, "tool_call_id") ?? null]);

interface MessageList {
  readonly channel: string;
  readonly messages: readonly BaseMessage[];
}

function messageLists(values: Values): readonly MessageList[] {
  return Object.entries(values).flatMap(([channel, value]) => {
    if (!Array.isArray(value) || value.length === 0) return [];
    const list: readonly unknown[] = value;
    const messages = list.map(messageOf);
    return messages.every((each) => each !== null) ? [{ channel, messages }] : [];
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
