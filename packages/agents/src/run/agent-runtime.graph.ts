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

/** What the loop of an agent with a model needs of its node. */
export type AgentLoop = ModelAgentRuntime["loop"];

/** Second argument of `run`, for any agent. */
export interface AgentRuntime {
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
  /** Inputs of the step: its contexts by type, and its parameters when the agent declares `inputs`. */
  readonly inputs: object;
  /** The contexts of the state; what is put here is returned along with the answer. */
  readonly context: object;
  /** Tells an event to whoever streams the run, at once. */
  readonly emit: Emit;
  /** Proposes a change to fields of others; it is returned along with the answer. */
  propose(changes: object, reason: string): Proposal;
  /** Hands the work to another agent: return the command that it gives. A refusal is a value. */
  handoff(to: string, how: HandoffHow): HandoffResult;
  /**
   * For the loop of an agent with a model.
   *
   * @internal
   */
  readonly loop: AgentLoop;
}

/** Second argument of `run`, typed by what the agent declares. */
export interface TypedAgentRuntime<State extends StateDeclaration, Declared> extends Omit<
  AgentRuntime,
  "inputs" | "context" | "propose" | "handoff" | "loop"
> {
  /** Inputs of the step: its contexts by type, those in `requires` among them, and its parameters as `inputs` declares. */
  readonly inputs: RuntimeInputs<Declared>;
  /** Contexts of the state. A context that is stored here is returned along with the answer. */
  readonly context: ContextManager<SchemasOf<Declared>>;
  /** Proposes a change to fields of other owners. The proposal is returned along with the answer. */
  readonly propose: (changes: ProposableChanges<State, NamesIn<Declared, "proposes">>, reason: string) => Proposal;
  /** Hands the work to another agent: return the command in the result. A refusal is a value. */
  readonly handoff: (to: string, how: HandoffHow<AgentUpdate<State, Declared>>) => HandoffResult;
}

/** Inputs of a run: contexts where the agent declares `contexts`, parameters where it declares `inputs`. */
type RuntimeInputs<Declared> = Declared extends { readonly contexts: unknown }
  ? ExtractedContexts<SchemasOf<Declared>, RequiresOf<Declared>, "hard"> & ParametersOf<Declared>
  : ParametersOf<Declared>;

/** Changes that an agent may propose: to the fields in `proposes`. */
export type ProposableChanges<State extends StateDeclaration, Propose extends string> = {
  readonly [Name in Exclude<FieldName<State>, "messages">]?: Name extends Propose
    ? State["fields"][Name]["~types"]["update"]
    : `${Name} is not in 'proposes'`;
};
