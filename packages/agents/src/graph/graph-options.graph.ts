import type { StructuredToolInterface } from "@langchain/core/tools";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import { type JsonObject, type OptionNames } from "@tidemark/core-state/internal";
import { type GraphValueOf } from "@tidemark/core-state/langgraph";
import { type Clock, type Ids } from "@tidemark/state-manager";
import { type CommitPolicies, type DevelopmentChecks } from "@tidemark/state-manager/internal";
import type { FieldName, TurnStartOptions } from "@tidemark/state-manager/internal/langgraph";
import { type AgentValues } from "../kernel/agent-values.ts";
import type { ApprovalRule } from "../approvals/policy.ts";
import type { ConversationOptions } from "../conversation/conversation-options.graph.ts";
import type { Guardrail } from "../guardrails/guardrail.ts";
import type { KillSwitch } from "../limits/kill.ts";
import { type Limits } from "../limits/limits.ts";
import type { FailurePolicy } from "../plans/failure-policy.ts";
import type { Classifier, Responder, TaskExtractor } from "../plans/parts.ts";
import type { Agent } from "../run/agent.graph.ts";
import type { AskNodeOptions, ErrorNodeOptions } from "../nodes/answer-nodes.graph.ts";
import type { GraphPlanner } from "../nodes/planning-nodes.graph.ts";
import type { EditablePayloads } from "../approvals/ask.graph.ts";
import { type ApprovalNodeOptions } from "../approvals/approval-node.graph.ts";
import { type OnNodeError } from "../failures/node-errors.ts";
import type { ModelPrices } from "../limits/usage.ts";
import { type ModelSource } from "../models/model-source.graph.ts";

/** Options for approvals in an agent graph. */
export interface ApprovalQuestionOptions<Name extends string = string> extends Omit<
  ApprovalNodeOptions,
  "approvalType" | "approve" | "clock" | "editable" | "text"
> {
  /**
   * Schemas of edited payloads by agent name, with `plan` for whole plans. Other payloads cannot be edited.
   *
   * A step has the payload `{ agent, task, parameters, inputs }`. An approved edit changes the step that runs. Its
   * agent cannot be edited.
   */
  readonly editable?: { readonly [Each in Name | "plan"]?: EditablePayloads[string] };
}

/** Approval rules by agent name, typed by each agent's inputs. `plan` is for whole plans. */
export type ApprovalsOf<Values, Each extends Agent> = [Each] extends [unknown]
  ? {
      readonly [Name in Each["name"]]?: ApprovalRule<Values, InputsOfAgent<Extract<Each, { readonly name: Name }>>>;
    } & { readonly plan?: ApprovalRule<Values> }
  : never;

/** Inputs of an agent as its rule receives them. Untyped agents have JSON inputs. */
type InputsOfAgent<One> =
  One extends Agent<string, string, infer Inputs> ? (object extends Inputs ? JsonObject : Inputs) : never;

/** Texts that a graph of `createAgentGraph` writes itself. */
export interface GraphTexts {
  /** What people read about a request for approval: the question, and what became of it. */
  readonly approval?: ApprovalNodeOptions["text"];
  /**
   * Answer of a run that failed or was stopped. Defaults to `text` of its input, which names the agent, the failure and the results
   * kept.
   */
  readonly error?: ErrorNodeOptions["text"];
  /** Question to the user. Defaults to the missing details, or the task of the step. */
  readonly question?: AskNodeOptions["question"];
}

/** Options of `createAgentGraph`. */
export interface AgentGraphOptions<
  State extends StateDeclaration,
  Each extends Agent<string, FieldName<State>> = Agent<string, FieldName<State>>,
  In extends FieldName<State> = FieldName<State>,
  Out extends FieldName<State> = FieldName<State>,
