import { MemorySaver } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { blameHistory } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { textLike } from "../matchers.ts";
import { deskGraph, deskSession, writing } from "./merge-graph.ts";

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["sqliteSaver", () => sqliteSaver()],
])("a merge on %s", (_, makeSaver) => {
  async function parted() {
    const session = deskSession({ saver: makeSaver() });
    await session.send(writing({ desk_log: ["start"], desk_cost: 10, desk_prices: { tea: 1 } }));
    return { session, fork: await session.fork({ threadId: "f" }) };
  }

  test("takes what only the fork has changed, and keeps what only the thread has changed", async () => {
    const { session, fork } = await parted();
    await session.send(writing({ desk_color: "red" }));
    await fork.send(writing({ desk_city: "Oslo", desk_draft: "A plan" }));
    const merged = await session.merge(fork);
    expect(merged).toMatchObject({
      outcome: "merged",
      taken: ["desk_city", "desk_draft"],
      combined: [],
      proposed: [],
      left: [],
      state: { desk_city: "Oslo", desk_draft: "A plan", desk_color: "red" },
    });
    expect(await session.state()).toMatchObject({ desk_city: "Oslo", desk_draft: "A plan", desk_color: "red" });
  });

  test("adds what the fork has added to what the thread has added", async () => {
    const { session, fork } = await parted();
    const own = { desk_log: ["own"], desk_seen: ["a"], desk_cost: 1, desk_best: 5, desk_prices: { ham: 2 } };
    const other = { desk_log: ["other"], desk_seen: ["a", "b"], desk_cost: 2, desk_best: 3, desk_prices: { jam: 3 } };
    await session.send(writing(own));
    await fork.send(writing(other));
    const merged = await session.merge(fork);
    expect(merged).toMatchObject({ combined: ["desk_log", "desk_seen", "desk_cost", "desk_prices"], taken: [] });
    expect(await session.state()).toMatchObject({
      desk_log: ["start", "own", "other"],
      desk_seen: ["a", "b"],
      desk_cost: 13,
      desk_best: 5,
      desk_prices: { tea: 1, ham: 2, jam: 3 },
    });
  });

  test("proposes what both have changed, with both values, and a person decides it once", async () => {
    const { session, fork } = await parted();
    await session.send(writing({ desk_color: "red", desk_draft: "Mine" }));
    await fork.send(writing({ desk_color: "blue", desk_draft: "Yours" }));
    const merged = await session.merge(fork);
    if (merged.outcome !== "merged") throw new Error(merged.outcome);
    expect(merged.proposed).toMatchObject([
      { field: "desk_draft", ours: "Mine", theirs: "Yours" },
      { field: "desk_color", ours: "red", theirs: "blue" },
    ]);
    expect(merged.state).toMatchObject({ desk_color: "red", desk_draft: "Mine" });
    await session.send(writing({ desk_log: ["a turn later"] }));
    const [draft, color] = merged.proposed.map(({ answerId }) => answerId);
    const answers = { [draft ?? ""]: true, [color ?? ""]: false };
    expect(await session.decide(answers, { userId: "ann" })).toMatchObject({
      outcome: "answered",
      state: { desk_draft: "Yours", desk_color: "red", control_proposals: [], execution_pending_approvals: {} },
    });
    expect(await session.decide(answers, { userId: "ben" })).toMatchObject({ outcome: "notOpen" });
  });

  test("brings the messages as one, after those of the thread", async () => {
    const { session, fork } = await parted();
    await session.send(writing({ desk_color: "red" }));
    for (const city of ["Oslo", "Rome"]) await fork.send(writing({ desk_city: city }));
    const before = (await session.state())?.messages.length ?? 0;
    const merged = await session.merge(fork);
    const messages = (await session.state())?.messages ?? [];
    expect(messages.length).toBe(before + 1);
    expect(messages.at(-1)?.type).toBe("ai");
    expect(messages.at(-1)?.content).toBe(
      [
        'Merged from the fork "f".',
        'user: {"desk_city":"Oslo"}',
        "assistant: I wrote desk_city.",
        'user: {"desk_city":"Rome"}',
        "assistant: I wrote desk_city.",
      ].join("\n"),
    );
    expect(merged).toMatchObject({ note: messages.at(-1)?.content });
  });

  test("is attributed to the fork, and so is the answer to a proposal", async () => {
    const saver = makeSaver();
    const session = deskSession({ saver, userId: "ann" });
    await session.send(writing({}));
    const fork = await session.fork({ threadId: "f" });
    await session.send(writing({ desk_color: "red" }));
    await fork.send(writing({ desk_city: "Oslo", desk_color: "blue" }));
    const merged = await session.merge(fork);
    if (merged.outcome !== "merged") throw new Error(merged.outcome);
    await session.decide({ [merged.proposed[0]?.answerId ?? ""]: true }, { userId: "ben" });
    const graph = deskGraph(saver);
    const config = { configurable: { thread_id: "t" } };
    expect(await blameHistory(graph, config, "desk_city")).toMatchObject({ outcome: "edit", by: "fork:f" });
    expect(await blameHistory(graph, config, "desk_city")).toMatchObject({
      reason: textLike(/by user:ann/),
    });
    expect(await blameHistory(graph, config, "desk_color")).toMatchObject({
      outcome: "proposal",
      by: "fork:f",
      decidedBy: "user:ben",
    });
  });
});
