import type { Command } from "@langchain/langgraph";
import type { ErrorClassification, StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { type ContextConstraint, type ContextSchemas, type ContextTypeOf } from "@tidemark/state-manager/internal";
import { type ContextRegistry, defineContexts } from "@tidemark/state-manager";
import type { WritableUpdateOf } from "@tidemark/state-manager/langgraph";
import { type AgentDescription, type AgentOutline, describeAgent } from "../roster/agent-description.ts";
import { checkAgentFields } from "./agent-fields.ts";
import type { AgentTools, AgentToolTypes, TypedAgentTools } from "./agent-tools.graph.ts";

/** The names of a state's fields. */
export type FieldName<State extends StateDeclaration> = keyof State["fields"] & string;

/** The fields that one of these owners may write. */
export type WritableField<State extends StateDeclaration, Owner extends string> = {
  [Name in FieldName<State>]: [Exclude<WritableUpdateOf<State, Owner>[Name], undefined>] extends [never] ? never : Name;
}[FieldName<State>];

/** What an agent is given to work on: the fields that it reads. */
export type AgentInput<State extends StateDeclaration, Read extends FieldName<State>> = Pick<GraphValueOf<State>, Read>;

/** What an agent may return: the fields that it writes; of the others the compiler accepts none. */
export type AgentUpdate<State extends StateDeclaration, Write extends FieldName<State>> = {
  readonly [Name in FieldName<State>]?: Name extends Write ? GraphUpdateOf<State>[Name] : never;
};

/** What an agent returns: an update, or commands that carry one. */
export type AgentAnswer<State extends StateDeclaration, Write extends FieldName<State>> =
  | AgentUpdate<State, Write>
  | Command
  | readonly Command[];

/** An agent of a graph: its description, what it touches, and what it does. */
export interface Agent<State extends StateDeclaration = StateDeclaration> extends AgentDescription {
  /** The fields that it is given. */
  readonly reads: readonly string[];
  /** The fields that it may return. */
  readonly writes: readonly string[];
  /** The fields of others that it may propose changes to. */
  readonly proposes: readonly string[];
  /** Further owners in whose name it writes: "root" for the orchestrator. */
  readonly roles: readonly string[];
  /** The context types that it reads and stores; null for an agent that has nothing to do with contexts. */
  readonly contexts: ContextRegistry | null;
  // Methods, so that an agent which reads less than everything counts as an agent of its state.
  /** Says what a failure calls for; null, or nothing, for what is usual. */
  classifyError?(error: unknown): ErrorClassification | null | undefined;
  /** Does the work of one run. */
  run(values: object, tools: AgentTools<State>): object | Promise<object>;
}

/** What an agent is, as one writes it down. */
export interface AgentDefinition<
  State extends StateDeclaration,
  Name extends string,
  Read extends FieldName<State>,
  Write extends FieldName<State>,
  Role extends string,
  Tools extends AgentToolTypes,
> extends Omit<AgentOutline, "name" | "requires"> {
  readonly name: Name;
  readonly reads: readonly Read[];
  readonly writes?: readonly Write[];
  readonly proposes?: readonly (Tools["proposes"] & FieldName<State>)[];
  readonly roles?: readonly Role[];
  readonly contexts?: ContextRegistry<Tools["schemas"]>;
  readonly requires?: Tools["requires"];
  readonly classifyError?: (error: unknown) => ErrorClassification | null | undefined;
  readonly run: (
    values: AgentInput<State, Read>,
    tools: TypedAgentTools<State, Tools>,
  ) => AgentAnswer<State, Write> | Promise<AgentAnswer<State, Write>>;
}

/**
 * Declares an agent: what it reads, what it writes, and what it does with what it is given.
 *
 * A field that is not in `reads` is not there; a field that is not in `writes`, or that belongs to others, cannot be returned:
 * neither compiles, and at run time the first is absent and the second throws `agents/undeclaredWrite`. A field of others in
 * `writes` throws `agents/foreignField`, one that the state does not have `agents/unknownAgentField`. It returns what changes, never the whole state. `agentNode` makes a graph's node of it.
 *
 * @example
 * ```ts
 * import { defineAgent } from "@tidemark/agents/langgraph";
 * import { AgentState } from "@tidemark/core-state";
 *
 * const greeter = defineAgent(AgentState, {
 *   name: "greeter",
 *   description: "Greets whoever writes.",
 *   reads: ["task_user_input"],
 *   writes: ["messages"],
 *   run: ({ task_user_input: said }) => ({ messages: [{ role: "assistant", content: `You said: ${said}` }] }),
 * });
 * console.log(greeter.name, greeter.writes); // greeter [ 'messages' ]
 * ```
 */
// oxlint-disable typescript/no-unnecessary-type-parameters -- what the tools depend on is inferred one by one and gathered in one type
export function defineAgent<
  State extends StateDeclaration,
  const Name extends string,
  const Read extends FieldName<State>,
  const Write extends WritableField<State, Name | Role> = never,
  const Propose extends FieldName<State> = never,
  const Role extends string = never,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- no context types: an agent that names none has none
  Schemas extends ContextSchemas = Readonly<Record<never, never>>,
  const Requires extends readonly ContextConstraint<ContextTypeOf<Schemas>>[] = [],
>(
  state: State,
  definition: AgentDefinition<
    State,
    Name,
    Read,
    Write,
    Role,
    { writes: Write; proposes: Propose; schemas: Schemas; requires: Requires }
  >,
): Agent<State> & { readonly name: Name } {
  // oxlint-enable typescript/no-unnecessary-type-parameters
  const { name, classifyError, contexts = null } = definition;
  const described = describeAgent({ ...definition, requires: definition.requires ?? [] });
  const agent = {
    ...described,
    name,
    reads: Object.freeze([...definition.reads]),
    writes: Object.freeze([...(definition.writes ?? [])]),
    proposes: Object.freeze([...(definition.proposes ?? [])]),
    roles: Object.freeze([...(definition.roles ?? [])]),
    contexts,
    ...(classifyError !== undefined && { classifyError }),
    run: definition.run,
  };
  checkAgentFields(state, agent);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- agentNode gives each agent the values and tools of its own declaration
  return Object.freeze(agent) as unknown as Agent<State> & { readonly name: Name };
}

/** The contexts of an agent that named none. */
export const noContexts: ContextRegistry = /* @__PURE__ */ defineContexts({});
