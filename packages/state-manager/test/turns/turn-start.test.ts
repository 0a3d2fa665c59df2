import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type BaseCheckpointSaver,
  Command,
  END,
  interrupt,
  MemorySaver,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { SeedState, createProgressEvent, createStatusUpdate, defineState, field, fields } from "@tidemark/core-state";
import { type GraphUpdateOf, type GraphValueOf, toStateSchema } from "@tidemark/core-state/langgraph";
import { stateManagerErrors } from "@tidemark/state-manager";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { type TurnStartOptions } from "@tidemark/state-manager/internal/langgraph";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";

type Options = TurnStartOptions<typeof SeedState>;
type Value = GraphValueOf<typeof SeedState>;
type Update = GraphUpdateOf<typeof SeedState>;

const timestamp = 1_767_904_200;

/** Update of an agent in one turn: reduced and replaced fields, of the turn and of the thread. */
const work = (state: Value): Update => ({
  ...createStatusUpdate(`Reading "${state.task_user_input}"`, 0.5, { timestamp }),
  ...createProgressEvent(1, 2, "Reading", { timestamp }),
  control_current_step: "nl_parsing",
  control_iteration: state.control_iteration + 1,
  runtime_audit_log: [{ action: "transition", from: "start", to: "nl_parsing", timestamp: "2026-01-08T20:30:00Z" }],
  capability_context_data: { AGENT_OUTPUT: { nl_parser: { confidence: 0.95 } }, FAMILY: { emma: { age: 9 } } },
});

const config = (id: string) => ({ configurable: { thread_id: id }, durability: "sync" as const });

/** Graph that works, waits for an answer and then reads the state; `seen` contains the state before the work and after the answer. */
function scheduler(checkpointer: BaseCheckpointSaver, options: Options = {}) {
  const seen: Value[] = [];
  const look = (state: Value): Update => {
    seen.push(state);
    return {};
  };
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState, options))
    .addNode("before", look)
    .addNode("work", work)
    .addNode("ask", () => {
      interrupt("Shall I?");
      return {};
    })
    .addNode("after", look)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "before")
    .addEdge("before", "work")
    .addEdge("work", "ask")
    .addEdge("ask", "after")
    .addEdge("after", END)
    .compile({ checkpointer });
  return {
    graph,
    seen,
    say: (content: string, id = "t") => graph.invoke({ messages: [{ role: "user", content }] }, config(id)),
    yes: (id = "t") => graph.invoke(new Command({ resume: { approved: true } }), config(id)),
    /** Names of the fields that `turn_start` writes for this message. */
    written: async (content: string) => {
      const input = { messages: [{ role: "user" as const, content }] };
      const written: string[] = [];
      for await (const update of await graph.stream(input, { ...config("t"), streamMode: "updates" })) {
        if ("turn_start" in update) written.push(...Object.keys(update.turn_start));
      }
      return written.toSorted();
    },
  };
}

