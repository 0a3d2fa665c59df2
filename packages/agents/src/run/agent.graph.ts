import type { ErrorClassification, StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import type { ContextConstraint, ContextTypeOf } from "@tidemark/state-manager/internal";
import { type ContextRegistry, defineContexts } from "@tidemark/state-manager";
import type { FieldName, KnownFieldsOnly } from "@tidemark/state-manager/internal/langgraph";
import { type AgentDescription, type AgentOutline, describeAgent } from "../roster/agent-description.ts";
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
  /** Classifies a failure. Null or undefined applies the default classification. */
  classifyError?(error: unknown): ErrorClassification | null | undefined;
  /** Does the work of one run. */
  run(values: object, runtime: AgentRuntime): object | Promise<object>;
}

/** Options of `defineAgent`. */
export interface AgentDefinition<State extends StateDeclaration, Declared, Answer> extends Omit<
  AgentOutline,
  "requires"
> {
  readonly reads: readonly FieldName<State>[];
  readonly writes?: readonly WritableField<State, NamesIn<Declared, "writes">, WriterOf<Declared>>[];
  readonly proposes?: readonly FieldName<State>[];
  readonly roles?: readonly string[];
  readonly contexts?: ContextRegistry;
  readonly requires?: readonly ContextConstraint<ContextTypeOf<SchemasOf<Declared>>>[];
  readonly classifyError?: (error: unknown) => ErrorClassification | null | undefined;
  readonly run: AgentFunction<State, Declared, Answer>;
}

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
 */
export type KnownOptionsOnly<Declared> = {
  readonly [Option in keyof Declared]: Option extends keyof AgentShape<never>
    ? Declared[Option]
    : Option extends keyof AgentDefinition<never, never, never>
      ? unknown
      : `${Option & string} is not an option of an agent`;
};

/**
 * Declares an agent: the fields it reads, the fields it writes, and its work.
 *
 * `run` receives the fields in `reads` and returns changes of the fields in `writes`. Literals need no `as const`. Any
 * other field is a type error, and throws `agents/undeclaredWrite` at run time. A field of another owner in `writes` is
 * a type error and throws `agents/foreignField`. A field that is not in the state throws `agents/unknownAgentField`.
 *
 * `inputs` is a schema for the parameters of the agent's plan steps. A plan with invalid parameters is refused, and
 * approval rules receive the parsed parameters. `agentNode` creates a graph node from an agent.
 *
 * @example
 * ```ts
 * import { defineAgent } from "@tidemark/agents/langgraph";
 * import { AgentState } from "@tidemark/core-state";
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
>(
  state: State,
  definition: KnownOptionsOnly<Declared> & AgentDefinition<State, Declared, Answer>,
): Agent<Declared["name"], NamesIn<Declared, "reads" | "writes" | "proposes"> & string, InputsOf<Declared>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same options, without their inferred types
  const options = definition as unknown as UntypedDefinition;
  const { name, classifyError, contexts = null } = options;
  const described = describeAgent({ ...options, requires: options.requires ?? [] });
  const agent = {
    ...described,
    name,
    reads: Object.freeze([...options.reads]),
    writes: Object.freeze([...(options.writes ?? [])]),
    proposes: Object.freeze([...(options.proposes ?? [])]),
    roles: Object.freeze([...(options.roles ?? [])]),
    contexts,
    ...(classifyError !== undefined && { classifyError }),
    run: options.run,
  };
  checkAgentFields(state, agent);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lists contain the names inferred from them, and agentNode passes each agent the values and runtime that it declares
  return Object.freeze(agent) as never;
}

type UntypedDefinition = AgentOutline &
  Pick<Agent, "reads" | "run" | "classifyError"> &
  Partial<Pick<Agent, "writes" | "proposes" | "roles" | "contexts">>;

/** Contexts of an agent without context types. */
export const noContexts: ContextRegistry = /* @__PURE__ */ defineContexts({});
