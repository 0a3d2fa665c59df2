import { DatabaseSync } from "node:sqlite";
import { MemorySaver } from "@langchain/langgraph";
import { sqliteLocks } from "@tidemark/checkpoint/sqlite";
import { expect, test } from "vitest";
import { tripSession } from "./session-graph.ts";

test("a fork is written while its thread is locked", async () => {
  const { session, saver } = tripSession();
  await session.send("sea");
  const other = tripSession({ saver, threadId: "copy" }).session;
  const put = saver.put.bind(saver);
  const startedTurns: Promise<unknown>[] = [];
  saver.put = async (...given) => {
    if (given[0].configurable?.["thread_id"] === "copy" && startedTurns.length === 0)
      startedTurns.push(other.send("hills"));
    return put(...given);
  };
  const fork = await session.fork({ threadId: "copy" });
  await Promise.all(startedTurns);
  expect((await fork.state())?.trip_notes).toEqual(["sea", "hills"]);
});

test("a fork whose lease was lost throws and does not change the other caller's turn", async () => {
  const [saver, leases] = [new MemorySaver(), new DatabaseSync(":memory:")];
  const { session } = tripSession({ saver, locks: sqliteLocks(leases) });
  await session.send("sea");
  const put = saver.put.bind(saver);
  let puts = 0;
  saver.put = async (...given) => {
    const stored = await put(...given);
    puts += 1;
    if (puts === 2) leases.exec("UPDATE tidemark_leases SET token = token + 1 WHERE thread_id = 'copy'");
    return stored;
  };
  await expect(session.fork({ threadId: "copy" })).rejects.toMatchObject({
    code: "state-manager/fenced",
    details: { threadId: "copy" },
  });
});
