import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { Annotation, END, messagesStateReducer, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { freshText } from "../measure/fresh-text.ts";

type Notes = Readonly<Record<string, { readonly text: string }>>;

/** A state as most applications write it. Its reducers share what has not changed and freeze nothing. */
const PlainState = Annotation.Root({
  messages: Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] }),
  notes: Annotation<Notes>({ reducer: (current, update) => ({ ...current, ...update }), default: () => ({}) }),
  log: Annotation<readonly string[]>({ reducer: (current, update) => current.concat(update), default: () => [] }),
  step: Annotation<number>({ reducer: (_, update) => update, default: () => 0 }),
});

let step = 0;

/** A node that writes a note of half a kilobyte, and adds messages. */
const node = (name: string, messagesOf: (id: number) => BaseMessage[]) => () => {
  step += 1;
  const notes = { [`${name} ${step}`]: { text: freshText(512) } };
  return { messages: messagesOf(step), notes, log: [`${name} ${step}`], step };
};

const callTool = (id: number): BaseMessage[] => {
  const call = { id: `call ${id}`, name: "look_up", args: { query: freshText(60) } };
  return [
    new AIMessage({ id: `ai ${id}`, content: "", tool_calls: [call] }),
    new ToolMessage({ id: `tool ${id}`, content: freshText(512), tool_call_id: call.id }),
  ];
};
const answer = (id: number): BaseMessage[] => [new AIMessage({ id: `ai ${id}`, content: freshText(512) })];
const noMessages = (): BaseMessage[] => [];

/**
 * A graph that uses no Tidemark code: messages with a tool call, a record merged by spread, a list joined by concat.
 *
 * It has five nodes and adds 4 KB per turn.
 */
export const plainGraph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(PlainState)
    .addNode("look", node("look", callTool))
    .addNode("sort", node("sort", noMessages))
    .addNode("weigh", node("weigh", noMessages))
    .addNode("check", node("check", noMessages))
    .addNode("answer", node("answer", answer))
    .addEdge(START, "look")
    .addEdge("look", "sort")
    .addEdge("sort", "weigh")
    .addEdge("weigh", "check")
    .addEdge("check", "answer")
    .addEdge("answer", END)
    .compile({ checkpointer });
