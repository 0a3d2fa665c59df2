// Graph whose turns are interrupted: two parallel nodes in the middle, one of which asks if the message is a question.
import { type BaseCheckpointSaver, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { type GraphValueOf, toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { z } from "zod";

const Entries = z.array(z.string()).readonly();

/** Agent state with three fields that record each node's work. */
export const Journey = extendState(AgentState, {
  version: 1,
  fields: fields("journey", {
    log: field({
      description: "Nodes by turn. Never reset.",
      schema: Entries,
      default: () => [],
      lifetime: "thread",
      reducer: append<string>(),
    }),
    steps: field({
      description: "Nodes of this turn.",
      schema: Entries,
      default: () => [],
      lifetime: "turn",
      reducer: append<string>(),
    }),
    goal: field({
      description: "Goal of this turn; null before it is planned.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
    }),
  }),
});

export type JourneyValue = GraphValueOf<typeof Journey>;

/** Working nodes, in the order of their steps; `left` and `right` run in parallel. */
export const NODES = ["plan", "left", "right", "finish"] as const;
export type JourneyNode = (typeof NODES)[number];

/** Note of a node about its work. */
export const noteOf = (node: JourneyNode, { turn, goal }: { readonly turn: string; readonly goal: string }): string =>
  `${turn} ${node}: ${goal}`;

/** Observer of a running graph. */
export interface Observer {
  /** Called at the start of every node. */
  readonly onNode?: (node: JourneyNode) => void;
  /** Promise that `right` waits for before it works. */
  readonly leftIsStored?: Promise<unknown>;
}

export function journeyGraph(checkpointer: BaseCheckpointSaver, { onNode = () => {}, leftIsStored }: Observer = {}) {
  const work = (node: JourneyNode, values: JourneyValue, goal = values.journey_goal) => {
    onNode(node);
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
