import type { ContextRegistry } from "@tidemark/state-manager";
import type { ErrorClassification, StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import type { FieldName } from "@tidemark/state-manager/internal/langgraph";
import type { AgentOutline } from "../roster/agent-description.ts";
import { type Agent, defineAgent } from "../run/agent.graph.ts";
import type { TypedAgentRuntime } from "../run/agent-runtime.graph.ts";
import type { AgentAnswer } from "../run/agent-types.graph.ts";

/** Declaration of an agent class that its types depend on. */
interface Declared<Read extends string, Write extends string> {
  readonly name: string;
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
  readonly proposes: readonly string[];
  readonly contexts: ContextRegistry;
}

/** Options of an agent class. */
export interface BaseAgentOptions<
  State extends StateDeclaration,
  Read extends FieldName<State>,
  Write extends FieldName<State>,
> extends AgentOutline {
  readonly reads: readonly Read[];
  readonly writes?: readonly Write[];
  readonly proposes?: readonly FieldName<State>[];
  readonly roles?: readonly string[];
}

/** Fields that `execute` receives. */
type AgentInput<State extends StateDeclaration, Read extends FieldName<State>> = Pick<GraphValueOf<State>, Read>;

/** Runtime that `execute` receives. */
export type BaseAgentTools<
  State extends StateDeclaration,
  Write extends FieldName<State> = FieldName<State>,
> = TypedAgentRuntime<State, Declared<never, Write>>;

/**
 * An agent as a class. Subclasses implement `execute`. `asAgent` returns the agent for `agentNode` and registries.
 *
 * Equivalent to `defineAgent`, with the same checks. `execute` returns only the changes, never the whole state.
 *
 * @example
 * ```ts
 * import { AgentState } from "tidemark";
 * import { BaseAgent } from "tidemark/seeds";
 *
 * class Greeter extends BaseAgent<typeof AgentState, "task_user_input", "messages"> {
 *   constructor() {
 *     super(AgentState, { name: "greeter", description: "Greets.", reads: ["task_user_input"], writes: ["messages"] });
 *   }
 *
 *   execute({ task_user_input: input }: { readonly task_user_input: string | null }) {
 *     return { messages: [{ role: "assistant", content: `You said: ${input}` }] };
 *   }
 * }
 *
 * console.log(new Greeter().asAgent().writes); // [ 'messages' ]
 * ```
 */
export abstract class BaseAgent<
  State extends StateDeclaration,
  Read extends FieldName<State> = never,
  Write extends FieldName<State> = never,
> {
  readonly name: string;
  readonly #agent: Agent<string, FieldName<State>>;

  constructor(state: State, options: BaseAgentOptions<State, Read, Write>) {
    this.name = options.name;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the writable fields depend on a name known only at run time, where defineAgent checks them
    this.#agent = defineAgent<never, never, State>(state, {
      ...options,
      requires: [],
      classifyError: (error: unknown) => this.classifyError(error),
      run: (values: AgentInput<State, Read>, runtime: BaseAgentTools<State, Write>) => this.execute(values, runtime),
    } as never);
  }

  /** Does the work of one run and returns the changes. */
  abstract execute(
    values: AgentInput<State, Read>,
    tools: BaseAgentTools<State, Write>,
  ): AgentAnswer<State, Declared<Read, Write>> | Promise<AgentAnswer<State, Declared<Read, Write>>>;

  /** Classifies an error. Defaults to null, which applies the default rules. */
  classifyError(_error: unknown): ErrorClassification | null {
    return null;
  }

  /** Returns the agent of this instance, always the same object. */
  asAgent(): Agent<string, FieldName<State>> {
    return this.#agent;
  }
}
