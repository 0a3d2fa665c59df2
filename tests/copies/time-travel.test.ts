// A run from an old checkpoint of a thread is asked again, and acts for its own answer.
import { Command, InMemoryStore, MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { sqliteSaver } from "tidemark/sqlite";
import { describe, expect, test } from "vitest";
import { Bank, conversation, deskGraph } from "./desk.ts";

const savers: readonly (readonly [string, () => BaseCheckpointSaver])[] = [
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
  ["sqliteSaver", () => sqliteSaver({ file: ":memory:" })],
];

const config = { configurable: { thread_id: "t", user_id: "ann" } };

/** A thread whose question was answered, and the checkpoint at which it waited. */
async function answered(checkpointer: BaseCheckpointSaver) {
  const bank = new Bank();
  const graph = deskGraph({ bank, checkpointer, store: new InMemoryStore() });
  const session = conversation(graph, "t");
  await session.send("order");
  const waiting = (await graph.getState(config)).config;
  const [question] = await session.pending();
  await session.resume(question?.id ?? "", "trains");
  const at = { configurable: { ...waiting.configurable, user_id: "ann" } };
  const ordered = async (): Promise<readonly string[]> => {
    const turn = await session.send("hello");
    return turn.outcome === "done" ? turn.state.profile_orders : [];
  };
  return { bank, graph, session, at, ordered };
}

describe.each(savers)("an old checkpoint on %s", (_, open) => {
  test("asks again, and pays and remembers the new answer next to the old one", async () => {
    const { bank, graph, session, at, ordered } = await answered(open());
    await graph.invoke(null, at);
    const [question] = await session.pending();
    expect(await session.resume(question?.id ?? "", "ships")).toMatchObject({ outcome: "done" });
    expect([...bank.payments.values()]).toEqual(["trains", "ships"]);
    expect(await ordered()).toEqual(["trains", "ships"]);
  });

  // LangGraph passes the stored answer to the task, whatever the new one is.
  test("that is resumed where it was answered repeats its effect under the same key", async () => {
    const { bank, graph, at, ordered } = await answered(open());
    await graph.invoke(new Command({ resume: "ships" }), at);
    expect([...bank.payments.values()]).toEqual(["trains"]);
    expect(await ordered()).toEqual(["trains"]);
  });
});
