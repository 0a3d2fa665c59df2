import { END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { AgentState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { applicationRoutes } from "../../src/hono.ts";
import type { FrontEndSession } from "../../src/http/start-run.graph.ts";
import { problemOf } from "../ai-sdk/chat-server.ts";
import { deferred } from "../deferred.ts";
import { until } from "../until.ts";

const kept = { lifetime: "thread" } as const;

/** A trip with fields that leave, and the price at which it was bought, which does not. */
const Trip = extendState(AgentState, {
  version: 1,
  fields: [
    fieldGroups.session,
    fields("trip", {
      city: field(z.string(), { ...kept, default: "", ui: true }),
      hotel: field(z.string(), { ...kept, default: "", ui: true }),
      cost: field(z.string(), { ...kept, default: "" }),
      margin: field(z.string(), { ...kept, default: "" }),
      mood: field(z.string(), { default: "", lifetime: "turn", ui: true }),
      secret: field(z.string(), { default: "", lifetime: "turn" }),
    }),
  ],
});

type Options = Partial<Parameters<typeof applicationRoutes<{ userId: string }>>[0]>;

/** A server whose turns write what their message says, and a way to fork a stored thread. */
function trips(options: Options = {}, slow: Promise<unknown> = Promise.resolve()) {
  const saver = new MemorySaver();
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("turn_start", turnStart(Trip))
    .addNode("work", async ({ task_user_input: text }) => {
      if (text === "slow") await slow;
      if (text === "fail") throw new Error("power cut");
      if (text === "ask") return { trip_city: String(interrupt("Which city?")) };
      return text?.startsWith("{") === true ? z.record(z.string(), z.string()).parse(JSON.parse(text)) : {};
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", END)
    .compile({ checkpointer: saver });
  const asked: string[] = [];
  const app = applicationRoutes({
    state: Trip,
    authorize: (context, { action, threadId }) => {
      asked.push(`${action} ${threadId}`);
      return { userId: context.req.header("x-user") ?? "nobody" };
    },
    session: (threadId, { userId }) => openSession({ graph, threadId, userId }),
    onError: () => undefined,
    ...options,
  });
  const as = (userId: string) => {
    const post = (path: string, body: unknown = {}) =>
      Promise.resolve(
        app.request(path, {
          method: "POST",
          headers: { "content-type": "application/json", "x-user": userId },
          body: JSON.stringify(body),
        }),
      );
    return {
      post,
      say: async (id: string, message: Readonly<Record<string, string>> | string) => {
        const text = typeof message === "string" ? message : JSON.stringify(message);
        await (await post(`/threads/${id}/runs`, { message: text })).text();
      },
      merge: (id: string, fork: string) => post(`/threads/${id}/merge`, { fork }),
      values: async (id: string) =>
        z
          .object({ values: z.looseObject({}) })
          .parse(await (await app.request(`/threads/${id}`, { headers: { "x-user": userId } })).json()).values,
    };
  };
  const fork = (from: string, to: string) =>
    openSession({ graph, threadId: from, userId: "ann" }).fork({ threadId: to });
  const stored = async (threadId: string) => openSession({ graph, threadId }).state();
  const decide = (threadId: string, answerId: string) =>
    openSession({ graph, threadId, userId: "ann" }).decide({ [answerId]: true }, { userId: "ann" });
  return { app, as, asked, fork, stored, decide, saver };
}

/** Two threads of ann that have parted. */
async function parted(options: Options = {}, slow?: Promise<unknown>) {
  const server = trips(options, slow);
  const ann = server.as("ann");
  await ann.say("1", { trip_city: "Rome", trip_cost: "90", trip_margin: "low" });
  await server.fork("ann:1", "ann:2");
  return { ...server, ann };
}

describe("a merge over HTTP", () => {
  test("takes what only the fork has changed, and happens once", async () => {
    const { ann } = await parted();
    await ann.say("2", { trip_city: "Oslo" });
    const nothing = { taken: [], combined: [], proposed: [], left: [] };
    const merged = await ann.merge("1", "2");
    expect([merged.status, await merged.json()]).toEqual([200, { ...nothing, taken: ["trip_city"] }]);
    expect(await ann.values("1")).toMatchObject({ trip_city: "Oslo" });
    expect(await (await ann.merge("1", "2")).json()).toEqual(nothing);
  });

  test("proposes what both have changed under an id that decides it, and leaves what ends with its turn", async () => {
    const { ann, decide } = await parted();
    await ann.say("1", { trip_hotel: "Sol" });
    await ann.say("2", { trip_hotel: "Luna", trip_mood: "glad" });
    const { proposed, left } = z
      .object({
        proposed: z.tuple([z.looseObject({ answerId: z.string() })]),
        left: z.array(z.looseObject({})),
      })
      .parse(await (await ann.merge("1", "2")).json());
    expect(proposed).toMatchObject([{ field: "trip_hotel", ours: "Sol", theirs: "Luna" }]);
    expect(left).toEqual([{ field: "trip_mood", reason: "turn" }]);
    await decide("ann:1", proposed[0].answerId);
    expect(await ann.values("1")).toMatchObject({ trip_hotel: "Luna" });
  });

  test("names no field that is not visible, and sends none of its values", async () => {
    const { ann, stored } = await parted();
    await ann.say("1", { trip_margin: "margin of one" });
    await ann.say("2", { trip_cost: "cost of two", trip_margin: "margin of two", trip_secret: "word of two" });
    const text = await (await ann.merge("1", "2")).text();
    expect(JSON.parse(text)).toEqual({ taken: [], combined: [], proposed: [], left: [] });
    expect(text).not.toMatch(/cost|margin|secret| of two/u);
    expect(await stored("ann:1")).toMatchObject({ trip_cost: "cost of two", trip_margin: "margin of one" });
  });

  test("has the fields that `visible` names, and no others", async () => {
    const { ann } = await parted({ visible: ["trip_margin"] });
    await ann.say("1", { trip_margin: "low", trip_hotel: "Sol" });
    await ann.say("2", { trip_margin: "high", trip_hotel: "Luna", trip_city: "Oslo" });
    const merged = await (await ann.merge("1", "2")).json();
    expect(merged).toMatchObject({ taken: ["trip_margin"], proposed: [] });
  });

  test("asks whether the user may send to the thread, then whether they may read the fork", async () => {
    const { ann, asked } = await parted();
    asked.length = 0;
    await ann.merge("1", "2");
    expect(asked).toEqual(["send 1", "read 2"]);
  });
});

/** Options of threads that all users share, and that some users may not use. */
const shared = (may: (user: string, action: string) => boolean): Options => ({
  storedId: (_, id) => id,
  authorize: (context, { action }) => {
    const userId = context.req.header("x-user") ?? "";
    return may(userId, action) ? { userId } : null;
  },
});

describe("a merge is refused", () => {
  const refusals: readonly (readonly [string, number, string, (id: string) => string | null])[] = [
    ["a fork that is not there", 404, "stream/notFound", () => "3"],
    ["the thread itself", 400, "stream/invalidRequest", () => "1"],
    ["an id that changes prototypes", 400, "stream/invalidRequest", () => "__proto__"],
    ["a body without a fork", 400, "stream/invalidRequest", () => null],
  ];
  test.each(refusals)("of %s", async (_, status, code, fork) => {
    const { ann } = await parted();
    const named = fork("1");
    const refused = await ann.post("/threads/1/merge", named === null ? {} : { fork: named });
    expect(await problemOf(refused)).toMatchObject({ status, code });
  });

  test("of a fork of another user, under every id that a client can name", async () => {
    const { as } = await parted();
    await as("ben").say("1", { trip_city: "Bonn" });
    for (const fork of ["2", "ann:2", "../ann:2"])
      expect(await problemOf(await as("ben").merge("1", fork))).toMatchObject({ status: 404, code: "stream/notFound" });
    expect(await as("ben").values("1")).toMatchObject({ trip_city: "Bonn" });
  });

  test("of a fork that the user may not see", async () => {
    const { ann } = await parted({ storedId: (_, id) => (id === "2" ? null : `ann:${id}`) });
    expect(await problemOf(await ann.merge("1", "2"))).toMatchObject({ status: 404, code: "stream/notFound" });
  });

  test("of a fork that the user may not read, and into a thread to which they may not send", async () => {
    const server = trips(shared((user, action) => action !== (user === "ben" ? "read" : "none")));
    await server.as("ann").say("1", { trip_city: "Rome" });
    await server.fork("1", "2");
    const refused = await server.as("ben").merge("1", "2");
    expect(await problemOf(refused)).toMatchObject({ status: 403, code: "stream/forbidden" });
  });

  test("of a fork whose turns are those of another user, without its id", async () => {
    const server = trips(shared(() => true));
    await server.as("ann").say("one", { trip_city: "Rome" });
    await server.fork("one", "two");
    await server.as("ben").say("two", { trip_city: "Bonn" });
    const problem = await problemOf(await server.as("ann").merge("one", "two"));
    expect(problem).toMatchObject({ status: 403, code: "stream/forbidden" });
    expect(JSON.stringify(problem)).not.toMatch(/two|ben/u);
    expect(await server.as("ann").values("one")).toMatchObject({ trip_city: "Rome" });
  });

  test("of a thread that shares no step", async () => {
    const { ann } = await parted();
    await ann.say("3", { trip_city: "Bonn" });
    expect(await problemOf(await ann.merge("1", "3"))).toMatchObject({ status: 409, code: "stream/noCommonStep" });
  });

  test.each(["1", "2"])("while a question is open in thread %s", async (asking) => {
    const { ann } = await parted();
    await ann.say(asking, "ask");
    expect(await problemOf(await ann.merge("1", "2"))).toMatchObject({ status: 409, code: "stream/openQuestion" });
  });

  test.each(["1", "2"])("while the last turn of thread %s is unfinished", async (failing) => {
    const { ann } = await parted();
    await ann.say(failing, "fail");
    expect(await problemOf(await ann.merge("1", "2"))).toMatchObject({ status: 409, code: "stream/unfinished" });
  });

  test.each([
    ["1", "stream/busy"],
    ["2", "stream/unfinished"],
  ])("while a turn of thread %s runs, and possible after it", async (running, code) => {
    const { promise, resolve } = deferred();
    const { ann } = await parted({}, promise);
    const turn = ann.say(running, "slow");
    // Before the turn has begun, there is nothing to merge.
    await until(async () => (await ann.merge("1", "2")).status === 409);
    expect(await problemOf(await ann.merge("1", "2"))).toMatchObject({ status: 409, code });
    resolve();
    await turn;
    expect((await ann.merge("1", "2")).status).toBe(200);
  });

  test("by sessions that do not merge", async () => {
    const { saver } = trips();
    const graph = new StateGraph(toStateSchema(Trip))
      .addNode("turn_start", turnStart(Trip))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", END)
      .compile({ checkpointer: saver });
    const session = (threadId: string): FrontEndSession => {
      const opened = openSession({ graph, threadId });
      Reflect.deleteProperty(opened, "merge");
      return opened;
    };
    const refused = await trips({ session }).as("ann").merge("1", "2");
    expect(await problemOf(refused)).toMatchObject({ status: 501, code: "stream/unsupported" });
  });
});
