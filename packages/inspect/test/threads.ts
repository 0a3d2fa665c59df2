import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, interrupt, MessagesAnnotation, Send, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

const PlainState = Annotation.Root({
  ...MessagesAnnotation.spec,
  city: Annotation<string | null>({ reducer: (_, update) => update, default: () => null }),
  legs: Annotation<readonly { readonly id: string; readonly to: string }[]>,
  offers: Annotation<readonly string[]>({ reducer: (current, update) => [...current, ...update], default: () => [] }),
  price: Annotation<number>,
});

/** A graph without anything of Tidemark: a plan, two tasks side by side, and a question before the booking. */
export const plainGraph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(PlainState)
    .addNode("plan", () => ({
      city: "Lisbon",
      legs: [
        { id: "out", to: "Lisbon" },
        { id: "back", to: "Oslo" },
      ],
    }))
    .addNode("search", () => ({ offers: ["offer"] }))
    .addNode("choose", ({ legs }) => ({ price: 480, legs: legs.toReversed() }))
    .addNode("book", () => {
      const answer: unknown = interrupt({ question: "Book it?", price: 480 });
      const message = new AIMessage(`Booked: ${String(answer)}`);
      // As models do, whose usage is stored with the message.
      for (const part of [message, message.lc_kwargs])
        Object.assign(part, { usage_metadata: { input_tokens: 100, output_tokens: 20, total_tokens: 120 } });
      return { messages: [message] };
    })
    .addEdge(START, "plan")
    .addConditionalEdges("plan", () => [new Send("search", {}), new Send("search", {})], ["search"])
    .addEdge("search", "choose")
    .addEdge("choose", "book")
    .addEdge("book", END)
    .compile({ checkpointer });

/** Config of a thread. */
export const at = (threadId: string) => ({ configurable: { thread_id: threadId } });

/** Runs a turn of the plain graph until it asks. */
export async function askPlain(saver: BaseCheckpointSaver, threadId: string, text = "To Lisbon"): Promise<void> {
  await plainGraph(saver).invoke({ messages: [new HumanMessage(text)] }, at(threadId));
}
