import { Command } from "@langchain/langgraph";
import type { HandoffRecord } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import {
  decideHandoff,
  type HandoffOptions,
  type HandoffRefusal,
  type HandoffRequest,
  type HandoffUpdate,
  type WithHandoffs,
} from "./handoff.ts";

/** What came of handing work on: the command to return, or a refusal. */
export type HandoffResult =
  | { readonly outcome: "handedOff"; readonly command: Command; readonly record: HandoffRecord }
  | HandoffRefusal;

/** Where a handoff goes, and what goes with it. */
export interface HandoffCommandOptions extends HandoffOptions {
  /** `parent` when the agents are nodes of the graph around this one; `here` when not said. */
  readonly graph?: "here" | "parent";
  /** The node that runs next; the agent's own when not said, null to leave it to the edges of the graph. */
  readonly goto?: ((agent: string) => string | null) | undefined;
  /** What is written besides. */
  readonly update?: Readonly<Record<string, unknown>> | undefined;
}

/** The two halves of what a handoff writes: what the agent wrote, and what the framework adds. */
export interface HandoffParts {
  readonly own: Readonly<Record<string, unknown>>;
  readonly marks: Partial<HandoffUpdate> & Readonly<Record<string, unknown>>;
}

/** LangGraph copies commands that leave a graph, but not the list of records in their update. */
const made = new WeakMap<object, HandoffParts>();

/** What the command of a handoff writes, in halves; null for any other command. */
export function handoffParts({ update }: Command): HandoffParts | null {
  const history: unknown = isPlainRecord(update) ? update["execution_handoff_history"] : undefined;
  return typeof history === "object" && history !== null ? (made.get(history) ?? null) : null;
}

/** Notes what belongs to whom in the update of a handoff; that of any other command is not noted. */
export function noteHandoff(parts: HandoffParts): void {
  const history = parts.marks.execution_handoff_history;
  if (history !== undefined) made.set(history, parts);
}

/**
 * Decides a handoff, and says it in the host's words: a command that writes it and goes to the other agent's node.
 *
 * For nodes of one's own; agents have `handoff` among their tools. See `decideHandoff` for the rules.
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
