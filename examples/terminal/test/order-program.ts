import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { AgentState, openSession, toStateSchema, turnStart } from "tidemark";
import { type CommandLine, type Program, readCommandLine, runProgram } from "../src/index.ts";

/** Parts of the program that a test replaces. */
export interface OrderOptions {
  /** Awaited by the node that answers. */
  readonly work?: () => Promise<void>;
  readonly saver?: MemorySaver;
  readonly finish?: () => string | null;
  /** Title of the application, and what goes with it. */
  readonly named?: { readonly title: string; readonly intro?: string; readonly suggestions?: readonly string[] };
}

const lastText = (messages: readonly { readonly content: unknown }[]): string => String(messages.at(-1)?.content);

/** A program that repeats what is typed, and asks whether it should order something. */
export function orderProgram({ work = () => Promise.resolve(), saver, finish, named }: OrderOptions = {}): Program {
  const graph = new StateGraph(toStateSchema(AgentState))
    .addNode("turn_start", turnStart(AgentState))
    .addNode("answer", async ({ messages }) => {
      await work();
      const said = lastText(messages);
      if (said === "break") throw new Error("The line is dead.\n  at somewhere");
      if (!said.startsWith("order ")) return { execution_final_answer: `You said: ${said}` };
      const answer: unknown = interrupt({ question: `Order ${said.slice(6)}?` });
      return { execution_final_answer: `Your answer was ${JSON.stringify(answer)}.` };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "answer")
    .addEdge("answer", END)
    .compile({ checkpointer: saver ?? new MemorySaver() });
  return {
    help: "Type something.",
    start: "npm run orders",
    example: 'npm run orders -- "order tea"',
    page: "npm run page",
    readOptions: (words) => readCommandLine(words, { thread: "shop", db: "orders.db", own: ["now"] }),
    open: ({ thread }: CommandLine) => ({
      application: {
        ...named,
        graph,
        session: (threadId) => openSession({ graph, threadId }),
        thread,
        question: (value) => {
          const asked: unknown = Reflect.get(Object(value), "question");
          if (typeof asked !== "string" || asked === "Order words?") return null;
          const isSure = asked !== "Order lava?";
          return {
            text: asked,
            notes: ["It costs 3."],
            choices: [
              { label: "Order it", notes: ["a", "b", "c", "d"], answer: true, role: isSure ? "recommended" : "plain" },
              { label: "Do not", notes: [], answer: false, role: "refusal" },
            ],
          };
        },
      },
      command: (line) => (line === "menu" ? "tea, coffee" : null),
      ...(finish && { finish, converses: false }),
      close() {},
    }),
  };
}

/** Streams of a process, whose input has ended. */
export function contextOf({ input = "", interactive = false } = {}) {
  const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
  streams.input.end(input);
  return { env: {}, ...streams, interactive };
}

/** Runs a program in this process. */
export async function run(program: Program, words: readonly string[], options: Parameters<typeof contextOf>[0] = {}) {
  const context = contextOf(options);
  const collected = Promise.all([text(context.output), text(context.errors)]);
  const code = await runProgram(program, words, context);
  context.output.end();
  context.errors.end();
  const [out, err] = await collected;
  return { code, out, err };
}
