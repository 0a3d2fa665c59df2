import type { StructuredToolInterface } from "@langchain/core/tools";
import { type ErrorClassification, fieldGroups, type StateDeclaration } from "@tidemark/core-state";
import { type OptionNames, requireKnownOptions } from "@tidemark/core-state/internal";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import {
  checkApprovers,
  type ContextConstraint,
  type ContextTypeOf,
  withFacts,
} from "@tidemark/state-manager/internal";
import { defineContexts, type ContextRegistry } from "@tidemark/state-manager";
import type { FieldName, KnownFieldsOnly } from "@tidemark/state-manager/internal/langgraph";
import type { z } from "zod";
import { type AgentDescription, type AgentOutline, describeAgent } from "../roster/agent-description.ts";
import { toolFacts } from "../tools/tool-facts.graph.ts";
import { approvalsOf } from "../tools/tool-source.graph.ts";
import { agentErrors } from "../kernel/errors.ts";
import type { ConversationWindow } from "../conversation/conversation-view.graph.ts";
import type { LoopMiddleware } from "../models/loop.graph.ts";
import { type ModelAgentOptions, modelRun } from "../models/model-agent.graph.ts";
import type { ModelSource } from "../models/model-source.graph.ts";
import { type MessagesRunnable, runnableRun } from "../models/runnable-agent.graph.ts";
import type {
  Instructions,
  KnownToolsOnly,
  OutputOf,
  ToolApprovalsOf,
  ToolsByName,
  ToolSchemas,
} from "./model-agent-types.graph.ts";
import { checkAgentFields } from "./agent-fields.ts";
import type { AgentRuntime, TypedAgentRuntime } from "./agent-runtime.graph.ts";
import type {
  AgentAnswer,
  AgentShape,
  InputsOf,
  NamesIn,
  SchemasOf,
  WritableField,
  WriterOf,
} from "./agent-types.graph.ts";

/** An agent of a graph: its description, the fields it uses, and its work. */
export interface Agent<
  Name extends string = string,
  Field extends string = string,
  Inputs extends object = object,
> extends AgentDescription {
  readonly name: Name;
  /** Fields that the agent receives. */
  readonly reads: readonly Field[];
  /** Fields that the agent may return. */
  readonly writes: readonly Field[];
  /** Fields of other owners that the agent may propose changes to. */
  readonly proposes: readonly Field[];
  /** Additional names under which the agent writes, such as `root` for the owner that commits. */
  readonly roles: readonly string[];
  /** Context types that the agent reads and stores, or null. */
  readonly contexts: ContextRegistry | null;
  /** Type of the inputs. Has no value at run time. */
  readonly "~inputs"?: Inputs;
  /** Agents that the agent can hand its work to. Defaults to none: `run` decides. */
  readonly handoffs?: readonly string[];
  /** True for an agent whose loop finds its model itself. */
  readonly asksModel?: boolean;
  /** True for an agent with a tool that the user who sent the message may not approve. */
  readonly needsRequester?: boolean;
  /** True for an agent whose calls of models and tools are recorded. Absent for an agent with `run`. */
  readonly recordsCalls?: boolean;
  /** True for an agent some of whose calls a person has to approve. */
  readonly asksPeople?: boolean;
  /** Classifies a failure. Null or undefined applies the default classification. */
  classifyError?(error: unknown): ErrorClassification | null | undefined;
  /** Does the work of one run. */
  run(values: object, runtime: AgentRuntime): object | Promise<object>;
}

/** Options of `defineAgent`. */
export interface AgentDefinition<
  State extends StateDeclaration,
  Declared,
  Answer,
  Schemas extends ToolSchemas = ToolSchemas,
