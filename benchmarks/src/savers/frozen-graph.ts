import { AIMessage } from "@langchain/core/messages";
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
import { freshText } from "../measure/fresh-text.ts";

type Context = Record<string, Record<string, Record<string, unknown>>>;

const mergeContext = (current: Context, update: Context): Context => mergeCapabilityContextData(current, update);

const whole = Annotation.Root({
  ...MessagesAnnotation.spec,
  context: Annotation<Context>({ reducer: mergeContext, default: () => ({}) }),
});

/** Delta channels with their default snapshots, or with snapshots that suit a thread of 200 turns. */
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

let step = 0;
const work = (index: number) => () => {
  step += 1;
  const context = { [`TYPE_${index}`]: { [`key_${step}`]: { text: freshText(1_000), step } } };
  return index === 5 ? { context, messages: [new AIMessage({ id: `a${step}`, content: freshText(60) })] } : { context };
};

/** Channels of the frozen graph: ordinary ones, or delta channels. */
export type FrozenChannels = "whole" | "deltas" | "tuned deltas";

/** A graph of five nodes that add 1 KB each. Its context is merged by a reducer of Tidemark, which freezes what it stores. */
export function frozenGraph(checkpointer: BaseCheckpointSaver, channels: FrozenChannels = "whole") {
  const State = channels === "whole" ? whole : deltas(channels === "tuned deltas");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both have the same values; only their channels differ
  return new StateGraph(State as typeof whole)
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
    .addEdge("n5", END)
    .compile({ checkpointer });
}
