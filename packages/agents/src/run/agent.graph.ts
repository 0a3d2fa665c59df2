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
  /** Fields that `run` receives as its first argument. */
  readonly reads: readonly FieldName<State>[];
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
   * Does the work of one run: receives the fields in `reads` and the runtime, and returns an update of the fields in
   * `writes`, or a command such as that of a handoff.
   */
  readonly run: AgentFunction<State, Declared, Answer>;
}

/**
 * Function of an agent.
 *
 * A conditional type: TypeScript resolves it with the state before it checks the function, so that literals in a
 * returned update keep their types without `as const`.
 */
export type AgentFunction<State extends StateDeclaration, Declared, Answer> = [State] extends [unknown]
  ? (
      values: Pick<GraphValueOf<State>, NamesIn<Declared, "reads"> & FieldName<State>>,
      runtime: TypedAgentRuntime<State, Declared>,
    ) => Answer | Promise<Answer>
  : never;

/** Rejects unknown options of an agent, and unknown fields in its result. */
export type KnownOptionsOnly<State extends StateDeclaration, Declared, Answer> = {
  readonly [
    Option in Exclude<keyof Declared, keyof AgentDefinition<never, never, never>>
  ]: `${Option & string} is not an option of an agent`;
} & KnownFieldsOnly<State, Answer>;

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
 * import { AgentState, defineAgent } from "tidemark";
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
  definition: { readonly [Option in keyof Declared]: Declared[Option] } & AgentDefinition<State, Declared, Answer> &
    KnownOptionsOnly<State, Declared, Answer>,
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
