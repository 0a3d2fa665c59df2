// The graph whose turns are broken off: two nodes at once in the middle, one of which asks when what was said is a question.
import { type BaseCheckpointSaver, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { type GraphValueOf, toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

const Entries = z.array(z.string()).readonly();

/** What agents have, and three fields by which one sees what became of each node's work. */
export const Journey = extendState(AgentState, {
  version: 1,
  fields: fields("journey", {
    log: field({
      description: "Which node worked in which turn, for good.",
      schema: Entries,
      default: () => [],
      lifetime: "thread",
      reducer: append<string>(),
    }),
    steps: field({
      description: "Which nodes worked in this turn.",
      schema: Entries,
      default: () => [],
      lifetime: "turn",
      reducer: append<string>(),
    }),
    goal: field({
      description: "What this turn is about; null until it was planned.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
    }),
  }),
});

export type JourneyValue = GraphValueOf<typeof Journey>;

/** The nodes that work, in the order of their steps; `left` and `right` run at once. */
export const NODES = ["plan", "left", "right", "finish"] as const;
export type JourneyNode = (typeof NODES)[number];

/** What a node notes of its work. */
export const noteOf = (node: JourneyNode, { turn, goal }: { readonly turn: string; readonly goal: string }): string =>
  `${turn} ${node}: ${goal}`;

/** Who looks on while the graph runs. */
export interface Onlooker {
  /** Is told of every node that begins. */
  readonly ran?: (node: JourneyNode) => void;
  /** What `right` waits for before it works. */
  readonly leftIsStored?: Promise<unknown>;
}

export function journeyGraph(checkpointer: BaseCheckpointSaver, { ran = () => {}, leftIsStored }: Onlooker = {}) {
  const work = (node: JourneyNode, values: JourneyValue, goal = values.journey_goal) => {
    ran(node);
    return {
      journey_log: [noteOf(node, { turn: values.runtime_turn_id ?? "", goal: goal ?? "" })],
      journey_steps: [node],
    };
  };
  return new StateGraph(toStateSchema(Journey))
    .addNode("turn_start", turnStart(Journey))
    .addNode("plan", (values) => {
      const goal = values.task_user_input ?? "";
      return { ...work("plan", values, goal), journey_goal: goal };
    })
    .addNode("left", (values) => work("left", values))
    .addNode("right", async (values) => {
      await leftIsStored;
      const answer: unknown = values.journey_goal?.endsWith("?") === true ? interrupt("Which way?") : "";
      const { journey_log: log, ...rest } = work("right", values);
      return { ...rest, journey_log: log.map((note) => note + String(answer)) };
    })
    .addNode("finish", (values) => ({
      ...work("finish", values),
      execution_final_answer: `Done: ${values.journey_goal}`,
      messages: [{ role: "assistant" as const, content: `Done: ${values.journey_goal}` }],
    }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "plan")
    .addEdge("plan", "left")
    .addEdge("plan", "right")
    .addEdge(["left", "right"], "finish")
    .addEdge("finish", END)
    .compile({ checkpointer });
}
