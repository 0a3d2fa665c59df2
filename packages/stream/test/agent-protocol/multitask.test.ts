import { Client } from "@langchain/langgraph-sdk";
import { StreamController } from "@langchain/langgraph-sdk/stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { desk } from "../ai-sdk/desk.ts";
import { problemOf } from "../ai-sdk/chat-server.ts";
import { deferred } from "../deferred.ts";
import { look, steeringDesk } from "../steering-desk.ts";
import { until } from "../until.ts";
import { langGraphServer } from "./langgraph-server.ts";

const said = (content: string, id?: string) => ({
  messages: [{ type: "human", content, ...(id !== undefined && { id }) }],
});

/** The strategies of LangGraph, and `steer`, which its types do not know. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const STEER = "steer" as "enqueue";

async function lastValues(stream: AsyncIterable<{ readonly event: string; readonly data: unknown }>) {
  let last: unknown = null;
  for await (const { event, data } of stream) if (event === "values") last = data;
  const messages: unknown = Reflect.get(Object(last), "messages");
  return (Array.isArray(messages) ? messages : []).map((each): unknown => Reflect.get(Object(each), "content"));
}

const texts = ["Look for flights to Porto", "", "A-17 is paid.", "No, to Lisbon", "Lisbon it is."];

describe("a message to a running turn, with the strategy `steer`", () => {
  test("of `useStream` is read by the agent, and shown where it was read", async () => {
    const { session, begun, goOn, asked, stored, model } = steeringDesk([look, "Lisbon it is."]);
    const { page } = await langGraphServer(session);
    const [tab, other] = [await page("ann"), await page("ann")];
    const first = tab.say("Look for flights to Porto");
    await begun;
    const second = tab.stream.submit(said("No, to Lisbon", "m2"), { multitaskStrategy: STEER });
    await stored(1);
    goOn();
    await Promise.all([first, second]);
    expect(asked(1).slice(-1)).toEqual(["human: No, to Lisbon"]);
    await tab.reads(...texts);
    await other.reads(...texts);
    await (await page("ann")).reads(...texts);
    expect(tab.now().error).toBeUndefined();
    model.assertDone();
  });

  test("of the SDK joins the running run", async () => {
    const { session, begun, goOn, stored } = steeringDesk([look, "Lisbon it is."]);
    const { client } = await langGraphServer(session);
    const ids: string[] = [];
    const onRunCreated = ({ run_id: id }: { run_id: string }) => void ids.push(id);
    const first = lastValues(client.runs.stream("ann", "agent", { input: said(texts[0] ?? ""), onRunCreated }));
    await begun;
    const more = { input: said("No, to Lisbon", "m2"), multitaskStrategy: STEER, onRunCreated };
    const second = lastValues(client.runs.stream("ann", "agent", more));
    await stored(1);
    goOn();
    expect(await first).toEqual(texts);
    expect(await second).toEqual(texts);
    expect(new Set(ids).size).toBe(1);
  });

  test("is the next turn if no agent has read it", async () => {
    const { session, begun, goOn, stored } = steeringDesk(["Porto it is.", "Lisbon then."], { holdsAnswer: true });
    const { page } = await langGraphServer(session);
    const tab = await page("ann");
    const first = tab.say("Book Porto");
    await begun;
    const second = tab.stream.submit(said("No, Lisbon", "m2"), { multitaskStrategy: STEER });
    await stored(1);
    goOn();
    await Promise.all([first, second]);
    await tab.reads("Book Porto", "Porto it is.", "No, Lisbon", "Lisbon then.");
  });
});

describe("a message during a turn, with the strategy `enqueue`", () => {
  test("runs when the turns before it have ended, in order", async () => {
    const { promise, resolve } = deferred();
    const { client } = await langGraphServer(desk(promise));
    const first = await client.runs.create("ann", "agent", { input: said("slow") });
    expect(first.status).toBe("running");
    await until(async () => (await client.threads.getState("ann")).next.length > 0);
    const strategy = { multitaskStrategy: "enqueue" as const };
    const second = await client.runs.create("ann", "agent", { input: said("Where to?"), ...strategy });
    const third = lastValues(client.runs.stream("ann", "agent", { input: said("Where else?"), ...strategy }));
    expect(second.status).toBe("pending");
    await until(async () => (await client.runs.list("ann", { status: "pending" })).length === 2);
    expect((await client.runs.list("ann")).map(({ status }) => status)).toEqual(["running", "pending", "pending"]);
    resolve();
    const answered = ["slow", "It took a while.", "Where to?", "Lisbon is lovely.", "Where else?", "Lisbon is lovely."];
    expect(await third).toEqual(answered);
    expect(await client.runs.list("ann")).toEqual([]);
  });

  test("waits on the server for `useStream` with a queue there, and another page shows it", async () => {
    const { promise, resolve } = deferred();
    const { apiUrl, client, page } = await langGraphServer(desk(promise));
    const stream = new StreamController<Record<string, unknown>>({
      assistantId: "agent",
      client: new Client({ apiUrl }),
      threadId: "ann",
      queue: "server",
    });
    const leave = stream.activate();
    onTestFinished(() => {
      leave();
      return stream.dispose();
    });
    await stream.hydrationPromise;
    const first = stream.submit(said("slow"));
    await until(() => stream.rootStore.getSnapshot().isLoading);
    await until(async () => (await client.runs.list("ann")).length === 1);
    await stream.submit(said("Where to?"), { multitaskStrategy: "enqueue" });
    await until(async () => (await client.runs.list("ann", { status: "pending" })).length === 1);
    resolve();
    await first;
    const answered = ["slow", "It took a while.", "Where to?", "Lisbon is lovely."];
    await until(() => {
      const { messages } = stream.rootStore.getSnapshot();
      return JSON.stringify(messages.map(({ text }) => text)) === JSON.stringify(answered);
    });
    await (await page("ann")).reads(...answered);
  });

  test("can be canceled before it runs, and what was stopped is not finished by it", async () => {
    const { client } = await langGraphServer(desk(new Promise(() => undefined)));
    const first = await client.runs.create("ann", "agent", { input: said("slow") });
    const strategy = { multitaskStrategy: "enqueue" as const };
    const second = await client.runs.create("ann", "agent", { input: said("never"), ...strategy });
    const third = await client.runs.create("ann", "agent", { input: said("Where to?"), ...strategy });
    await client.runs.cancel("ann", second.run_id);
    expect((await client.runs.list("ann")).map(({ run_id: id }) => id)).toEqual([first.run_id, third.run_id]);
    await client.runs.cancel("ann", first.run_id);
    await until(async () => (await client.runs.list("ann")).length === 0);
    const { values } = await client.threads.getState<Record<string, unknown>>("ann");
    const contents = JSON.stringify(values["messages"]);
    expect(contents).toContain("Lisbon is lovely.");
    expect(contents).not.toContain("never");
  });

  test("is refused when a hundred wait", async () => {
    const { client, post } = await langGraphServer(desk(new Promise(() => undefined)));
    await client.runs.create("ann", "agent", { input: said("slow") });
    const body = { input: said("more"), multitask_strategy: "enqueue" };
    for (let count = 0; count < 100; count += 1) expect((await post("/threads/ann/runs", body)).status).toBe(200);
    expect(await problemOf(await post("/threads/ann/runs", body))).toMatchObject({ status: 409, code: "stream/busy" });
    // A client that replaces the turn does not wait for them.
    const replacing = await client.runs.create("ann", "agent", {
      input: said("Where to?"),
      multitaskStrategy: "interrupt",
    });
    await until(async () => (await client.runs.list("ann")).length === 0);
    expect(replacing.status).toBe("running");
  });
});

test("a message during a turn is refused by default, with `reject`, and with a strategy that this server does not have", async () => {
  const { client, post } = await langGraphServer(desk(new Promise(() => undefined)));
  await client.runs.create("ann", "agent", { input: said("slow") });
  for (const multitask_strategy of [undefined, null, "reject"]) {
    const refused = await post("/threads/ann/runs/stream", { input: said("Hi"), multitask_strategy });
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: "stream/busy" });
  }
  for (const multitask_strategy of ["rollback", "toString", ""]) {
    const refused = await post("/threads/ann/runs/stream", { input: said("Hi"), multitask_strategy });
    expect(await problemOf(refused)).toMatchObject({ status: 400, code: "stream/invalidRequest" });
    const params = { input: said("Hi"), multitask_strategy };
    const command = await post("/threads/ann/commands", { id: 1, method: "run.start", params });
    expect(await command.json()).toMatchObject({ type: "error", error: "invalid_argument" });
  }
  await client.runs.cancel("ann", (await client.runs.list("ann"))[0]?.run_id ?? "");
});
