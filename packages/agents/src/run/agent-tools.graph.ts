import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { HandoffReason } from "@tidemark/core-state/internal";
import type { HandoffRecord, PlanStep, Proposal, StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf } from "@tidemark/core-state/langgraph";
import type { Clock, Ids } from "@tidemark/state-manager";
import type {
  ContextConstraint,
  ContextManager,
  ContextSchemas,
  ExtractedContexts,
  ProposedChanges,
} from "@tidemark/state-manager/internal";
import type { Emit } from "../kernel/event-emitter.graph.ts";
import type { HandoffResult } from "../handoffs/handoff-command.graph.ts";

/** What the tools of one agent depend on, gathered in one type. */
export interface AgentToolTypes {
  /** The fields that it may write. */
  readonly writes: string;
  /** The fields that it may propose changes to. */
  readonly proposes: string;
  readonly schemas: ContextSchemas;
  readonly requires: readonly ContextConstraint<string>[];
}

/**
 * How and why an agent hands its work on; `Update` is what it may write besides.
 *
 * The reason `capability_match` names the capability that the other agent needs.
 */
export type HandoffHow<Update extends object = object> = {
  /** The reason in a sentence for people. */
  readonly explanation?: string;
  /** Input for the other agent: plain JSON. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Further fields to write, of those that the agent declares in `writes`. */
  readonly update?: Update;
} & (
  | { readonly reason: "capability_match"; readonly capability: string }
  | { readonly reason: Exclude<HandoffReason, "capability_match">; readonly capability?: string }
);

/** What an agent is given beside the values, whatever it declared. */
export interface AgentTools<State extends StateDeclaration = StateDeclaration> {
  /** The model of the agent; asking for it where none was given throws `agents/noModel`. */
  readonly model: BaseChatModel;
  /** The tools of the agent; none when none were given. */
  readonly tools: readonly StructuredToolInterface[];
  /** Aborted when the run is, or when the agent's time is up. Hand it to whatever waits. */
  readonly signal: AbortSignal;
  /** The host's config of this step. */
  readonly config: LangGraphRunnableConfig;
  readonly clock: Clock;
  /** Ids that a repeated run repeats. */
  readonly ids: Ids;
  /** The step of the plan that this run is for, or null. */
  readonly step: PlanStep | null;
  /** The handoff that brought the work here, with its reason and payload, or null. */
  readonly received: HandoffRecord | null;
  /** The contexts that the step names, by type; what is `requires` is there. */
  readonly inputs: object;
  /** The contexts of the state; what is put here is returned along with the answer. */
  readonly context: object;
  /** Tells an event to whoever streams the run, at once. */
  readonly emit: Emit;
  /** Proposes a change to fields of others; it is returned along with the answer. */
  propose(changes: ProposedChanges<State>, reason: string): Proposal;
  /** Hands the work to another agent: return the command that it gives. A refusal is a value. */
  handoff(to: string, how: HandoffHow): HandoffResult;
}

/** What an agent is given beside the values: contexts and proposals by its own types. */
export interface TypedAgentTools<State extends StateDeclaration, Types extends AgentToolTypes> extends Omit<
  AgentTools<State>,
  "inputs" | "context" | "propose" | "handoff"
> {
  /** The contexts that the step names, by type; what is `requires` is there. */
  readonly inputs: ExtractedContexts<Types["schemas"], Types["requires"], "hard">;
  /** The contexts of the state; what is put here is returned along with the answer. */
  readonly context: ContextManager<Types["schemas"]>;
  /** Proposes a change to fields of others; it is returned along with the answer. */
  readonly propose: (changes: ProposableChanges<State, Types["proposes"]>, reason: string) => Proposal;
  /** Hands the work to another agent: return the command that it gives. A refusal is a value. */
  readonly handoff: (to: string, how: HandoffHow<HandoffUpdates<State, Types["writes"]>>) => HandoffResult;
}

/** What an agent may write along with a handoff: the fields that it declared, and no others. */
export type HandoffUpdates<State extends StateDeclaration, Write extends string> = {
  readonly [Name in keyof State["fields"] & string]?: Name extends Write ? GraphUpdateOf<State>[Name] : never;
};

/** The changes that an agent may propose: of the fields that it declared, and of no others. */
export type ProposableChanges<State extends StateDeclaration, Propose extends string> = {
  readonly [Name in Exclude<keyof State["fields"] & string, "messages">]?: Name extends Propose
    ? State["fields"][Name]["~types"]["update"]
    : never;
};
