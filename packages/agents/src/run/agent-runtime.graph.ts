import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { HandoffReason } from "@tidemark/core-state/internal";
import type { HandoffRecord, PlanStep, Proposal, StateDeclaration } from "@tidemark/core-state";
import type { Clock, Ids } from "@tidemark/state-manager";
import type { ContextManager, ExtractedContexts } from "@tidemark/state-manager/internal";
import type { FieldName, Wait } from "@tidemark/state-manager/internal/langgraph";
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
  /**
   * Reason as a sentence for people. If the handoff needs approval, this sentence is the objective of the request, which
   * the approval question shows; without an explanation it is `Continue the work of "<agent>"`.
   */
  readonly explanation?: string;
  /** Data for the other agent, as plain JSON. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Additional fields to write, from the agent's `writes`. */
  readonly update?: Update;
} & (
  | {
      /**
       * Why the work moves: the other agent has the named capability (`capability_match`), the user asked for it
       * (`user_request`), something failed and the other agent may succeed (`error_recovery`), a question must be asked
       * (`clarification`), or it is the next step of the plan (`plan_step`).
       */
      readonly reason: "capability_match";
      /** Capability that the other agent must have. Required for the reason `capability_match`. */
      readonly capability: string;
    }
  | {
      /**
       * Why the work moves: the other agent has the named capability (`capability_match`), the user asked for it
       * (`user_request`), something failed and the other agent may succeed (`error_recovery`), a question must be asked
       * (`clarification`), or it is the next step of the plan (`plan_step`).
       */
      readonly reason: Exclude<HandoffReason, "capability_match">;
      /** Capability that the other agent must have. Defaults to not checking one. */
      readonly capability?: string;
    }
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
  /** Clock of the graph. Use it instead of the system time. */
  readonly clock: Clock;
  /**
   * Source of ids that serve as idempotency keys. A run of the same task, such as `continue` after a crash, gets the same
   * ids in the same order. A retry after an error that `run` threw, and the same task in a copy of the thread, get other ids.
   */
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
  /** Waits for a time without a process. */
  readonly wait: Wait;
  /** Proposes a change to fields of other owners. The proposal is added to the result. */
  propose(changes: object, reason: string): Proposal;
  /**
   * Makes a handoff to another agent. Returns `{ outcome: "handedOff", command, record }`, or a refusal with its reason.
   *
   * The handoff takes effect only if `run` returns the `command`, which also writes the fields in `update`. After a
   * refusal nothing has changed, and `run` returns its own result. `explanation` becomes the objective of the request if
   * the handoff needs approval.
   */
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
  /**
   * Makes a handoff to another agent. Returns `{ outcome: "handedOff", command, record }`, or a refusal with its reason.
   *
   * The handoff takes effect only if `run` returns the `command`, which also writes the fields in `update`. After a
   * refusal nothing has changed, and `run` returns its own result. `explanation` becomes the objective of the request if
   * the handoff needs approval.
   */
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
