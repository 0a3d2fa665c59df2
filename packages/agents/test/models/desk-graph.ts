import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { AgentState, extendState, field, fieldGroups, fields, type ValueOf } from "@tidemark/core-state";
import { append } from "@tidemark/reducers";
import { z } from "zod";
import type { OpenAIServer } from "./openai-server.ts";

/** A state with the fields that agents with a model need, and a few of an application. */
export const Desk = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.calls,
    fieldGroups.report,
    fields("desk", {
      invoice: field({
        description: "The invoice in question; null for none.",
        schema: z.object({ id: z.string(), amount: z.number() }).nullable(),
        default: () => null,
        lifetime: "thread",
        owner: "billing",
      }),
      customer: field({
        description: "The customer; null for none.",
        schema: z.string().nullable(),
        default: () => "Ann",
        lifetime: "thread",
        owner: "root",
      }),
      notes: field({
        description: "What was noted, in order.",
        schema: z.array(z.string()).readonly(),
        default: () => [],
        lifetime: "thread",
        owner: "billing",
        reducer: append<string>(),
      }),
    }),
  ],
});

export type DeskValues = ValueOf<typeof Desk>;

/** The real client of OpenAI, on a server of the test. It tries once, so that the server counts what an agent asks. */
export const modelOf = (server: OpenAIServer, model = "test-model") =>
  new ChatOpenAI({
    model,
    apiKey: "sk-secret-of-the-test",
    useResponsesApi: false,
    maxRetries: 0,
    __includeRawResponse: true,
    configuration: { baseURL: server.url },
  });

export const config = { configurable: { thread_id: "ann", user_id: "ann" } };

export const say = (content: string) => ({ messages: [{ role: "user", content }] });

/** A timer that never waits long: retries begin at once, and times never run out by themselves. */
export const quick = {
  wait: (milliseconds: number) => (milliseconds < 40_000 ? Promise.resolve() : new Promise<void>(() => {})),
};

/** What every graph of these tests has. */
export const common = () => ({
  state: Desk,
  checkpointer: new MemorySaver(),
  timer: quick,
  checks: { enabled: false },
});

interface Readable {
  getState(config: object): Promise<{ readonly values: object }>;
}

/** The stored values of the thread of these tests. */
export async function valuesOf(graph: Readable): Promise<DeskValues> {
  const { values } = await graph.getState(config);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values of this state
  return values as DeskValues;
}

/** Text of each message, with its kind. */
export const texts = ({ messages }: DeskValues): readonly string[] =>
  messages.map((each: object) => {
    const type: unknown = Reflect.get(each, "type");
    const text: unknown = Reflect.get(each, "text");
    return `${String(type)}: ${String(text)}`;
  });
