import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, extendState, fieldGroups, openSession, toStateSchema, turnStart } from "tidemark";
import { speakerOf, textOf } from "tidemark/agents";
import type { TypedAnswer, WebApplication } from "../src/index.ts";

const Weather = extendState(AgentState, { version: 1, fields: [fieldGroups.workflow] });

/** Question that is asked, and the answers that it offers. */
interface Asking {
  readonly question?: string;
  readonly answers?: readonly (string | TypedAnswer)[];
}

/** An application that asks for a city until a message names one, and offers two answers. */
export function askingApplication({
  question = "Which city?\nFor example Bergen.",
  answers = ["In Bergen", "In the north"],
}: Asking = {}): WebApplication {
  const graph = new StateGraph(toStateSchema(Weather))
    .addNode("turn_start", turnStart(Weather))
    .addNode("guide", ({ messages }) => {
      const said = messages.filter((message) => speakerOf(message) === "user").at(-1);
      const isKnown = said !== undefined && /Bergen|^1$/u.test(textOf(said));
      const content = isKnown ? "It rains in Bergen." : question;
      return {
        messages: [{ role: "assistant", content }],
        control_workflow_status: isKnown ? ("completed" as const) : ("awaiting_user" as const),
      };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "guide")
    .addEdge("guide", END)
    .compile({ checkpointer: new MemorySaver() });
  return {
    title: "Weather",
    intro: "Where are you?",
    suggestions: ["How is the weather?"],
    state: Weather,
    graph,
    session: (threadId) => openSession({ graph, threadId }),
    thread: "weather",
    answers: () => answers,
  };
}
