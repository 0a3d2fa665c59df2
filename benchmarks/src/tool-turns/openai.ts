import { existsSync, readFileSync, writeFileSync } from "node:fs";
import {
  Agent,
  type AgentInputItem,
  MemorySession,
  type Model,
  type ModelResponse,
  run,
  RunState,
  setTracingDisabled,
  tool,
  Usage,
  user,
} from "@openai/agents";
import { z } from "zod";
import type { Conversation } from "./conversation.ts";
import type { StoredTurns } from "./stored-turns.ts";
import { agentScript, LAST, lookUpText } from "./tool-turns.ts";
import { question } from "../turns/graphs.ts";
import type { ScriptedTurn } from "../turns/model.ts";

// Otherwise the SDK sends traces.
setTracingDisabled(true);

/** A model for the SDK that returns the scripted answers of a turn without delay, and starts over for the next turn. */
class ScriptedTurnModel implements Model {
  readonly #script: readonly ScriptedTurn[];
  #calls = 0;

  constructor(script: readonly ScriptedTurn[]) {
    this.#script = script;
  }

  get calls(): number {
    return this.#calls;
  }

  getResponse(): Promise<ModelResponse> {
    const { text = "", calls = {} } = this.#script[this.#calls % this.#script.length] ?? {};
    this.#calls += 1;
    const words = { type: "message", role: "assistant", status: "completed" } as const;
    return Promise.resolve({
      usage: new Usage({ inputTokens: 1, outputTokens: 1, totalTokens: 2 }),
      output: [
        ...(text === "" ? [] : [{ ...words, content: [{ type: "output_text" as const, text }] }]),
        ...Object.entries(calls).map(([name, args], index) => ({
          type: "function_call" as const,
          callId: `call_${this.#calls}_${index}`,
          name,
          status: "completed" as const,
          arguments: JSON.stringify(args),
        })),
      ],
    });
  }

  // oxlint-disable-next-line require-yield -- the benchmarks do not stream
  async *getStreamedResponse(): AsyncGenerator<never> {
    await Promise.reject(new Error("The benchmarks do not stream."));
  }
}

/** Two agents that look something up; the first transfers to the second, which has the last word. */
function makeAgents() {
  const model = new ScriptedTurnModel([...agentScript.slice(0, 3), { text: LAST }]);
  const tools = [
    tool({
      name: "look_up",
      description: "Looks it up.",
      parameters: z.object({}),
      execute: () => lookUpText(),
    }),
  ];
  const agent = (name: string, handoffs: Agent[] = []) =>
    new Agent({
      name,
      handoffDescription: `Knows all about ${name}.`,
      instructions: "Answer the user.",
      model,
      tools,
      handoffs,
    });
  return { model, weather: agent("weather", [agent("trains"), agent("hotels")]) };
}

const text = question.messages[0]?.content ?? "";

/** The OpenAI Agents SDK with its session in memory. */
export function openAIToolTurns(): Conversation {
  const { model, weather } = makeAgents();
  const sessions = new Map<string, MemorySession>();
  const sessionOf = (threadId: string): MemorySession => {
    const session = sessions.get(threadId) ?? new MemorySession({ sessionId: threadId });
    sessions.set(threadId, session);
    return session;
  };
  return {
    modelCalls: () => model.calls,
    turn: async (threadId) => String((await run(weather, text, { session: sessionOf(threadId) })).finalOutput),
    stored: () => Promise.resolve("nothing stored"),
    // It has no storage, so its memory is read.
    read: async (threadId) => turnsOf(await sessionOf(threadId).getItems()),
    close: () => {},
  };
}

/** The same with its conversation in a file, which each turn replaces. */
export function openAIFileToolTurns(file: string): Conversation {
  const { model, weather } = makeAgents();
  const fileOf = (threadId: string): string => `${file}-${threadId}.json`;
  const historyOf = async (threadId: string): Promise<AgentInputItem[]> => {
    const stored = fileOf(threadId);
    return existsSync(stored) ? (await RunState.fromString(weather, readFileSync(stored, "utf8"))).history : [];
  };
  return {
    modelCalls: () => model.calls,
    turn: async (threadId) => {
      const result = await run(weather, [...(await historyOf(threadId)), user(text)]);
      writeFileSync(fileOf(threadId), result.state.toString());
      return String(result.finalOutput);
    },
    stored: () => Promise.resolve("1 file"),
    read: async (threadId) => turnsOf(await historyOf(threadId)),
    close: () => {},
  };
}

const Content = z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]);
const Item = z.object({
  type: z.string().optional(),
  role: z.string().optional(),
  name: z.string().optional(),
  content: Content.optional(),
  output: z.union([z.string(), z.object({ text: z.string() })]).optional(),
});

const textIn = ({ content = "" }: z.infer<typeof Item>): string =>
  typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");

function turnsOf(items: readonly AgentInputItem[]): StoredTurns {
  const parsed = items.map((each) => Item.parse(each));
  return {
    questions: parsed.filter(({ role }) => role === "user").map(textIn),
    findings: parsed
      .filter(({ type, name }) => type === "function_call_result" && name === "look_up")
      .map(({ output = "" }) => (typeof output === "string" ? output : output.text)),
    answers: parsed
      .filter(({ role }) => role === "assistant")
      .map(textIn)
      .filter((each) => each === LAST),
  };
}