> extends Omit<AgentOutline, "requires"> {
  /** Fields that the agent receives. Defaults to `messages` for an agent with a model, else to none. */
  readonly reads?: readonly FieldName<State>[];
  /**
   * Fields that `run` may return. Returning any other field is a type error and throws `agents/undeclaredWrite`.
   * Defaults to none.
   */
  readonly writes?: readonly WritableField<State, NamesIn<Declared, "writes">, WriterOf<Declared>>[];
  /** Fields of other owners that the agent may propose changes to, with `propose` of its runtime. Defaults to none. */
  readonly proposes?: readonly FieldName<State>[];
  /**
   * Additional owners that the agent writes as, such as `root`: it may write the fields of these owners too. Defaults
   * to none.
   */
  readonly roles?: readonly string[];
  /**
   * Context types that the agent reads and stores, made with `defineContexts`. Types `context` and `inputs` of the
   * runtime. Defaults to none.
   */
  readonly contexts?: ContextRegistry;
  /**
   * Context types that a step must name before the agent runs, each optionally with a count. Without them the step
   * fails with `agents/missingInputs`. Selecting the agent also selects the agents that provide them. Defaults to
   * none.
   */
  readonly requires?: readonly ContextConstraint<ContextTypeOf<SchemasOf<Declared>>>[];
  /**
   * Classifies an error of `run`, which decides whether it is retried. Null or undefined applies the default
   * classification.
   */
  readonly classifyError?: (error: unknown) => ErrorClassification | null | undefined;
  /**
   * Does the work of one run of an agent without a model: receives the fields in `reads` and the runtime, and returns an update of the
   * fields in `writes`, or a command such as that of a handoff.
   */
  readonly run?: AgentFunction<State, Declared, Answer>;
  /** An agent made elsewhere, as `createAgent` of LangChain makes it, or any other runnable on messages. */
  readonly agent?: MessagesRunnable;
  /** System prompt; as a function, of the fields in `reads`. To a text the other fields in `reads` are added. */
  readonly instructions?: Instructions<State, Declared>;
  /** The model, or its name such as `"openai:gpt-5-mini"`. Defaults to the model of the graph, then to `TIDEMARK_MODEL`. */
  readonly model?: ModelSource;
  /**
   * Functions by name, each with a Zod schema in `inputs`, tools of LangChain, and lists of tools; or one list of tools of LangChain or
   * MCP. The tools of a list keep their names.
   */
  readonly tools?: readonly StructuredToolInterface[] | ToolsByName<State, Declared, Schemas>;
  /** Middleware of LangChain. */
  readonly middleware?: readonly LoopMiddleware[];
  /**
   * Schema of the result. Its keys say where each part goes: a field in `writes` is written, a field in `proposes` is proposed, a type
   * in `contexts` is stored. A result that does not fit is requested again, then throws `agents/badModelAnswer`.
   */
  readonly output?: z.ZodType & OutputOf<Declared>;
  /** Agents that the model can hand the work to. */
  readonly handoffs?: readonly string[];
  /** Rules that require a person's approval of a tool call, by the tool's name. The inputs are the arguments of the call. */
  readonly approvals?: ToolApprovalsOf<State, NoInfer<Schemas>, Declared>;
  /** Shows the words of the model to the user. With false they are neither streamed nor part of `messages`. Defaults to true. */
  readonly visible?: boolean;
  /** Seconds that one call of a tool may take. Defaults to 60. */
  readonly toolTimeoutSeconds?: number;
  /** Longest result of a tool, in characters of its JSON. Defaults to 262,144. */
  readonly maxResultLength?: number;
  /** Narrows what its model sees of `messages`, within the `conversation.window` of the graph. Defaults to that window. */
  readonly window?: ConversationWindow;
}

const AGENT_OPTIONS: OptionNames<AgentDefinition<StateDeclaration, unknown, unknown>> = {
  name: true,
  description: true,
  identity: true,
  capabilities: true,
  requires: true,
  provides: true,
  system: true,
  readOnly: true,
  inputs: true,
  retryPolicy: true,
  timeoutSeconds: true,
  reads: true,
  writes: true,
  proposes: true,
  roles: true,
  contexts: true,
  classifyError: true,
  run: true,
  agent: true,
  instructions: true,
  model: true,
  tools: true,
  middleware: true,
  output: true,
  handoffs: true,
  approvals: true,
  visible: true,
  toolTimeoutSeconds: true,
  maxResultLength: true,
  window: true,
};

/** Function of an agent. Literals in a returned update need no `as const`. */
export type AgentFunction<State extends StateDeclaration, Declared, Answer> = KnownFieldsOnly<
  State,
  Answer,
  (
    values: Pick<GraphValueOf<State>, NamesIn<Declared, "reads"> & FieldName<State>>,
    runtime: TypedAgentRuntime<State, Declared>,
  ) => Answer | Promise<Answer>
>;

/**
 * Options from which the declaration of an agent is inferred, with a text in place of each unknown option.
 *
 * An option that the declaration does not need is `unknown` here: its type is in `AgentDefinition`. An intersection with
 * the inferred value could be `never`, and then every option would be an error.
 * `run` is not undefined here, so that TypeScript can report an unknown field at the object that `run` returns.
 */
export type KnownOptionsOnly<Declared> = {
  readonly [Option in keyof Declared]: Option extends keyof AgentShape<never>
    ? Declared[Option]
    : Option extends keyof AgentDefinition<never, never, never>
      ? Option extends "run"
        ? // oxlint-disable-next-line typescript/no-generated-empty-object-type -- any value but undefined
          NonNullable<unknown>
        : unknown
      : `${Option & string} is not an option of an agent`;
} & KnownToolsOnly<Declared>;

