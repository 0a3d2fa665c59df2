import { createRequire } from "node:module";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type AiModel, scriptedAiModel } from "./ai-model.ts";
import type { Conversation } from "./conversation.ts";
import { answered, LAST } from "./tool-turns.ts";
import { question } from "./turn-graphs.ts";
import type { TurnAnswer } from "./turn-model.ts";

// It reports to its makers and asks the network for its models otherwise.
process.env["MASTRA_TELEMETRY_DISABLED"] = "1";
process.env["MASTRA_OFFLINE"] = "1";

const folder = path.join(import.meta.dirname, "..", "peers", "mastra");
const { resolve } = createRequire(path.join(folder, "package.json"));

/** Whether Mastra is there: it is larger than it may be for everybody to install it. */
export function mastraIsInstalled(): boolean {
  try {
    return resolve("@mastra/core/agent") !== "";
  } catch {
    return false;
  }
}

/** What we use of it; its own types are not here where it is not installed. */
interface Mastra {
  Agent: new (options: object) => {
    generate(text: string | undefined, options: object): Promise<{ readonly text: string }>;
  };
  createTool: (options: object) => object;
  Memory: new (options: object) => object;
  LibSQLStore: new (options: { id: string; url: string }) => object;
}

async function loadMastra(): Promise<Mastra> {
  const names = ["@mastra/core/agent", "@mastra/core/tools", "@mastra/memory", "@mastra/libsql"];
  const found = await Promise.all(names.map((name): Promise<object> => import(pathToFileURL(resolve(name)).href)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lockfile beside it holds the version that has these
  return Object.assign({}, ...found) as Mastra;
}

const lookUp = {
  id: "look_up",
  description: "Looks it up.",
  inputSchema: z.object({}),
  execute: () => Promise.resolve(answered()),
};
const looks: TurnAnswer = { calls: { look_up: {} } };
const script: readonly TurnAnswer[] = [
  { calls: { "agent-weather": { prompt: "Find out where it rains" } } },
  looks,
  { said: "It rains in Bergen." },
  { calls: { "agent-trains": { prompt: "Find a train" } } },
  looks,
  { said: "The train leaves at 8:05." },
  { said: LAST },
];

/** Mastra: an agent that delegates to two of three others, which stands for the plan and the handoff, on its own SQLite storage. */
export async function workedByMastra(file: string, lastMessages?: number): Promise<Conversation> {
  const { Agent, createTool, Memory, LibSQLStore } = await loadMastra();
  const { model, asked } = scriptedAiModel(script);
  const tools = { look_up: createTool(lookUp) };
  const agent = (id: string, more: { model: AiModel; tools?: object; agents?: object; memory?: object }) =>
    new Agent({ id, name: id, description: `Knows all about ${id}.`, instructions: "Answer the user.", ...more });
  const memory = new Memory({
    storage: new LibSQLStore({ id: "storage", url: `file:${file}` }),
    ...(lastMessages !== undefined && { options: { lastMessages } }),
  });
  const agents = {
    weather: agent("weather", { model, tools }),
    trains: agent("trains", { model, tools }),
    hotels: agent("hotels", { model, tools }),
  };
  const supervisor = agent("supervisor", { model, agents, memory });
  return {
    asked,
    turn: async (threadId) => {
      const of = { thread: threadId, resource: threadId };
      return (await supervisor.generate(question.messages[0]?.content, { maxSteps: 10, memory: of })).text;
    },
    stored: (threadId) => Promise.resolve(`${rowsOf(file, threadId).length} messages`),
    kept: (threadId) => {
      const own = rowsOf(file, threadId).filter(({ thread_id }) => thread_id === threadId);
      const parts = own.flatMap(({ role, content }) =>
        Content.parse(JSON.parse(content)).parts.map((part) => ({ role, ...part })),
      );
      const texts = (speaker: string) => parts.flatMap(({ role, text }) => (role === speaker ? (text ?? []) : []));
      return Promise.resolve({
        asked: texts("user"),
        // What the other agents found stands in what their calls gave.
        found: parts.flatMap(({ toolInvocation }) =>
          (toolInvocation?.result?.subAgentToolResults ?? []).map(({ result }) => result),
        ),
        answered: texts("assistant").filter((text) => text === LAST),
      });
    },
    close: () => {},
  };
}

const Delegated = z.object({ subAgentToolResults: z.array(z.object({ result: z.string() })).optional() });
const Part = z.object({
  text: z.string().optional(),
  toolInvocation: z.object({ result: Delegated.optional() }).optional(),
});
const Content = z.object({ parts: z.array(Part) });
const Rows = z.array(z.object({ thread_id: z.string(), role: z.string(), content: z.string() }));

/** All messages of a conversation; the other agents have a thread of their own for each call. */
function rowsOf(file: string, threadId: string): z.infer<typeof Rows> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const select =
      "SELECT thread_id, role, content FROM mastra_messages WHERE resourceId = ? OR resourceId GLOB ? || '-*'";
    return Rows.parse(database.prepare(select).all(threadId, threadId));
  } finally {
    database.close();
  }
}
