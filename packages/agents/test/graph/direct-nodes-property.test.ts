import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AIMessage } from "@langchain/core/messages";
import {
  Command,
  END,
  type LangGraphRunnableConfig,
  MemorySaver,
  Overwrite,
  pushMessage,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { AgentState, defineState, field } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { appendUnique } from "@tidemark/reducers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { withDirectNodes } from "../../src/graph/direct-nodes.graph.ts";

const State = defineState({
  version: 1,
  fields: {
    messages: AgentState.fields.messages,
    trip_town: field(z.string().nullable(), { default: null, lifetime: "thread" }),
    trip_seen: field(z.array(z.object({ id: z.string() })), {
      default: [],
      lifetime: "thread",
      reducer: appendUnique({ key: ({ id }: { readonly id: string }) => id }),
    }),
    trip_note: field(z.string().nullable(), { default: null, lifetime: "transient" }),
  },
});

/** What one node does: the fields that it returns, and a message that it sends without returning it. */
interface Work {
  readonly town?: string | undefined;
  readonly note?: string | undefined;
  readonly seen?: readonly string[] | undefined;
  readonly replaces: boolean;
  readonly says?: string | undefined;
  readonly pushes?: string | undefined;
  readonly commands: boolean;
}

const text = fc.constantFrom("Bergen", "Oslo", "Lisbon");
const work: fc.Arbitrary<Work> = fc.record(
  {
    town: text,
    note: text,
    seen: fc.array(text, { maxLength: 3 }),
    replaces: fc.boolean(),
    says: text,
    pushes: text,
    commands: fc.boolean(),
  },
  { requiredKeys: ["replaces", "commands"] },
);

class Listener extends BaseCallbackHandler {
  readonly name = "listener";
}

/** Runs the nodes one after the other. Returns what each edge has read, what the streams contain, and what is stored. */
async function run(works: readonly Work[], callbacks: Listener[] | undefined) {
  const read: unknown[] = [];
  const graph = new StateGraph(toStateSchema(State));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the node names are known only at run time
  const loose = graph as unknown as {
    addNode: (name: string, node: unknown) => void;
    addEdge: (from: string, to: string) => void;
    addConditionalEdges: (from: string, path: unknown, to: readonly string[]) => void;
  };
  const names = works.map((_, index) => `n${index}`);
  for (const [index, each] of works.entries()) {
    // oxlint-disable-next-line typescript/require-await -- nodes of agent graphs are async functions
    const node = async (_: unknown, config: LangGraphRunnableConfig) => {
      if (each.pushes !== undefined)
        pushMessage(new AIMessage({ id: `pushed-${index}`, content: each.pushes }), config);
      const seen = each.seen?.map((id) => ({ id }));
      const update = {
        ...("town" in each && { trip_town: each.town }),
        ...("note" in each && { trip_note: each.note }),
        ...(seen !== undefined && { trip_seen: each.replaces ? new Overwrite(seen) : seen }),
        ...(each.says !== undefined && { messages: [new AIMessage({ id: `said-${index}`, content: each.says })] }),
      };
      return each.commands ? new Command({ update }) : update;
    };
    const path = (values: { readonly messages: readonly AIMessage[] }) => {
      read.push({ ...values, messages: values.messages.map((message) => [message.id, message.text]) });
      return names[index + 1] ?? END;
    };
    loose.addNode(`n${index}`, node);
    loose.addConditionalEdges(`n${index}`, path, [...names, END]);
  }
  loose.addEdge(START, "n0");
  const compiled = withDirectNodes(graph.compile({ checkpointer: new MemorySaver() }));
  const config = { configurable: { thread_id: "t" }, ...(callbacks !== undefined && { callbacks }) };
  const chunks: unknown[] = [];
  const input = { messages: [{ id: "question", role: "user", content: "Go" }] };
  for await (const chunk of await compiled.stream(input, { ...config, streamMode: ["updates", "values"] }))
    chunks.push(chunk);
  const snapshot = await compiled.getState(config);
  const values: unknown = snapshot.values;
  const { next } = snapshot;
  return JSON.stringify({ read, chunks, values, next });
}

describe("direct nodes", () => {
  test("give edges, streams and checkpoints what LangGraph's sequences of runnables give them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(work, { minLength: 1, maxLength: 4 }), async (works) => {
        expect(await run(works, undefined)).toBe(await run(works, [new Listener()]));
      }),
      { numRuns: 30 },
    );
  });
});
