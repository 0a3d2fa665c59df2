import {
  type BaseCheckpointSaver,
  END,
  interrupt,
  type LangGraphRunnableConfig,
  Send,
  START,
  StateGraph,
  type StateSnapshot,
} from "@langchain/langgraph";
import { AgentState, extendState, field, fields, type StateDeclaration } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { defineMigrations } from "@tidemark/state-manager";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

const Note = z.strictObject({ text: z.string() });
const thread = { lifetime: "thread" } as const;

/** First version: one traveler, notes of plain text. */
const One = extendState(AgentState, {
  version: 1,
  fields: fields("journey", {
    traveler: field({ description: "Travelers.", schema: z.string(), default: () => "", ...thread }),
    notes: field({
      description: "Notes.",
      schema: z.array(z.string()),
      default: () => [],
      reducer: append<string>(),
      ...thread,
    }),
  }),
});

/** Second version: several travelers, notes as records. */
export const Two = extendState(AgentState, {
  version: 2,
  fields: fields("journey", {
    travelers: field({ description: "Travelers.", schema: z.array(z.string()), default: () => [], ...thread }),
    notes: field({
      description: "Notes.",
      schema: z.array(Note),
      default: () => [],
      reducer: append<z.infer<typeof Note>>(),
      ...thread,
    }),
  }),
});

const text = z.string();

export const migrations = defineMigrations(Two, [
  {
    to: 2,
    description: "Several travelers; notes as records.",
    rename: { journey_traveler: "journey_travelers" },
    change: {
      journey_travelers: (name) => (name === "" ? [] : [name]),
      journey_notes: (notes) =>
        z
          .array(text)
          .parse(notes)
          .map((each) => ({ text: each })),
    },
    changeSent: (_, sent) => ({ note: { text: text.parse(Reflect.get(Object(sent), "note")) } }),
  },
]);

/** Behavior of the nodes of a graph, so that a test can interrupt them. */
export interface NodeBehavior {
  /** Called in the node `slow`; may throw. */
  readonly slow?: () => unknown;
  readonly asks?: boolean;
}

interface Shape {
  readonly state: StateDeclaration;
  readonly note: (userInput: string) => unknown;
  readonly name: (userInput: string) => object;
}

const shapes = {
  one: {
    state: One,
    note: (userInput: string): unknown => userInput,
    name: (userInput: string) => ({ journey_traveler: userInput }),
  },
  two: {
    state: Two,
    note: (userInput: string): unknown => ({ text: userInput }),
    name: (userInput: string) => ({ journey_travelers: [userInput] }),
  },
} satisfies Record<string, Shape>;

/**
 * Graph of either version: after the start of a turn two nodes run in parallel, `quick` and `slow`; `slow` may ask or
 * throw.
 */
export function journeyGraph(
  version: keyof typeof shapes,
  checkpointer: BaseCheckpointSaver,
  { slow = () => {}, asks = false }: NodeBehavior = {},
) {
  const { state, note, name }: Shape = shapes[version];
  const graph: unknown = new StateGraph(toStateSchema(state))
    .addNode("turn_start", turnStart(state))
    .addNode("quick", ({ task_user_input: userInput }: Record<string, unknown>) => ({
      journey_notes: [note(`quick: ${String(userInput)}`)],
      ...name(String(userInput)),
    }))
    .addNode("slow", ({ task_user_input: userInput }: Record<string, unknown>) => {
      slow();
      const answer: unknown = asks ? interrupt("Shall I?") : userInput;
      return { journey_notes: [note(`slow: ${String(answer)}`)] };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "quick")
    .addEdge("turn_start", "slow")
    .addEdge("quick", END)
    .addEdge("slow", END)
    .compile({ checkpointer });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both versions write the fields that their state declares
  return graph as JourneyGraph;
}

/** Graph that sends one task to a node and is interrupted there. */
export function sendingGraph(version: keyof typeof shapes, checkpointer: BaseCheckpointSaver, work: () => unknown) {
  const { state, note }: Shape = shapes[version];
  const graph: unknown = new StateGraph(toStateSchema(state))
    .addNode("turn_start", turnStart(state))
    .addNode("plan", () => ({}))
    .addNode("worker", (sent: unknown) => {
      work();
      return { journey_notes: [Reflect.get(Object(sent), "note")] };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "plan")
    .addConditionalEdges("plan", () => [new Send("worker", { note: note("sent") })])
    .addEdge("worker", END)
    .compile({ checkpointer });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both versions write the fields that their state declares
  return graph as JourneyGraph;
}

type Snapshot = Omit<StateSnapshot, "values"> & { readonly values: Record<string, unknown> };

/** Part of either graph that the tests use. */
export interface JourneyGraph {
  readonly nodes: Record<string, unknown>;
  readonly checkpointer?: BaseCheckpointSaver | boolean;
  invoke(input: unknown, config: LangGraphRunnableConfig): Promise<Record<string, unknown>>;
  stream(input: unknown, config?: unknown): Promise<AsyncIterable<unknown>>;
  getState(config: LangGraphRunnableConfig): Promise<Snapshot>;
  getStateHistory(config: LangGraphRunnableConfig): AsyncIterableIterator<Snapshot>;
  updateState(config: LangGraphRunnableConfig, values: unknown, asNode?: string): Promise<LangGraphRunnableConfig>;
}
