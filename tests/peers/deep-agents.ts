import { Command, MemorySaver, ReducedValue, StateSchema } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { createMiddleware, tool, ToolMessage, type AgentMiddleware } from "langchain";
import { append, defineState, field, mergeByKey, openSession, tidemark } from "tidemark";
import { type ScriptedAnswer, scriptedModel } from "tidemark/testing";
import { z } from "zod";

const File = z.object({ content: z.string(), mimeType: z.string(), created_at: z.string(), modified_at: z.string() });

/** State of a team of deep agents that writes a report. */
export const team = tidemark(
  defineState({
    version: 1,
    fields: {
      files: field({
        description: "Files of the report, by path.",
        schema: z.record(z.string(), File),
        updateSchema: z.record(z.string(), File.nullable()),
        reducer: mergeByKey<z.infer<typeof File>>({ deleteOnNull: true }),
        default: () => ({}),
        lifetime: "thread",
        owner: "root",
      }),
      title: field(z.string().max(20), { default: "", lifetime: "thread", owner: "root" }),
      notes: field(z.array(z.string()).readonly(), { default: [], lifetime: "turn", reducer: append<string>() }),
      prices: field(z.record(z.string(), z.number()), {
        default: {},
        lifetime: "thread",
        reducer: mergeByKey<number>(),
      }),
      budget: field(z.number(), { default: 100, lifetime: "thread", owner: "finance" }),
    },
  }),
);

/** Fields and tools that a stock middleware adds, as the documentation of LangChain shows it. */
export const stockFields = createMiddleware({
  name: "stockFields",
  stateSchema: z.object({
    title: z.string().default(""),
    notes: z.array(z.string()).default([]),
    budget: z.number().default(100),
  }),
});

/** A tool that writes one field. */
const writer = (name: string, schema: z.ZodType) =>
  tool(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema below
    (input, config) => {
      const { value } = input as { readonly value: unknown };
      const id: unknown = Reflect.get(Object(config), "toolCallId");
      return new Command({
        update: { [name]: value, messages: [new ToolMessage({ content: "Noted.", tool_call_id: String(id) })] },
      });
    },
    { name: `write_${name}`, description: `Writes ${name}.`, schema: z.object({ value: schema }) },
  );

const tools = [
  writer("title", z.string()),
  writer("notes", z.array(z.string())),
  writer("budget", z.number()),
  writer("prices", z.record(z.string(), z.number())),
];

/** A call of a tool by a scripted model. */
export const call = (name: string, args: Readonly<Record<string, unknown>>, id?: string) => ({
  toolCalls: [{ name, args, ...(id !== undefined && { id }) }],
});
export const writes = (path: string, content: string) => call("write_file", { file_path: path, content });
export const edits = (path: string, old: string, now: string) =>
  call("edit_file", { file_path: path, old_string: old, new_string: now });
export const notes = (name: "budget" | "notes" | "prices" | "title", value: unknown) =>
  call(`write_${name}`, { value });

/** Calls of subagents in one answer of the main agent, so that they run in parallel. */
export const asks = (...names: readonly string[]) => ({
  toolCalls: names.map((name) => ({
    name: "task",
    args: { subagent_type: name, description: "Do your part." },
    id: `task_${name}`,
  })),
});

/** Program of a team: the answers of the models, and what is different from one program to the other. */
export interface Program {
  readonly root: readonly ScriptedAnswer[];
  readonly subagents?: Readonly<Record<string, readonly ScriptedAnswer[]>>;
  readonly fork?: readonly string[];
  readonly more?: Partial<Parameters<typeof createDeepAgent>[0]>;
}

/** Compiles the same program with deepagents alone, or with the middleware of the state. */
export function agentOf({ root, subagents = {}, fork = [], more = {} }: Program, middleware: AgentMiddleware) {
  const models = new Map(Object.entries(subagents).map(([name, answers]) => [name, scriptedModel([...answers])]));
  const model = scriptedModel([...root]);
  const agent = createDeepAgent({
    model,
    tools,
    checkpointer: new MemorySaver(),
    subagents: [...models].map(([name, each]) => ({
      name,
      description: name,
      systemPrompt: `You are ${name}.`,
      model: each,
      middleware: [middleware],
      ...(fork.includes(name) && { mode: "fork" as const }),
    })),
    ...more,
    middleware: [middleware, ...(more.middleware ?? [])],
  });
  return { agent, model, models };
}

/** A list and a record with a reducer, as the documentation of LangChain shows them. */
export const stockReducers = createMiddleware({
  name: "stockReducers",
  stateSchema: new StateSchema({
    notes: new ReducedValue(z.array(z.string()).default([]), {
      inputSchema: z.array(z.string()).optional(),
      reducer: (list: string[], more: string[] | undefined) => [...list, ...(more ?? [])],
    }),
    prices: new ReducedValue(z.record(z.string(), z.number()).default({}), {
      inputSchema: z.record(z.string(), z.number()).optional(),
      reducer: (prices: Record<string, number>, more: Record<string, number> | undefined) => ({ ...prices, ...more }),
    }),
  }),
});

/** Files alone need no middleware. */
export const filesAlone = createMiddleware({ name: "filesAlone" });

/** Runs one message with deepagents alone. */
export async function runStock(program: Program, middleware: AgentMiddleware = filesAlone) {
  const { agent } = agentOf(program, middleware);
  const thread = { configurable: { thread_id: "stock" } };
  const values: unknown = await agent.invoke({ messages: [{ role: "user", content: "Write it." }] }, thread);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of an agent are its values by field
  return values as Readonly<Record<string, unknown>>;
}

/** Opens a session on the same program with the middleware of the state. */
export function openTeam(program: Program, options: Parameters<typeof team.middleware>[0] = {}) {
  const made = agentOf(program, team.middleware(options));
  return { ...made, session: openSession({ graph: made.agent.graph, state: team.state, threadId: "ours" }) };
}

/** Contents of files by path. */
export function contents(files: unknown): Readonly<Record<string, unknown>> {
  if (typeof files !== "object" || files === null) return {};
  return Object.fromEntries(
    Object.entries<unknown>({ ...files }).map(([path, file]) => [path, Reflect.get(Object(file), "content")]),
  );
}
