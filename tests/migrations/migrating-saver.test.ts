import { exportThread } from "@tidemark/checkpoint";
import { type BaseCheckpointSaver, Command, MemorySaver } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { importThread, migratingSaver, migrationReport, openSession } from "@tidemark/state-manager/langgraph";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { journeyGraph, migrations, sendingGraph, Two } from "./journeys.ts";

let postgres: TestPostgres;
let pool: pg.Pool;
let stock: PostgresSaver;
beforeAll(async () => {
  postgres = await startPostgres();
  pool = new pg.Pool({ connectionString: postgres.connectionString });
  pool.on("error", () => {});
  stock = new PostgresSaver(pool);
  await stock.setup();
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

let threads = 0;
const newThread = () => {
  threads += 1;
  return { thread_id: `journey ${threads}` };
};
const say = (content: string) => ({ messages: [{ role: "user", content }] });
const textOf = (note: unknown): unknown => (typeof note === "string" ? note : Reflect.get(Object(note), "text"));
const texts = ({ journey_notes: notes }: Record<string, unknown>): unknown =>
  Array.isArray(notes) ? notes.map(textOf) : notes;
const powerCut = () => {
  throw new Error("power cut");
};
const migrating = (saver: BaseCheckpointSaver) => migratingSaver(saver, migrations);

describe.each<[string, () => BaseCheckpointSaver]>([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
  ["PostgresSaver", () => stock],
])("a thread of an older version on %s", (_, makeSaver) => {
  test("is migrated at its next turn, and stored in the new version", async () => {
    const saver = makeSaver();
    const config = { configurable: newThread() };
    await journeyGraph("one", saver).invoke(say("sea"), config);
    const second = await journeyGraph("two", migrating(saver)).invoke(say("hills"), config);
    expect(second).toMatchObject({
      journey_travelers: ["hills"],
      runtime_schema_version: 2,
      runtime_turn_id: "turn_2",
    });
    const notes = ["quick: sea", "slow: sea", "quick: hills", "slow: hills"];
    expect(texts(second)).toEqual(notes);
    // Values in the saver, without migration.
    const { values } = await journeyGraph("two", saver).getState(config);
    expect(texts(values)).toEqual(notes);
    expect(values).toMatchObject({ journey_notes: [{ text: "quick: sea" }, {}, {}, {}], messages: [{}, {}] });
  });

  test("stores each migrated value with the first checkpoint, even if no node writes it again", async () => {
    const saver = makeSaver();
    const config = { configurable: newThread() };
    await journeyGraph("one", saver).invoke(say("sea"), config);
    await journeyGraph("two", migrating(saver)).updateState(config, { control_iteration: 1 }, "quick");
    expect((await journeyGraph("two", saver).getState(config)).values).toMatchObject({
      journey_travelers: ["sea"],
      journey_notes: [{ text: "quick: sea" }, { text: "slow: sea" }],
      control_iteration: 1,
    });
  });

  test("continues at its interrupt, with the writes of a finished parallel node", async () => {
    const saver = makeSaver();
    const config = { configurable: newThread() };
    await journeyGraph("one", saver, { asks: true }).invoke(say("sea"), config);
    const graph = journeyGraph("two", migrating(saver), { asks: true });
    const [task] = (await graph.getState(config)).tasks.filter(({ interrupts }) => interrupts.length > 0);
    const id = task?.interrupts[0]?.id ?? "";
    const resumed = await graph.invoke(new Command({ resume: { [id]: "yes" } }), config);
    expect(resumed).toMatchObject({ journey_travelers: ["sea"], runtime_turn_id: "turn_1" });
    expect(texts(resumed)).toEqual(["quick: sea", "slow: yes"]);
    expect(texts((await journeyGraph("two", saver).getState(config)).values)).toEqual(["quick: sea", "slow: yes"]);
  });

  test("continues after a crash, and each finished node counts once", async () => {
    const saver = makeSaver();
    const config = { configurable: newThread(), durability: "sync" as const };
    await expect(journeyGraph("one", saver, { slow: powerCut }).invoke(say("sea"), config)).rejects.toThrow(
      "power cut",
    );
    const continued = await journeyGraph("two", migrating(saver)).invoke(null, config);
    expect(texts(continued)).toEqual(["quick: sea", "slow: sea"]);
    expect(continued).toMatchObject({ journey_travelers: ["sea"] });
  });

  test("distinguishes the writes of both versions in one step", async () => {
    const saver = makeSaver();
    const config = { configurable: newThread(), durability: "sync" as const };
    let broken = true;
    const failOnce = () => (broken ? powerCut() : undefined);
    await expect(journeyGraph("one", saver, { slow: failOnce }).invoke(say("sea"), config)).rejects.toThrow(
      "power cut",
    );
    // Version two finishes the second node, and its process ends before the checkpoint.
    broken = false;
    const graph = journeyGraph("two", new DiesAtCheckpoint(saver), { slow: failOnce });
    await expect(graph.invoke(null, config)).rejects.toThrow("process ended");
    const continued = await journeyGraph("two", migrating(saver), { slow: powerCut }).invoke(null, config);
    expect(continued["journey_notes"]).toEqual([{ text: "quick: sea" }, { text: "slow: sea" }]);
  });

  test("migrates tasks that were sent and did not run", async () => {
    const saver = makeSaver();
    const config = { configurable: newThread(), durability: "sync" as const };
    await expect(sendingGraph("one", saver, powerCut).invoke(say("sea"), config)).rejects.toThrow("power cut");
    const continued = await sendingGraph("two", migrating(saver), () => {}).invoke(null, config);
    expect(continued["journey_notes"]).toEqual([{ text: "sent" }]);
  });

  test("can continue from any of its old checkpoints", async () => {
    const saver = makeSaver();
    const config = { configurable: newThread() };
    const old = journeyGraph("one", saver);
    await old.invoke(say("sea"), config);
    const { config: afterFirst } = await old.getState(config);
    await old.invoke(say("hills"), config);
    const graph = journeyGraph("two", migrating(saver));
    const branched = await graph.invoke(say("lake"), { configurable: { ...afterFirst.configurable } });
    expect(texts(branched)).toEqual(["quick: sea", "slow: sea", "quick: lake", "slow: lake"]);
    const again = await journeyGraph("two", migrating(saver)).getState(config);
    expect(texts(again.values)).toEqual(["quick: sea", "slow: sea", "quick: lake", "slow: lake"]);
    const history: unknown[] = [];
    for await (const { values } of graph.getStateHistory(config)) history.push(texts(values));
    expect(history).toContainEqual(["quick: sea", "slow: sea", "quick: hills", "slow: hills"]);
  });

  test("is migrated in a session: turns, state, history, forks", async () => {
    const saver = makeSaver();
    const configurable = newThread();
    await journeyGraph("one", saver).invoke(say("sea"), { configurable });
    const graph = journeyGraph("two", saver);
    const session = openSession({ graph, state: Two, threadId: configurable.thread_id, migrations });
    expect(await session.state()).toMatchObject({ journey_travelers: ["sea"] });
    const copy = await session.fork({ threadId: `${configurable.thread_id} copy` });
    expect(await session.send("hills")).toMatchObject({ outcome: "done", state: { journey_travelers: ["hills"] } });
    expect((await session.history()).map(({ turnId }) => turnId)).toEqual(["turn_2", "turn_1"]);
    expect((await copy.state())?.journey_notes).toEqual([{ text: "quick: sea" }, { text: "slow: sea" }]);
    expect(await copy.send("lake")).toMatchObject({ outcome: "done", turnId: "turn_2" });
  });

  test("is migrated by an import, and refused without migrations", async () => {
    const saver = makeSaver();
    const configurable = newThread();
    await journeyGraph("one", saver).invoke(say("sea"), { configurable });
    const document = await exportThread(saver, configurable.thread_id);
    const threadId = `${configurable.thread_id} imported`;
    const options = { checkpointer: saver, state: Two, threadId };
    await expect(importThread(document, options)).rejects.toMatchObject({
      code: "state-manager/invalidThreadDocument",
    });
    await importThread(document, { ...options, migrations });
    const { values } = await journeyGraph("two", saver).getState({ configurable: { thread_id: threadId } });
    expect(texts(values)).toEqual(["quick: sea", "slow: sea"]);
  });

  test("of a newer version is refused and unchanged", async () => {
    const saver = makeSaver();
    const config = { configurable: newThread() };
    await journeyGraph("two", migrating(saver)).invoke(say("sea"), config);
    const before = await journeyGraph("two", saver).getState(config);
    const { state } = migrations;
    const older = migratingSaver(saver, { state: { ...state, version: 1 }, steps: [], oldest: 1 });
    await expect(journeyGraph("one", older).invoke(say("hills"), config)).rejects.toMatchObject({
      code: "state-manager/newerVersion",
      details: { version: 2, known: 1 },
    });
    await expect(journeyGraph("one", saver).invoke(say("hills"), config)).rejects.toMatchObject({
      code: "state-manager/newerVersion",
    });
    const after = await journeyGraph("two", saver).getState(config);
    expect(Reflect.get(after.values, "journey_notes")).toEqual(Reflect.get(before.values, "journey_notes"));
  });

  test("is migrated on trial by a report, and nothing is written", async () => {
    const saver = makeSaver();
    const [older, asks, current, newer, fails] = [newThread(), newThread(), newThread(), newThread(), newThread()];
    await journeyGraph("one", saver).invoke(say("sea"), { configurable: older });
    await journeyGraph("one", saver, { asks: true }).invoke(say("sea"), { configurable: asks });
    await journeyGraph("two", saver).invoke(say("sea"), { configurable: current });
    await journeyGraph("two", saver).invoke(say("sea"), { configurable: newer });
    await journeyGraph("two", saver).updateState({ configurable: newer }, { runtime_schema_version: 7 }, "quick");
    await journeyGraph("one", saver).invoke(say("sea"), { configurable: fails });
    await journeyGraph("one", saver).updateState({ configurable: fails }, { task_current_task: null }, "quick");
    await journeyGraph("two", saver).updateState({ configurable: fails }, { journey_notes: [{ text: "x" }] }, "quick");
    const { threads: all, counts } = await migrationReport(saver, migrations);
    const about = (configurable: { thread_id: string }) =>
      all.find(({ threadId }) => threadId === configurable.thread_id);
    expect(about(older)).toEqual({
      threadId: older.thread_id,
      version: 1,
      interrupts: 0,
      writes: 0,
      outcome: "migrates",
      fields: ["journey_notes", "journey_traveler", "journey_travelers", "runtime_field_versions"],
    });
    expect(about(asks)).toMatchObject({ outcome: "migrates", interrupts: 1 });
    expect(about(asks)?.writes).toBeGreaterThan(0);
    expect(about(current)).toMatchObject({ outcome: "current", version: 2 });
    expect(about(newer)).toMatchObject({ outcome: "newer", version: 7 });
    expect(about(fails)).toMatchObject({ outcome: "fails", version: 1 });
    expect(counts.migrates).toBeGreaterThanOrEqual(2);
    expect((await journeyGraph("one", saver).getState({ configurable: older })).values).toMatchObject({
      journey_traveler: "sea",
    });
  });
});

/** Migrating saver whose process ends between the writes of the nodes and the checkpoint. */
class DiesAtCheckpoint extends MemorySaver {
  readonly #saver: BaseCheckpointSaver;

  constructor(saver: BaseCheckpointSaver) {
    super();
    this.#saver = migrating(saver);
  }

  override getTuple: BaseCheckpointSaver["getTuple"] = (config) => this.#saver.getTuple(config);
  #writing: Promise<unknown> = Promise.resolve();

  override putWrites: BaseCheckpointSaver["putWrites"] = (...write) => {
    const written = this.#saver.putWrites(...write);
    this.#writing = Promise.all([this.#writing, written]);
    return written;
  };

  override async put(): Promise<never> {
    await this.#writing;
    throw new Error("process ended");
  }
}
