import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { AuditEntry } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { messageIds, steeringIn } from "@tidemark/state-manager/internal/langgraph";
import { REFUSED } from "../guardrails/guards.graph.ts";
import type { LoopWork } from "../tools/loop-work.graph.ts";

/** Message of a person that an agent has read while it worked. */
interface ReadMessage {
  readonly id: string;
  /** The words, or that a guardrail has refused them. */
  readonly text: string;
  /** Entries of the guardrails for the audit log. */
  readonly audit: readonly AuditEntry[];
}

/** Key of an AI message's metadata: what the model has read before it that is not in the input of the loop. */
export const STEERING = "tidemark_steering";

/** Key of the metadata of a message of a person that an agent has read while it worked. */
const STEERED = "tidemark_steered";

/**
 * Messages for the running turn that the loop has not read. Guardrails before turns check them.
 *
 * They travel with the answer of the model, so they are stored with it, in one step.
 */
export async function readSteering(
  { runtime, resources }: LoopWork,
  messages: readonly BaseMessage[],
): Promise<readonly ReadMessage[]> {
  const { config, signal } = runtime;
  const before = messages.flatMap(readBefore);
  for (const { id, audit } of before) resources.note(id, audit);
  // Of a turn whose process ended before it could remove them, the state has them already.
  const known = new Set([...before.map(({ id }) => id), ...messageIds(resources.values)]);
  const reader = { key: resources.key, node: outerNode(config) };
  const unread = (await steeringIn(config)?.unread(reader, known)) ?? [];
  const { guards, values } = resources;
  if (guards?.has("turn") !== true) return unread.map((each) => ({ ...each, audit: [] }));
  const checked: ReadMessage[] = [];
  for (const { id, text } of unread) {
    const { verdict, audit } = await guards.turn({ text, unread: [] }, { values, config, signal });
    checked.push({ id, text: verdict === null ? text : REFUSED, audit });
    resources.note(id, audit);
  }
  return checked;
}

/** Node of the outermost graph in which a run works. LangGraph names the place of a subgraph after the nodes around it. */
function outerNode({ configurable, metadata }: LoopWork["runtime"]["config"]): string {
  const place: unknown = configurable?.["checkpoint_ns"];
  const [outer = ""] = typeof place === "string" ? place.split(":") : [];
  const node: unknown = metadata?.["langgraph_node"];
  return outer === "" && typeof node === "string" ? node : outer;
}

/** An answer of the model with what it has read. What a provider gives under the key is left out. */
export function withSteering(answer: AIMessage, read: readonly ReadMessage[]): AIMessage {
  const { [STEERING]: _, ...metadata } = answer.response_metadata;
  answer.response_metadata = read.length === 0 ? metadata : { ...metadata, [STEERING]: read };
  return answer;
}

/** Messages of a loop, with those of people in front of the answers that have read them. */
export const withPeople = <Message>(messages: readonly Message[]): readonly (HumanMessage | Message)[] =>
  messages.some((each) => readBefore(each).length > 0)
    ? messages.flatMap((each) => [...readBefore(each).map(asHuman), each])
    : messages;

export const asHuman = ({ id, text }: Pick<ReadMessage, "id" | "text">): HumanMessage =>
  new HumanMessage({ id, content: text, response_metadata: { [STEERED]: true } });

/** True for a message of a person that an agent has read while it worked. */
export const isSteered = (message: unknown): boolean =>
  HumanMessage.isInstance(message) && message.response_metadata[STEERED] === true;

/** What the model had read before an answer. */
export function readBefore(message: unknown): readonly ReadMessage[] {
  const read: unknown = AIMessage.isInstance(message) ? message.response_metadata[STEERING] : undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `withSteering` writes under this key
  return Array.isArray(read) && read.every(isPlainRecord) ? (read as unknown as readonly ReadMessage[]) : [];
}
