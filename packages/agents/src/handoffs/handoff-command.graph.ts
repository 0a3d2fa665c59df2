import { Command } from "@langchain/langgraph";
import type { HandoffRecord } from "@tidemark/core-state";
import type { FieldWrite } from "@tidemark/state-manager/internal";
import {
  decideHandoff,
  type HandoffOptions,
  type HandoffRefusal,
  type HandoffRequest,
  type HandoffUpdate,
  type WithHandoffs,
} from "./handoff.ts";

/** Result of a handoff: the command to return, or a refusal. */
export type HandoffResult =
  | { readonly outcome: "handedOff"; readonly command: Command; readonly record: HandoffRecord }
  | HandoffRefusal;

/** Options of a handoff command. */
export interface HandoffCommandOptions extends HandoffOptions {
  /** `parent` if the agents are nodes of the parent graph. Defaults to `here`. */
  readonly graph?: "here" | "parent";
  /** Returns the node to run next. Defaults to the agent's node. Null leaves the target to the edges of the graph. */
  readonly goto?: ((agent: string) => string | null) | undefined;
  /** Additional updates. */
  readonly update?: Readonly<Record<string, unknown>> | undefined;
}

/** Two parts of a handoff's update: the agent's own writes, and the handoff fields. */
export interface HandoffParts {
  readonly own: Readonly<Record<string, unknown>>;
  readonly marks: Partial<HandoffUpdate> & Readonly<Record<string, unknown>>;
}

/**
 * Parts by history array. LangGraph copies commands that leave a graph, but not the array of records in their update.
 */
const recordedParts = new WeakMap<object, HandoffParts>();

/** Returns the parts of the handoff among these writes. Null if there is none. */
export function handoffParts(writes: readonly FieldWrite[]): HandoffParts | null {
  for (const [field, history] of writes) {
    if (field !== "execution_handoff_history" || typeof history !== "object" || history === null) continue;
    const parts = recordedParts.get(history);
    if (parts !== undefined) return parts;
  }
  return null;
}

/** Records the two parts of a handoff's update. Ignores an update without a handoff. */
export function noteHandoff(parts: HandoffParts): void {
  const history = parts.marks.execution_handoff_history;
  if (history !== undefined) recordedParts.set(history, parts);
}

/**
 * Decides a handoff and returns it as a LangGraph command that stores the handoff and routes to the other agent's node.
 *
 * For custom nodes; agents use `handoff` of their runtime. See `decideHandoff` for the rules.
 *
 * @example
 * ```ts
 * import { defineRegistry, describeAgent } from "@tidemark/agents";
 * import { handoffCommand } from "@tidemark/agents/internal/langgraph";
 *
 * const registry = defineRegistry([describeAgent({ name: "mail", description: "Sends mail." })]);
 * const options = { registry, now: "2026-01-08T20:30:00.000Z", handoffId: "h1" };
 * const result = handoffCommand({}, { from: "weather", to: "mail", reason: "user_request" }, options);
 * if (result.outcome === "handedOff") console.log(result.command.goto); // [ 'mail' ]
 * ```
 */
export function handoffCommand(
  values: WithHandoffs,
  request: HandoffRequest,
  options: HandoffCommandOptions,
): HandoffResult {
  const decision = decideHandoff(values, request, options);
  if (decision.outcome === "refused") return decision;
  const { graph = "here", goto = sameName, update: own = {} } = options;
  const node = goto(request.to);
  const command = new Command({
    update: { ...own, ...decision.update },
    ...(node !== null && { goto: [node] }),
    ...(graph === "parent" && { graph: Command.PARENT }),
  });
  noteHandoff({ own, marks: { ...decision.update } });
  return { outcome: "handedOff", command, record: decision.record };
}

const sameName = (agent: string): string => agent;
