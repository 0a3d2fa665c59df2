import { MemorySaver } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { describe, expect, test } from "vitest";
import { tripSession } from "./session-graph.ts";

const savers = [
  ["MemorySaver", () => new MemorySaver()],
  ["sqliteSaver", () => sqliteSaver()],
] as const;

describe.each(savers)("a turn that starts at an earlier checkpoint, with %s", (_, makeSaver) => {
  test("has the state of that checkpoint, and leaves the later turns in the thread as another branch", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    const [first] = await session.history();
    await session.send("hills");
    const branch = await session.send("lakes", { checkpointId: first?.checkpointId ?? "" });
    expect(branch.outcome).toBe("done");
    expect((await session.state())?.trip_notes).toEqual(["sea", "lakes"]);
    expect((await session.history()).map(({ userInput }) => userInput)).toEqual(["lakes", "sea"]);
    const seen = new Set<string>();
    for await (const { values } of session.checkpoints()) {
      seen.add(String(Reflect.get(Object(values), "trip_notes")));
    }
    expect(seen).toContain("sea,hills");
  });

  test("leaves a question of the newest turn behind", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    const asked = await session.send("sea");
    let first: string | null = null;
    for await (const { config } of session.checkpoints()) first = String(config.configurable?.["checkpoint_id"]);
    const again = await session.send("lakes", { checkpointId: first ?? "" });
    expect(again.outcome).toBe("interrupted");
    const old = asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "";
    expect((await session.pending()).map(({ id }) => id)).not.toContain(old);
    expect(await session.resume(old, true)).toMatchObject({ outcome: "abandoned" });
  });

  test("throws for a checkpoint that the thread does not have, and stores nothing", async () => {
    const saver = makeSaver();
    const { session } = tripSession({ saver });
    await session.send("sea");
    const { session: other } = tripSession({ saver, threadId: "other" });
    await other.send("hills");
    const [foreign] = await other.history();
    const turn = session.send("lakes", { checkpointId: foreign?.checkpointId ?? "" });
    await expect(turn).rejects.toMatchObject({ code: "state-manager/noSuchCheckpoint" });
    expect((await session.state())?.trip_notes).toEqual(["sea"]);
  });
});