/**
 * Declares an agent: the fields it reads, the fields it writes, and its work.
 *
 * `run` receives the fields in `reads` and returns changes of the fields in `writes`. Literals need no `as const`. Any
 * other field is a type error, and throws `agents/undeclaredWrite` at run time. A field of another owner in `writes` is
 * a type error and throws `agents/foreignField`. A field that is not in the state throws `agents/unknownAgentField`,
 * and an unknown option `core-state/unknownOption`.
 *
 * Instead of `run`, an agent has `instructions`, `tools` and a `model`: then LangChain's `createAgent` asks the model and runs its
 * calls until it answers. Each call of a tool is counted, can need an approval, and is recorded in `execution_tool_executions`, which
 * `createAgentGraph` adds to the state. LangChain has to be installed: the package `langchain`. Without one of `run`, `agent`,
 * `instructions`, `tools` and `model`, `agents/noWork` is thrown.
 *
 * `inputs` is a schema for the parameters of the agent's plan steps. A plan with invalid parameters is refused, and
 * approval rules receive the parsed parameters. `agentNode` creates a graph node from an agent.
 *
 * @example
 * ```ts
 * import { AgentState } from "tidemark";
 * import { defineAgent } from "tidemark/agents";
 *
 * const greeter = defineAgent(AgentState, {
 *   name: "greeter",
 *   description: "Greets the user.",
 *   reads: ["task_user_input"],
 *   writes: ["messages"],
 *   run: ({ task_user_input: input }) => ({ messages: [{ role: "assistant", content: `You said: ${input}` }] }),
 * });
 * console.log(greeter.name, greeter.writes); // greeter [ 'messages' ]
 * ```
 */
export function defineAgent<
  const Declared extends AgentShape<State>,
  Answer extends AgentAnswer<State, Declared>,
  State extends StateDeclaration,
  Schemas extends ToolSchemas = ToolSchemas,
>(
  state: State,
  definition: KnownOptionsOnly<Declared> & AgentDefinition<State, Declared, Answer, Schemas>,
): Agent<Declared["name"], NamesIn<Declared, "reads" | "writes" | "proposes"> & string, InputsOf<Declared>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same options, without their inferred types
  const options = definition as unknown as UntypedDefinition;
  requireKnownOptions("defineAgent", options, AGENT_OPTIONS);
  const { name, classifyError, contexts = null } = options;
  const described = describeAgent({ ...options, requires: options.requires ?? [] });
  const kind = workKind(options);
  const rules = kind === "model" ? approvalsOf(name, options.tools ?? {}, options.approvals) : {};
  const needsRequester = checkApprovers(`the tools of "${name}"`, rules);
  // The words of an agent with a model are its answer.
  const speaking = kind !== "run" && options.visible !== false ? ["messages"] : [];
  const agent = {
    ...described,
    name,
    reads: Object.freeze([...(options.reads ?? (kind === "run" ? [] : ["messages"]))]),
    writes: Object.freeze([...new Set([...(options.writes ?? []), ...speaking])]),
    proposes: Object.freeze([...(options.proposes ?? [])]),
    roles: Object.freeze([...(options.roles ?? [])]),
    contexts,
    ...(classifyError !== undefined && { classifyError }),
    ...(needsRequester && { needsRequester }),
    ...(kind !== "run" && { recordsCalls: true }),
    ...(Object.keys(rules).length > 0 && { asksPeople: true }),
    ...(kind === "model" && { handoffs: Object.freeze([...(options.handoffs ?? [])]), asksModel: true }),
    run: (values: object, runtime: AgentRuntime): object | Promise<object> => work(values, runtime),
  };
  // `createAgentGraph` adds the conversation to a state that does not declare it.
  const conversation = kind === "run" ? {} : { messages: fieldGroups.conversation.messages };
  checkAgentFields({ ...state, fields: { ...conversation, ...state.fields } }, agent);
  const work = workOf(kind, options, agent);
  const tools = toolFacts(options.tools ?? {}, rules);
  withFacts(agent, { kind: "agent", writesAs: [name, ...agent.roles], tools });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lists contain the names inferred from them, and agentNode passes each agent the values and runtime that it declares
  return Object.freeze(agent) as never;
}

type UntypedDefinition = AgentOutline &
  Pick<Agent, "classifyError"> &
  Partial<Pick<Agent, "reads" | "writes" | "proposes" | "roles" | "contexts" | "run">> &
  Omit<ModelAgentOptions, "contextTypes" | "proposes" | "writes"> & { readonly agent?: MessagesRunnable };

/** Kind of work: a function, a runnable, or a model with tools. */
function workKind(options: UntypedDefinition): "model" | "run" | "runnable" {
  const kinds = [
    ...(options.run === undefined ? [] : (["run"] as const)),
    ...(options.agent === undefined ? [] : (["runnable"] as const)),
    ...(LOOP_OPTIONS.some((option) => options[option] !== undefined) ? (["model"] as const) : []),
  ];
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) throw agentErrors.noWork({ agent: options.name, found: kinds.length });
  return kind;
}

const LOOP_OPTIONS = ["instructions", "model", "tools", "middleware", "output", "handoffs", "approvals"] as const;

function workOf(
  kind: ReturnType<typeof workKind>,
  options: UntypedDefinition,
  { writes, proposes }: Pick<Agent, "proposes" | "writes">,
): (values: object, runtime: AgentRuntime) => object | Promise<object> {
  const { run, agent, contexts, visible, window } = options;
  if (kind === "run" && run !== undefined) return run;
  if (kind === "runnable" && agent !== undefined)
    return runnableRun(agent, { name: options.name, writes, visible, window });
  const contextTypes = Object.keys(contexts?.schemas ?? {});
  return modelRun({ ...options, writes, proposes, contextTypes });
}

/** Contexts of an agent without context types. */
export const noContexts: ContextRegistry = /* @__PURE__ */ defineContexts({});