const fresh = { control_current_step: "start", control_iteration: 0, status_updates: [], progress_events: [] };
const worked = { control_current_step: "nl_parsing", control_iteration: 1 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "turn-start-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(path.join(folder, "threads.db"))],
])("turnStart with %s", (_, saver) => {
  test("a new turn starts with the defaults of the turn fields and keeps the thread", async () => {
    const { say, yes, seen } = scheduler(saver());
    await say("Soccer on Saturday");
    await yes();
    await say("And piano on Sunday");
    expect(seen.at(-1)).toMatchObject({ ...fresh, task_user_input: "And piano on Sunday", runtime_turn_id: "turn_2" });
    expect(seen.at(-1)?.runtime_audit_log).toHaveLength(1);
    expect(seen.at(-1)?.messages.map(({ text }) => text)).toEqual(["Soccer on Saturday", "And piano on Sunday"]);
    expect(seen.at(-1)?.capability_context_data["FAMILY"]).toEqual({ emma: { age: 9 } });
  });

  test("EVT-18 the lists of a new turn start empty", async () => {
    const { say, yes, seen } = scheduler(saver());
    await say("Soccer on Saturday");
    const first = await yes();
    await say("And piano on Sunday");
    expect([first.status_updates.length, first.progress_events.length]).toEqual([1, 1]);
    expect(seen.at(-1)).toMatchObject({ status_updates: [], progress_events: [] });
  });

  test("EVT-18 the lists of a new turn contain only the events of that turn", async () => {
    const { say, yes } = scheduler(saver());
    await say("Soccer on Saturday");
    await yes();
    const { status_updates } = await say("And piano on Sunday");
    expect(status_updates.map(({ message }) => message)).toEqual(['Reading "And piano on Sunday"']);
  });

  test("a resumed run keeps the values of its turn", async () => {
    const { say, yes, seen } = scheduler(saver());
    await say("Soccer on Saturday");
    await yes();
    expect(seen.at(-1)).toMatchObject({ ...worked, task_user_input: "Soccer on Saturday", runtime_turn_id: "turn_1" });
    expect(seen.at(-1)?.status_updates).toHaveLength(1);
  });

  test("a new message while an interrupt waits is a new turn", async () => {
    const { say, yes, seen } = scheduler(saver());
    await say("Soccer on Saturday");
    await say("No, on Sunday");
    expect(seen.at(-1)).toMatchObject({ ...fresh, task_user_input: "No, on Sunday", runtime_turn_id: "turn_2" });
    const result = await yes();
    expect(result).toMatchObject({ ...worked, runtime_turn_id: "turn_2" });
    expect(result.status_updates.map(({ message }) => message)).toEqual(['Reading "No, on Sunday"']);
  });

  test("two conversations count their turns separately", async () => {
    const { say } = scheduler(saver());
    await say("Soccer", "one");
    await say("Swimming", "one");
    expect((await say("Piano", "other")).runtime_turn_id).toBe("turn_1");
  });

  test("FAM-47 two conversations share no state", async () => {
    const { graph, say, yes } = scheduler(saver());
    await say("Soccer", "one");
    const other = await say("Piano", "other");
    const one = await yes("one");
    expect(one.status_updates.map(({ message }) => message)).toEqual(['Reading "Soccer"']);
    expect(other.status_updates.map(({ message }) => message)).toEqual(['Reading "Piano"']);
    expect([one, other].map(({ messages }) => messages.map(({ text }) => text))).toEqual([["Soccer"], ["Piano"]]);
    expect([one, other].map(({ runtime_session_id }) => runtime_session_id)).toEqual(["one", "other"]);
    // Later writes of one thread do not reach the other.
    await say("Swimming", "one");
    const state = await graph.getState(config("other"));
    expect(state).toMatchObject({ values: { task_user_input: "Piano", runtime_turn_id: "turn_1" } });
    expect(state).toHaveProperty("values.messages.length", 1);
    expect(state).toHaveProperty("values.runtime_audit_log.length", 1);
  });

  test("a turn stores the thread id and the user id from the config of the run", async () => {
    const { graph, say } = scheduler(saver());
    const input = { messages: [{ role: "user" as const, content: "Soccer" }] };
    const ann = { configurable: { thread_id: "t", user_id: "ann" } };
    expect(await graph.invoke(input, ann)).toMatchObject({ runtime_session_id: "t", runtime_user_id: "ann" });
    expect(await say("Piano", "t")).toMatchObject({ runtime_session_id: "t", runtime_user_id: null });
    expect(await say("Piano", "other")).toMatchObject({ runtime_session_id: "other", runtime_user_id: null });
  });

  test("only fields that the previous turn has changed are written", async () => {
    const { written } = scheduler(saver());
    const always = ["runtime_turn_id", "task_user_input"];
    const once = ["runtime_schema_version", "runtime_session_id"];
    expect(await written("Soccer on Saturday")).toEqual([...once, ...always].toSorted());
    expect(await written("No, on Sunday")).toEqual(
      [...always, "control_current_step", "control_iteration", "progress_events", "status_updates"].toSorted(),
    );
  });
});

