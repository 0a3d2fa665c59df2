import { describe, expect, test } from "vitest";
import { KEY } from "../ai-sdk/chat-server.ts";
import { desk, toolDesk } from "../ai-sdk/desk.ts";
import { deferred } from "../deferred.ts";
import { until } from "../until.ts";
import { langGraphServer } from "./langgraph-server.ts";

const said = (content: string, id?: string) => ({
  messages: [{ type: "human", content, ...(id !== undefined && { id }) }],
});

async function read(stream: AsyncIterable<{ readonly event: string; readonly data: unknown }>) {
  const parts: { readonly event: string; readonly data: unknown }[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const valuesIn = (parts: Awaited<ReturnType<typeof read>>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values are objects
  parts.filter(({ event }) => event === "values").map(({ data }) => data as Readonly<Record<string, unknown>>);

describe("the client of LangGraph's SDK", () => {
  test("streams a run as values and messages", async () => {
    const { client } = await langGraphServer(desk());
    const { thread_id: threadId } = await client.threads.create();
    const parts = await read(
      client.runs.stream(threadId, "agent", {
        input: said("Where to?"),
        streamMode: ["values", "messages-tuple", "updates"],
      }),
    );
    expect(parts[0]).toMatchObject({ event: "metadata" });
    const words = parts
      .filter(({ event }) => event === "messages")
      .map(({ data }): unknown => Reflect.get(Object(data), "0"));
    expect(words).toContainEqual(expect.objectContaining({ type: "AIMessageChunk", content: "Lisbon " }));
    const last = valuesIn(parts).at(-1);
    expect(last).toMatchObject({
      desk_city: "Lisbon",
      messages: [{ type: "human" }, { content: "Lisbon is lovely." }],
    });
    expect(last).not.toHaveProperty("desk_margin");
  });

  test("resumes with the ids of the questions", async () => {
    const { client } = await langGraphServer(desk(), { key: KEY });
    const asked = valuesIn(await read(client.runs.stream("ann", "agent", { input: said("ask") }))).at(-1);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of LangGraph's interrupts
    const [question] = (asked?.["__interrupt__"] ?? []) as { readonly id: string }[];
    const state = await client.threads.getState("ann");
    expect(state.tasks[0]?.interrupts[0]?.id).toBe(question?.id);
    const resumed = await read(
      client.runs.stream("ann", "agent", { command: { resume: { [question?.id ?? ""]: "Porto" } } }),
    );
    expect(valuesIn(resumed).at(-1)).toMatchObject({ desk_city: "Porto" });
  });

  test("resumes the only question without an id, unless the server signs", async () => {
    const open = await langGraphServer(desk());
    await read(open.client.runs.stream("ann", "agent", { input: said("ask") }));
    const resumed = await read(open.client.runs.stream("ann", "agent", { command: { resume: "Porto" } }));
    expect(valuesIn(resumed).at(-1)).toMatchObject({ desk_city: "Porto" });
    const signing = await langGraphServer(desk(), { key: KEY });
    await read(signing.client.runs.stream("ann", "agent", { input: said("ask") }));
    await expect(read(signing.client.runs.stream("ann", "agent", { command: { resume: "Porto" } }))).rejects.toThrow(
      "403",
    );
  });

  test("joins a run from its beginning, or after an event, while it goes on and after its end", async () => {
    const { promise, resolve } = deferred();
    const { client } = await langGraphServer(desk(promise));
    let runId = "";
    const sent = read(
      client.runs.stream("ann", "agent", { input: said("slow"), onRunCreated: ({ run_id: id }) => void (runId = id) }),
    );
    await until(() => runId !== "");
    expect(await client.runs.get("ann", runId)).toMatchObject({ status: "running" });
    const joined = read(client.runs.joinStream("ann", runId, { lastEventId: "-1" }));
    resolve();
    expect(await joined).toEqual(await sent);
    const all = await read(client.runs.joinStream("ann", runId, { lastEventId: "-1" }));
    const rest = await read(client.runs.joinStream("ann", runId, { lastEventId: "0" }));
    expect(rest).toEqual(all.slice(1));
    expect(await client.runs.get("ann", runId)).toMatchObject({ status: "success" });
  });

  test("goes on when its client leaves, and is canceled by its id", async () => {
    const { client } = await langGraphServer(desk(new Promise(() => undefined)));
    const left = new AbortController();
    let runId = "";
    const sent = read(
      client.runs.stream("ann", "agent", {
        input: said("slow"),
        signal: left.signal,
        onRunCreated: ({ run_id: id }) => void (runId = id),
      }),
    ).catch(() => []);
    await until(() => runId !== "");
    left.abort();
    await sent;
    expect(await client.runs.list("ann")).toHaveLength(1);
    await client.runs.cancel("ann", runId);
    expect(await client.runs.list("ann")).toEqual([]);
  });

  test("reads a history in which each checkpoint is a turn, and ten are ten turns", async () => {
    const { client } = await langGraphServer(desk());
    for (let turn = 1; turn <= 10; turn += 1) {
      await read(client.runs.stream("ann", "agent", { input: said(`Where to, ${turn}?`, `m${turn}`) }));
    }
    const history = await client.threads.getHistory<{ readonly messages: readonly { readonly id: string }[] }>("ann");
    expect(history.map(({ values }) => values.messages.length)).toEqual([20, 18, 16, 14, 12, 10, 8, 6, 4, 2]);
    const [newest, before] = history;
    expect(newest?.parent_checkpoint).toEqual(before?.checkpoint);
    const all = await client.threads.getHistory<{ readonly messages: readonly unknown[] }>("ann", { limit: 100 });
    expect(all.at(-1)).toMatchObject({ values: { messages: [] }, parent_checkpoint: null });
  });

  test("starts a branch at the first turn, with the first message edited", async () => {
    const { client } = await langGraphServer(desk());
    await read(client.runs.stream("ann", "agent", { input: said("Where to?", "m1") }));
    const root = (await client.threads.getHistory("ann", { limit: 100 })).at(-1)?.checkpoint;
    const branch = await read(
      client.runs.stream("ann", "agent", {
        input: said("Where else?", "m1"),
        checkpointId: root?.checkpoint_id ?? "",
      }),
    );
    expect(valuesIn(branch).at(-1)).toMatchObject({ messages: [{ content: "Where else?" }, { type: "ai" }] });
    const state = await client.threads.getState<{ readonly messages: readonly unknown[] }>("ann");
    expect(state.values.messages).toHaveLength(2);
  });

  test("searches threads that the application lists", async () => {
    const { client } = await langGraphServer(desk(), {
      threads: () => Promise.resolve([{ threadId: "ann", updatedAt: "2026-01-08T20:30:00Z" }]),
    });
    expect(await client.threads.search()).toMatchObject([{ thread_id: "ann" }]);
    expect(await client.threads.search({ ids: ["ben"] })).toEqual([]);
  });

  test("does not run a message twice", async () => {
    const refunded: unknown[] = [];
    const { client } = await langGraphServer(toolDesk(refunded, false));
    const once = await read(client.runs.stream("ann", "agent", { input: said("Refund it", "m1") }));
    const again = await read(client.runs.stream("ann", "agent", { input: said("Refund it", "m1") }));
    expect(refunded).toEqual(["A-17"]);
    expect(valuesIn(again).at(-1)).toMatchObject({ messages: [{ id: "m1" }, {}, {}, { content: "It is refunded." }] });
    expect(valuesIn(once).at(-1)?.["messages"]).toHaveLength(4);
  });
});
