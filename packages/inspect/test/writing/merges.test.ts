import { expect, test } from "vitest";
import { z } from "zod";
import { inspector } from "../../src/index.ts";
import { CountingModel, fareGraph } from "./desks.ts";
import { partedThreads } from "./merge-desk.ts";
import { ask, post, stepOf, values } from "./writing-app.ts";
import { MemorySaver } from "@langchain/langgraph";

const order = { thread: "ann", fork: "ann-fork-1", person: "maria" };

test("a fork that the person ran is merged into the thread of its user, and the answer says what of it", async () => {
  const { app } = await partedThreads();
  const { status, body } = await post(app, "merge", order);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      merged: {
        taken: ["desk_city"],
        combined: ["desk_log"],
        proposed: [{ field: "desk_color", ours: "red", theirs: "blue" }, { field: "desk_pin" }],
        left: [{ field: "desk_mood", reason: "it ends with its turn" }],
        note: expect.stringContaining('Merged from the fork "ann-fork-1".') as unknown,
      },
    },
  });
  // A hidden value is not in the answer.
  expect(JSON.stringify(body)).not.toMatch(/4711|0815/);
  expect(await values(app, "ann")).toMatchObject({
    desk_city: "Oslo",
    desk_color: "red",
    desk_log: ["began", "by train", "by boat"],
  });
  expect(await ask(app, "blame", { thread: "ann", field: "desk_city" })).toMatchObject({
    body: { desk_city: { by: "fork:ann-fork-1", reason: expect.stringContaining("by user:maria") as unknown } },
  });
  expect((await post(app, "merge", order)).body).toMatchObject({ merged: { taken: [], combined: [], note: null } });
});

test("a person decides a proposal of a merge, once", async () => {
  const { app, session } = await partedThreads();
  const { merged } = (await post(app, "merge", order)).body;
  const change = merged?.proposed.find(({ field }) => field === "desk_color")?.change;
  const decision = { thread: "ann", change, isAccepted: true, person: "maria" };
  expect((await post(app, "decide", decision)).body.error).toBeUndefined();
  expect(await session.state()).toMatchObject({ desk_color: "blue" });
  expect((await post(app, "decide", decision)).body.error?.message).toContain("the proposal is not open any more");
});

test("an open proposal of a merge is read with both values, and is decided by the id that was read", async () => {
  const { app, session } = await partedThreads();
  await post(app, "merge", order);
  const { body } = await ask(app, "proposals", { thread: "ann" });
  const { open } = z
    .object({
      open: z.array(z.object({ changes: z.array(z.looseObject({ field: z.string(), answerId: z.string() })) })),
    })
    .parse(body);
  const color = open.flatMap(({ changes }) => changes).find(({ field }) => field === "desk_color");
  expect(color).toMatchObject({ current: "red", change: { patches: [{ op: "replace", value: "blue" }] } });
  expect(JSON.stringify(body)).not.toMatch(/4711|0815/);
  const decision = { thread: "ann", change: color?.answerId, isAccepted: false, person: "maria" };
  expect((await post(app, "decide", decision)).body.error).toBeUndefined();
  expect(await session.state()).toMatchObject({ desk_color: "red" });
  expect(JSON.stringify((await ask(app, "proposals", { thread: "ann" })).body)).not.toContain(color?.answerId);
});

test("a merge that is not possible is refused with a sentence, and changes nothing", async () => {
  const { app, session, saver, graph, write } = await partedThreads();
  const before = await session.state();
  await write("other", "maria", {});
  await session.fork({ threadId: "ben" });
  await write("ben", "ben", { desk_city: "Rome" });
  const refusals: Readonly<Record<string, [object, string]>> = {
    "inspect/refused": [{ fork: "ann" }, "a thread is not merged into itself"],
    "state-manager/noCommonStep": [{ fork: "other", thread: "ann-fork-1" }, "have no checkpoint in common"],
    "state-manager/otherUser": [{ fork: "ben" }, "are not all of the same user"],
    "state-manager/noSuchCheckpoint": [{ fork: "nobody" }, "has no checkpoint"],
    "inspect/invalidRequest": [{ owner: "root" }, "refused"],
    "inspect/missingPerson": [{ person: "" }, "Your name is missing"],
  };
  for (const [code, [change, message]] of Object.entries(refusals)) {
    const { body } = await post(app, "merge", { ...order, ...change });
    expect(body.error).toEqual({ code, message: expect.stringContaining(message) as unknown });
  }
  expect((await post(app, "merge", order, { "x-inspect-token": "" })).status).toBe(401);
  const reading = inspector({ saver, graph, token: "token" });
  expect((await post(reading, "merge", order)).status).toBe(405);
  expect(await session.state()).toEqual(before);
});

test("a plain graph and an unfinished fork refuse a merge", async () => {
  const saver = new MemorySaver();
  const app = inspector({
    saver,
    graph: fareGraph(saver, new CountingModel(() => "480")),
    write: true,
    token: "token",
  });
  const { body } = await post(app, "merge", order);
  expect(body.error?.message).toContain("its graph declares no fields");
  const parted = await partedThreads();
  const step = await stepOf(parted.app, "ann", "turn_start");
  await post(parted.app, "fork", { thread: "ann", step, to: "open", run: false, person: "maria" });
  const { body: refused } = await post(parted.app, "merge", { ...order, fork: "open" });
  expect(refused.error?.message).toContain('the newest turn of "open" has not ended');
});