describe("turnStart after an interruption", () => {
  test("a resume through another connection to the same file keeps the values of the turn", async () => {
    const file = path.join(folder, "threads.db");
    await scheduler(SqliteSaver.fromConnString(file)).say("Soccer on Saturday");
    const { yes, seen } = scheduler(SqliteSaver.fromConnString(file));
    await yes();
    expect(seen).toMatchObject([{ ...worked, task_user_input: "Soccer on Saturday", runtime_turn_id: "turn_1" }]);
  });

  test("a run that is continued after a crash keeps the values of its turn", async () => {
    let crashes = 1;
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("turn_start", turnStart(SeedState))
      .addNode("work", work)
      .addNode("fail", () => {
        if (crashes-- > 0) throw new Error("power cut");
        return {};
      })
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "work")
      .addEdge("work", "fail")
      .addEdge("fail", END)
      .compile({ checkpointer: new MemorySaver() });
    await expect(graph.invoke({ messages: [{ role: "user", content: "Soccer" }] }, config("t"))).rejects.toThrow(
      "power cut",
    );
    expect(await graph.invoke(null, config("t"))).toMatchObject({ ...worked, runtime_turn_id: "turn_1" });
  });
});

describe("turnStart, options", () => {
  test("`ids` creates the ids of the turns", async () => {
    const { say } = scheduler(new MemorySaver(), { ids: countingIds("talk") });
    expect((await say("Soccer")).runtime_turn_id).toBe("talk_1");
    expect((await say("Piano")).runtime_turn_id).toBe("talk_2");
  });

  test("`clock` records the times of the conversation", async () => {
    const clock = fixedClock("2026-01-08T20:30:00.000Z");
    const { say } = scheduler(new MemorySaver(), { clock });
    await say("Soccer");
    await clock.wait(60_000);
    expect(await say("Piano")).toMatchObject({
      runtime_created_at: "2026-01-08T20:30:00.000Z",
      runtime_updated_at: "2026-01-08T20:31:00.000Z",
    });
  });

  test("`begin` sets start values of turn fields in each turn", async () => {
    const { say, yes, seen } = scheduler(new MemorySaver(), { begin: { control_next_action: "nl_parser" } });
    await say("Soccer");
    await yes();
    await say("Piano");
    expect(seen.map((state) => state.control_next_action)).toEqual(["nl_parser", "nl_parser", "nl_parser"]);
  });

  test("`forget` drops contexts of the turn and keeps the others", async () => {
    const { say, yes, seen } = scheduler(new MemorySaver(), { forget: ["AGENT_OUTPUT"] });
    await say("Soccer");
    await yes();
    await say("Piano");
    expect(Object.keys(seen[1]?.capability_context_data ?? {}).toSorted()).toEqual(["AGENT_OUTPUT", "FAMILY"]);
    expect(seen[2]?.capability_context_data).toEqual({ FAMILY: { emma: { age: 9 } } });
  });

  test("`keep` keeps turn fields of the input; others are reset", async () => {
    const { graph, seen } = scheduler(new MemorySaver(), { keep: ["ui_agent_context"] });
    await graph.invoke(
      { messages: [{ role: "user", content: "Hi" }], ui_agent_context: { theme: "dark" }, control_max_retries: 9 },
      config("t"),
    );
    expect(seen[0]?.ui_agent_context).toEqual({ theme: "dark" });
    expect(seen[0]?.control_max_retries).toBe(3);
  });

  test.each([
    ["keep", { keep: ["runtime_user_id"] }],
    ["begin", { begin: { runtime_user_id: "emma" } }],
  ] satisfies [string, Options][])("`%s` refuses a field that is not reset", (option, options) => {
    const details = { option, field: "runtime_user_id" };
    expect(() => turnStart(SeedState, options)).toThrow(stateManagerErrors.invalidTurnOption(details).message);
  });

  test("a state without messages and runtime fields is reset as well", async () => {
    const Counting = defineState({
      version: 1,
      fields: fields("count", {
        turn: field({ description: "Steps of this turn.", schema: z.int(), default: () => 0, lifetime: "turn" }),
        thread: field({ description: "Steps so far.", schema: z.int(), default: () => 0, lifetime: "thread" }),
      }),
    });
    expect(await turnStart(Counting)({ count_turn: 2, count_thread: 5 }, {})).toEqual({ count_turn: 0 });
    const graph = new StateGraph(toStateSchema(Counting))
      .addNode("turn_start", turnStart(Counting))
      .addNode("step", (state) => ({ count_turn: state.count_turn + 1, count_thread: state.count_thread + 1 }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "step")
      .addEdge("step", END)
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke({}, config("t"));
    expect(await graph.invoke({}, config("t"))).toEqual({ count_turn: 1, count_thread: 2 });
  });
});
