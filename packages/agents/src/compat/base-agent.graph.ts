import type { ErrorClassification, StateDeclaration } from "@tidemark/core-state";
import type { ContextSchemas } from "@tidemark/state-manager/internal";
import type { AgentOutline } from "../roster/agent-description.ts";
import {
  type Agent,
  type AgentAnswer,
  type AgentInput,
  defineAgent,
  type FieldName,
  type WritableField,
} from "../run/agent.graph.ts";
import type { TypedAgentTools } from "../run/agent-tools.graph.ts";

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

/** What `execute` is given beside the values. */
export type BaseAgentTools<
  State extends StateDeclaration,
  Write extends FieldName<State> = FieldName<State>,
> = TypedAgentTools<State, { writes: Write; proposes: FieldName<State>; schemas: ContextSchemas; requires: [] }>;

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
  readonly #agent: Agent<State>;

  constructor(state: State, options: BaseAgentOptions<State, Read, Write>) {
    this.name = options.name;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whether the fields may be written depends on a name that is known at run time only, where defineAgent checks it
    const writes = (options.writes ?? []) as readonly unknown[] as readonly WritableField<State, string>[];
    this.#agent = defineAgent(state, {
      ...options,
      writes,
      requires: [],
      classifyError: (error) => this.classifyError(error),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields under another type parameter
      run: (values, tools) => this.execute(values, tools as unknown as BaseAgentTools<State, Write>) as never,
    });
  }

  /** Does the work of one run, and returns what changes. */
  abstract execute(
    values: AgentInput<State, Read>,
    tools: BaseAgentTools<State, Write>,
  ): AgentAnswer<State, Write> | Promise<AgentAnswer<State, Write>>;

  /** Says what a failure calls for; null, unless a subclass says otherwise, for what is usual. */
  classifyError(_error: unknown): ErrorClassification | null {
    return null;
  }

  /** The agent that the class describes; always the same one. */
  asAgent(): Agent<State> {
    return this.#agent;
  }
}
