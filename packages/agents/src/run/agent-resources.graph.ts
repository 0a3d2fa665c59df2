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

/** Resources of an agent's node, in addition to the values. */
export interface AgentResources<State extends StateDeclaration = StateDeclaration> {
  /** A model, or its name such as `"openai:gpt-5-mini"`. Defaults to the environment variable `TIDEMARK_MODEL`. */
  readonly model?: ModelSource | undefined;
  /** Options with which a model is made that is given by its name, such as `maxRetries`. Defaults to those of its package. */
  readonly modelOptions?: Readonly<Record<string, unknown>> | undefined;
  /** Tools that the agent receives. Defaults to none. */
  readonly tools?: readonly StructuredToolInterface[] | undefined;
  /** Prices of models, for `runtime_usage` and `maxCost`. Defaults to none. */
  readonly prices?: ModelPrices | undefined;
  /** Seconds after which a request for approval of a tool call expires. Defaults to no limit. */
  readonly approvalSeconds?: number | undefined;
  /** Agents that accept handoffs. */
  readonly registry?: AgentRegistry | undefined;
  /** Limits of a turn. A handoff is refused if the next agent may not start. Defaults to the default limits. */
  readonly limits?: Partial<Limits> | undefined;
  /** Target of handoffs. Defaults to the other agent's node in this graph. */
  readonly handoffs?: Pick<HandoffCommandOptions, "graph" | "goto"> | undefined;
  /** Clock of the agent. Defaults to the system clock. */
  readonly clock?: Clock | undefined;
  /** Timer of the agent's time limit. Defaults to real time, regardless of `clock`. */
  readonly timer?: Pick<Clock, "wait"> | undefined;
  /** Source of ids. Defaults to ids derived from LangGraph's task: a repeated run of the task gets the same ids. */
  readonly ids?: Ids | undefined;
  /** Additional checks outside production. */
  readonly checks?: DevelopmentChecks<State> | undefined;
  /**
   * Receives the agent's errors before they are recorded. Set by `createAgentGraph`. Defaults to not reporting them.
   */
  readonly errors?: NodeErrors | undefined;
  /**
   * True to record the run: the node, its outcome and the plan step. Defaults to true. Pass false to only return the agent's result, for
   * parallel agents whose runs are recorded elsewhere.
   */
  readonly counts?: boolean | undefined;
  /**
   * What follows an error of the agent. `throw` ends the run of the graph with it. `record` stores it in `control_error_info` and goes on
   * along the edges, which have to read it. Defaults to `throw`; `createAgentGraph` always records. Without `counts`, errors are thrown.
   */
  readonly onFailure?: "record" | "throw" | undefined;
}
