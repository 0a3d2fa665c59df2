import { AIMessage, HumanMessage } from "@langchain/core/messages";
import {
  Annotation,
  DeltaValue,
  END,
  MessagesAnnotation,
  MessagesDeltaValue,
  messagesDeltaReducer,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { mergeCapabilityContextData } from "@tidemark/reducers";
import { z } from "zod";

type Context = Record<string, Record<string, Record<string, unknown>>>;

/** Text that no two savers could tell apart from what people write, but that nobody has written before. */
let seed = 1;
export function words(length: number): string {
  let text = "";
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += `${seed.toString(36)} `;
  }
  return text.slice(0, length);
}

/** What people write who know no reducer of ours: it shares what has not changed, and freezes nothing. */
const mergeByHand = (current: Context, update: Context): Context => {
  const merged = { ...current };
  for (const [type, entries] of Object.entries(update)) merged[type] = { ...merged[type], ...entries };
  return merged;
};

const mergeContext = (current: Context, update: Context): Context => mergeCapabilityContextData(current, update);

const whole = (reducer: typeof mergeContext) =>
  Annotation.Root({ ...MessagesAnnotation.spec, context: Annotation<Context>({ reducer, default: () => ({}) }) });

/** Delta channels as they are when nothing is said, or with snapshots often enough for a thread of some length. */
const deltas = (tuned: boolean) =>
  new StateSchema({
    messages: tuned
      ? new DeltaValue(MessagesDeltaValue.valueSchema, {
          inputSchema: MessagesDeltaValue.inputSchema,
          reducer: messagesDeltaReducer,
          snapshotFrequency: 10,
        })
      : MessagesDeltaValue,
    context: new DeltaValue(
      z.custom<Context>().default(() => ({})),
      {
        reducer: (current: Context, updates: Context[]) => updates.reduce(mergeContext, current),
        ...(tuned && { snapshotFrequency: 50 }),
      },
    ),
  });

/** How the graph keeps its state. */
export type Keeping = "whole" | "whole, merged by hand" | "deltas" | "tuned deltas";

let step = 0;
const work = (index: number) => () => {
  step += 1;
  const context = { [`TYPE_${index}`]: { [`key_${step}`]: { text: words(1_000), step } } };
  return index === 5 ? { context, messages: [new AIMessage({ id: `a${step}`, content: words(60) })] } : { context };
};

/** A graph of five nodes that add 1 KB each. */
export function growingGraph(checkpointer: BaseCheckpointSaver, keeping: Keeping = "whole") {
  const State = keeping.endsWith("deltas")
    ? deltas(keeping === "tuned deltas")
    : whole(keeping === "whole" ? mergeContext : mergeByHand);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both have the same values; only their channels differ
  const graph = new StateGraph(State as ReturnType<typeof whole>)
    .addNode("n1", work(1))
    .addNode("n2", work(2))
    .addNode("n3", work(3))
    .addNode("n4", work(4))
    .addNode("n5", work(5))
    .addEdge(START, "n1")
    .addEdge("n1", "n2")
    .addEdge("n2", "n3")
    .addEdge("n3", "n4")
    .addEdge("n4", "n5")
    .addEdge("n5", END);
  return graph.compile({ checkpointer });
}

/** Takes one turn on a thread. */
export async function growingTurn(app: ReturnType<typeof growingGraph>, threadId: string, turn: number): Promise<void> {
  const input = { messages: [new HumanMessage({ id: `h${turn}`, content: words(40) })] };
  await app.invoke(input, { configurable: { thread_id: threadId }, durability: "sync" });
}
