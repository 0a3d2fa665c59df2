import type { StructuredToolInterface } from "@langchain/core/tools";
import type { StateDeclaration } from "@tidemark/core-state";
import type { Clock, Ids } from "@tidemark/state-manager";
import type { DevelopmentChecks } from "@tidemark/state-manager/internal";
import type { Limits } from "../limits/limits.ts";
import type { AgentRegistry } from "../roster/registry.ts";
import type { HandoffCommandOptions } from "../handoffs/handoff-command.graph.ts";
import type { ModelPrices } from "../limits/usage.ts";
import type { ModelSource } from "../models/model-source.graph.ts";
import type { NodeErrors } from "../failures/node-errors.ts";

/** What an agent's node gives its agent, beside the values. */
export interface AgentResources<State extends StateDeclaration = StateDeclaration> {
  /** A model, or its name such as `"openai:gpt-5-mini"`. Defaults to the environment variable `TIDEMARK_MODEL`. */
  readonly model?: ModelSource | undefined;
  readonly tools?: readonly StructuredToolInterface[] | undefined;
  /** Prices of models, for `runtime_usage` and `maxCost`. Defaults to none. */
  readonly prices?: ModelPrices | undefined;
  /** Seconds after which a request for approval of a tool call expires. Defaults to no limit. */
  readonly approvalSeconds?: number | undefined;
  /** The agents that work can be handed to. */
  readonly registry?: AgentRegistry | undefined;
  /** The limits of a turn, where they are not the usual ones: an agent that may not begin is handed no work. */
  readonly limits?: Partial<Limits> | undefined;
  /** Where handoffs go: the other agent's node in this very graph when not said. */
  readonly handoffs?: Pick<HandoffCommandOptions, "graph" | "goto"> | undefined;
  /** Where times come from; the machine's clock when not said. */
  readonly clock?: Clock | undefined;
  /** What waits until an agent's time is up; real time when not said, whatever `clock` shows. */
  readonly timer?: Pick<Clock, "wait"> | undefined;
  /** Where ids come from; when not said they follow from the host's task, and a repeated run repeats them. */
  readonly ids?: Ids | undefined;
  /** What is checked besides, outside production. */
  readonly checks?: DevelopmentChecks<State> | undefined;
  /** Receives what the agent throws before it is recorded; `createAgentGraph` sets it. Defaults to nobody. */
  readonly errors?: NodeErrors | undefined;
  /**
   * Whether the node counts: who ran, how it ended, the step of the plan, and errors as data; true when not said. With
   * false it only returns what its agent does and throws what its agent throws: for agents that run side by side, where
   * somebody else counts.
   */
  readonly counts?: boolean | undefined;
}