> {
  /** State of the application. The graph adds the fields that its features use. */
  readonly state: State;
  /**
   * Fields that a caller may pass in addition to `messages`. Any other field of the state is rejected. Defaults to
   * none.
   */
  readonly input?: readonly In[];
  /**
   * Fields that `invoke` and the stream modes `values` and `updates` return in addition to `messages`,
   * `execution_final_answer` and `execution_pending_approvals`. Defaults to none. `getState`, and streams with
   * `outputKeys`, return every field.
   */
  readonly output?: readonly Out[];
  /** Agents of the graph, made with `defineAgent`. Each becomes a node with its name. */
  readonly agents: readonly Each[];
  /**
   * Agent that starts every turn; it can hand the work to others. Then nothing is planned. Has no effect next to a `planner`. Defaults
   * to the only agent, else to a plan.
   */
  readonly entry?: NoInfer<Each["name"]>;
  /**
   * Creates the plan: a function, which can use `model` with `loadModel` of its input, or the planner of `modelParts(model)`. Without one, the plan of a single agent or of `entry` is that
   * agent, and for several agents `model` creates the plan and replaces every other missing part.
   */
  readonly planner?: GraphPlanner;
  /** Extracts the task from the conversation. Defaults to the user's message. */
  readonly taskExtractor?: TaskExtractor;
  /** Selects agents for the task. Defaults to all agents. */
  readonly classifier?: Classifier;
  /**
   * Writes the answer. Defaults to the last agent's message if that agent has answered the user, else to the joined
   * step results.
   */
  readonly responder?: Responder;
  /** Functions that write the texts of the graph itself. Each defaults to a text in English. */
  readonly texts?: GraphTexts;
  /**
   * Approval rules by agent name, with `plan` for whole plans. A rule receives the inputs parsed with the agent's
   * `inputs` schema.
   */
  readonly approvals?: ApprovalsOf<GraphValueOf<State>, Each>;
  /** Options of approval questions. */
  readonly approvalQuestions?: ApprovalQuestionOptions<NoInfer<Each["name"]>>;
  /** Seconds until a request for approval expires. Defaults to no limit. */
  readonly approvalSeconds?: number;
  /**
   * Limits of a turn, such as `maxSteps` and `maxExecutionTimeSeconds`. A limit that is not given has a safe default,
   * such as 50 steps and 300 seconds.
   */
  readonly limits?: Partial<Limits>;
  /**
   * Maximum number of plan steps that run at once, a whole number of at least 1. Steps run side by side once the steps
   * in their `dependsOn` and `inputs` are done. Defaults to 1.
   */
  readonly maxConcurrency?: number;
  /**
   * Action after a step has finally failed: `abort` ends the run with an answer that reports it, `skip` skips the step,
   * `continue` marks it as failed. The last two run the steps that do not need it. Defaults to `abort`.
   */
  readonly onStepFailure?: FailurePolicy;
  /** Commit policies for proposals whose field has changed after they were made. */
  readonly policies?: CommitPolicies<State>;
  /**
   * View that models have of a long conversation: a window of the newest messages, and a summary of the older ones. `messages` keeps all of
   * them. Defaults to all messages.
   */
  readonly conversation?: ConversationOptions;
  /**
   * Checks of turns, calls of tools and answers, in order. With a check before answers, words
   * are streamed once they have passed it. Defaults to none.
   */
  readonly guardrails?: readonly Guardrail<GraphValueOf<State>>[];
  /** Returns the facts that are remembered about the user. */
  readonly memory?: (values: AgentValues) => readonly string[];
  /**
   * The model of the agents, or its name such as `"openai:gpt-5-mini"`. Defaults to the environment variable `TIDEMARK_MODEL`.
   */
  readonly model?: ModelSource;
  /** Options with which `model` is made if it is given by its name, such as `maxRetries`. Defaults to those of its package. */
  readonly modelOptions?: Readonly<Record<string, unknown>>;
  /** Prices of models for a million tokens, for `runtime_usage` and `maxCost`. Defaults to none. */
  readonly prices?: ModelPrices;
  /** Tools that every agent with a `run` receives. Defaults to none. */
  readonly tools?: readonly StructuredToolInterface[];
  /** Kills runs from outside the graph. */
  readonly killSwitch?: KillSwitch;
  /** Options of the turn start. */
  readonly turn?: Omit<TurnStartOptions<State>, "clock" | "ids">;
  /** Clock of the graph and its agents. Defaults to the system clock. */
  readonly clock?: Clock;
  /** Timer for retries and time limits. Defaults to real time. */
  readonly timer?: Pick<Clock, "wait">;
  /**
   * Source of ids for turns, tasks, plans and agents. By default turns are counted, tasks and plans get random ids,
   * and an agent gets the same ids again when its task is repeated.
   */
  readonly ids?: Ids;
  /** Development checks. `enabled` also determines whether programming errors are thrown. */
  readonly checks?: DevelopmentChecks<State>;
  /**
   * Receives every error that a node throws, with its stack and cause. Defaults to logging programming errors with
   * `console.error`.
   */
  readonly onError?: OnNodeError;
  /**
   * Saver that stores the threads, such as `sqliteSaver`; `true` and `false` have the meaning of LangGraph's
   * `compile`. Approvals and conversations of several turns need a saver. Defaults to none, or to that of the parent
   * graph.
   */
  readonly checkpointer?: BaseCheckpointSaver | boolean;
  /**
   * Store of the values of fields with the lifetime `user`, such as `sqliteStore`. Agents receive it as `store` in their config. Defaults to
   * none, or to that of the session or the parent graph.
   */
  readonly store?: BaseStore;
}

/** Names of the options. */
export const GRAPH_OPTIONS: OptionNames<AgentGraphOptions<StateDeclaration>> = {
  state: true,
  input: true,
  output: true,
  agents: true,
  entry: true,
  conversation: true,
  guardrails: true,
  planner: true,
  taskExtractor: true,
  classifier: true,
  responder: true,
  texts: true,
  approvals: true,
  approvalQuestions: true,
  approvalSeconds: true,
  limits: true,
  maxConcurrency: true,
  onStepFailure: true,
  policies: true,
  memory: true,
  model: true,
  modelOptions: true,
  prices: true,
  tools: true,
  killSwitch: true,
  turn: true,
  clock: true,
  timer: true,
  ids: true,
  checks: true,
  onError: true,
  checkpointer: true,
  store: true,
};
