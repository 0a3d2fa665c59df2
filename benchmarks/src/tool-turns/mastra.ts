import { createRequire } from "node:module";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type AiModel, scriptedAiModel } from "./ai-model.ts";
import type { Conversation } from "./conversation.ts";
import { LAST, lookUpText } from "./tool-turns.ts";
import { question } from "../turns/graphs.ts";
import type { ScriptedTurn } from "../turns/model.ts";

// Otherwise Mastra sends telemetry and loads its list of models from the network.
process.env["MASTRA_TELEMETRY_DISABLED"] = "1";
process.env["MASTRA_OFFLINE"] = "1";

const folder = path.join(import.meta.dirname, "..", "..", "peers", "mastra");
const { resolve } = createRequire(path.join(folder, "package.json"));

/** Whether Mastra is installed. It is too large to be a dependency. */
export function mastraIsInstalled(): boolean {
  try {
    return resolve("@mastra/core/agent") !== "";
  } catch {
    return false;
  }
}

/** The part of Mastra that is used. Its types are missing where it is not installed. */
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lockfile pins a version with these exports
  return Object.assign({}, ...found) as Mastra;
}

const lookUp = {
  id: "look_up",
  description: "Looks it up.",
  inputSchema: z.object({}),
  execute: () => Promise.resolve(lookUpText()),
};
const looks: ScriptedTurn = { calls: { look_up: {} } };
const script: readonly ScriptedTurn[] = [
  { calls: { "agent-weather": { prompt: "Find out where it rains" } } },
  looks,
  { text: "It rains in Bergen." },
  { calls: { "agent-trains": { prompt: "Find a train" } } },
  looks,
  { text: "The train leaves at 8:05." },
  { text: LAST },
];

/** Mastra on its SQLite storage: an agent that delegates to two of three others, which replaces the plan and the handoff. */
export async function mastraToolTurns(file: string, lastMessages?: number): Promise<Conversation> {
  const { Agent, createTool, Memory, LibSQLStore } = await loadMastra();
  const { model, modelCalls } = scriptedAiModel(script);
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
    modelCalls,
    turn: async (threadId) => {
      const thread = { thread: threadId, resource: threadId };
      return (await supervisor.generate(question.messages[0]?.content, { maxSteps: 10, memory: thread })).text;
    },
    stored: (threadId) => Promise.resolve(`${rowsOf(file, threadId).length} messages`),
    read: (threadId) => {
      const own = rowsOf(file, threadId).filter(({ thread_id }) => thread_id === threadId);
      const parts = own.flatMap(({ role, content }) =>
        Content.parse(JSON.parse(content)).parts.map((part) => ({ role, ...part })),
      );
      const texts = (speaker: string) => parts.flatMap(({ role, text }) => (role === speaker ? (text ?? []) : []));
      return Promise.resolve({
        questions: texts("user"),
        // The results of the other agents' tools are in the results of their calls.
        findings: parts.flatMap(({ toolInvocation }) =>
          (toolInvocation?.result?.subAgentToolResults ?? []).map(({ result }) => result),
        ),
        answers: texts("assistant").filter((text) => text === LAST),
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

/** All messages of a conversation. The other agents use a separate thread for each call. */
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
