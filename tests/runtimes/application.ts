import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
import { applicationRoutes } from "tidemark/hono";

const graph = new StateGraph(toStateSchema(AgentState))
  .addNode("turn_start", turnStart(AgentState))
  .addNode("ask", () => {
    const city = String(interrupt({ question: "Which city?" }));
    return { messages: [{ role: "assistant", content: `Noted: ${city}.` }] };
  })
  .addEdge(START, "turn_start")
  .addEdge("turn_start", "ask")
  .addEdge("ask", END)
  .compile({ checkpointer: new MemorySaver() });

const app = applicationRoutes({
  state: AgentState,
  authorize: () => ({ userId: "ann" }),
  session: (threadId) => openSession({ graph, threadId }),
});

/** Answers a request, as runtimes with `fetch` handlers expect it. */
export const answer = async (request: Request): Promise<Response> => app.fetch(request);
