import type { ErrorClassification, StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import type { ContextRegistry } from "@tidemark/state-manager";
import type { FieldName } from "@tidemark/state-manager/internal/langgraph";
import type { AgentOutline } from "../roster/agent-description.ts";
import { type Agent, defineAgent } from "../run/agent.graph.ts";
import type { TypedAgentRuntime } from "../run/agent-runtime.graph.ts";
import type { AgentAnswer } from "../run/agent-types.graph.ts";

/** Declaration of an agent's class, as far as its types depend on it. */
interface Declared<Read extends string, Write extends string> {
  readonly name: string;
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
  readonly proposes: readonly string[];
  readonly contexts: ContextRegistry;
}

/** What the constructor of an agent's class takes beside the state. */
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

/** What `execute` is given beside the values. */
export type BaseAgentTools<
  State extends StateDeclaration,
  Write extends FieldName<State> = FieldName<State>,
> = TypedAgentRuntime<State, Declared<never, Write>>;

/**
 * An agent as a class: a subclass says what it does in `execute`, and `asAgent` gives what `agentNode` and a registry take.
 *
 * No more than another way to write `defineAgent`, with the same checks; `execute` returns what changes, never the whole state.
 *
 * @example
 * ```ts
 * import { BaseAgent } from "@tidemark/agents/compat";
 * import { AgentState } from "@tidemark/core-state";
 *
 * class Greeter extends BaseAgent<typeof AgentState, "task_user_input", "messages"> {
 *   constructor() {
 *     super(AgentState, { name: "greeter", description: "Greets.", reads: ["task_user_input"], writes: ["messages"] });
 *   }
 *
 *   execute({ task_user_input: said }: { readonly task_user_input: string | null }) {
 *     return { messages: [{ role: "assistant", content: `You said: ${said}` }] };
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which fields it may write depends on a name that is known at run time only, where defineAgent checks it
    this.#agent = defineAgent<never, never, State>(state, {
      ...options,
      requires: [],
      classifyError: (error: unknown) => this.classifyError(error),
      run: (values: AgentInput<State, Read>, runtime: BaseAgentTools<State, Write>) => this.execute(values, runtime),
    } as never);
  }

  /** Does the work of one run, and returns what changes. */
  abstract execute(
    values: AgentInput<State, Read>,
    tools: BaseAgentTools<State, Write>,
  ): AgentAnswer<State, Declared<Read, Write>> | Promise<AgentAnswer<State, Declared<Read, Write>>>;

  /** Says what a failure calls for; null, unless a subclass says otherwise, for what is usual. */
  classifyError(_error: unknown): ErrorClassification | null {
    return null;
  }

  /** The agent that the class describes; always the same one. */
  asAgent(): Agent<string, FieldName<State>> {
    return this.#agent;
  }
}
