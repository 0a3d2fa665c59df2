import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { HandoffReason } from "@tidemark/core-state/internal";
import type { HandoffRecord, PlanStep, Proposal, StateDeclaration } from "@tidemark/core-state";
import type { Clock, Ids } from "@tidemark/state-manager";
import type { ContextManager, ExtractedContexts } from "@tidemark/state-manager/internal";
import type { FieldName } from "@tidemark/state-manager/internal/langgraph";
import type { Emit } from "../kernel/event-emitter.graph.ts";
import type { ModelAgentRuntime } from "../models/model-agent.graph.ts";
import type { HandoffResult } from "../handoffs/handoff-command.graph.ts";
import type { AgentUpdate, NamesIn, ParametersOf, RequiresOf, SchemasOf } from "./agent-types.graph.ts";

/**
 * Reason and details of an agent's handoff. `Update` contains the fields that the agent may also write.
 *
 * The reason `capability_match` requires the capability that the other agent needs.
 */
export type HandoffDetails<Update extends object = object> = {
  /** Reason as a sentence for people. */
  readonly explanation?: string;
  /** Data for the other agent, as plain JSON. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Additional fields to write, from the agent's `writes`. */
  readonly update?: Update;
} & (
  | { readonly reason: "capability_match"; readonly capability: string }
  | { readonly reason: Exclude<HandoffReason, "capability_match">; readonly capability?: string }
);

/** Resources of the node for the loop of an agent with a model. */
export type AgentLoop = ModelAgentRuntime["loop"];

/** Second argument of `run`, for any agent. */
export interface AgentRuntime {
  /** Model of the agent. Throws `agents/noModel` if none was passed. */
  readonly model: BaseChatModel;
  /** Tools of the agent. Defaults to none. */
  readonly tools: readonly StructuredToolInterface[];
  /** Aborted with the run, or at the agent's time limit. Pass it to every call that waits. */
  readonly signal: AbortSignal;
  /** LangGraph's config of this step. */
  readonly config: LangGraphRunnableConfig;
  readonly clock: Clock;
  /** Source of ids that a repeated run repeats. */
  readonly ids: Ids;
  /** Plan step of this run, or null. */
  readonly step: PlanStep | null;
  /** Handoff that started this run, with its reason and payload, or null. */
  readonly received: HandoffRecord | null;
  /** Inputs of the step: contexts by type, and parameters if the agent declares `inputs`. */
  readonly inputs: object;
  /** Contexts of the state. Contexts stored here are added to the result. */
  readonly context: object;
  /** Emits an event immediately to streams of the run. */
  readonly emit: Emit;
  /** Proposes a change to fields of other owners. The proposal is added to the result. */
  propose(changes: object, reason: string): Proposal;
  /** Decides a handoff to another agent. Return the command in the result. A refusal is a value. */
  handoff(to: string, how: HandoffDetails): HandoffResult;
  /**
   * For the loop of an agent with a model.
   *
   * @internal
   */
  readonly loop: AgentLoop;
}

/** Second argument of `run`, typed by the declaration of the agent. */
export interface TypedAgentRuntime<State extends StateDeclaration, Declared> extends Omit<
  AgentRuntime,
  "inputs" | "context" | "propose" | "handoff" | "loop"
> {
  /** Inputs of the step: contexts by type, including those in `requires`, and parameters as declared in `inputs`. */
  readonly inputs: RuntimeInputs<Declared>;
  /** Contexts of the state. Contexts stored here are added to the result. */
  readonly context: ContextManager<SchemasOf<Declared>>;
  /** Proposes a change to fields of other owners. The proposal is added to the result. */
  readonly propose: (changes: ProposableChanges<State, NamesIn<Declared, "proposes">>, reason: string) => Proposal;
  /** Decides a handoff to another agent. Return the command in the result. A refusal is a value. */
  readonly handoff: (to: string, how: HandoffDetails<AgentUpdate<State, Declared>>) => HandoffResult;
}

/** Inputs of a run: contexts if the agent declares `contexts`, parameters if it declares `inputs`. */
type RuntimeInputs<Declared> = Declared extends { readonly contexts: unknown }
  ? ExtractedContexts<SchemasOf<Declared>, RequiresOf<Declared>, "hard"> & ParametersOf<Declared>
  : ParametersOf<Declared>;

/** Changes that an agent may propose: to the fields in `proposes`. */
export type ProposableChanges<State extends StateDeclaration, Propose extends string> = {
  readonly [Name in Exclude<FieldName<State>, "messages">]?: Name extends Propose
    ? State["fields"][Name]["~types"]["update"]
    : `${Name} is not in 'proposes'`;
};
