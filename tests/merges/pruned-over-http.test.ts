import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { applicationRoutes } from "@tidemark/stream/hono";
import { expect, onTestFinished, test } from "vitest";
import { Desk, deskSession, writing } from "./desk.ts";

test("a merge over HTTP is refused when the step at which both part was pruned, and changes nothing", async () => {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const session = (threadId: string) => deskSession(saver, threadId, { userId: "ann" });
  const app = applicationRoutes({ state: Desk, authorize: () => ({ userId: "ann" }), session });
  const ann = session("ann:1");
  await ann.send(writing({ desk_color: "red" }));
  const fork = await ann.fork({ threadId: "ann:2" });
  await fork.send(writing({ desk_color: "blue" }));
  for (let turn = 0; turn < 2; turn += 1) await ann.send(writing({ desk_cost: 1 }));
  await saver.prune("ann:1", { keepTurns: 1 });
  await saver.prune("ann:2", { keepTurns: 1 });
  const headers = { "content-type": "application/json" };
  const merge = { method: "POST", headers, body: JSON.stringify({ fork: "2" }) };
  const refused = await app.request("/threads/1/merge", merge);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "stream/noCommonStep" }]);
  expect((await ann.state())?.desk_color).toBe("red");
});
