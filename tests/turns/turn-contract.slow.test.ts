// Guarantees of turns and sessions on each stock saver: in memory, on SQLite, on a real Postgres.
import {
  type BaseCheckpointSaver,
  Command,
  END,
  interrupt,
  MemorySaver,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { SeedState, createProgressEvent, createStatusUpdate } from "@tidemark/core-state";
import { type GraphUpdateOf, type GraphValueOf, toStateSchema } from "@tidemark/core-state/langgraph";
import { type ThreadLocks } from "@tidemark/state-manager";
import { memoryLocks } from "@tidemark/checkpoint/internal";
import { importThread, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { openStore } from "../locks/worker.ts";

type Value = GraphValueOf<typeof SeedState>;
type Update = GraphUpdateOf<typeof SeedState>;

const timestamp = 1_767_904_200;

/** Update of an agent: reduced and replaced fields, of the turn and of the thread. */
const updateOf = ({ task_user_input: userInput, control_iteration: iteration }: Value): Update => ({
  ...createStatusUpdate(`Reading "${userInput}"`, 0.5, { timestamp }),
  ...createProgressEvent(1, 2, "Reading", { timestamp }),
  control_current_step: "reading",
  control_iteration: iteration + 1,
  runtime_audit_log: [{ action: "transition", from: "start", to: "reading", timestamp: "2026-01-08T20:30:00Z" }],
  capability_context_data: { FAMILY: { [userInput ?? ""]: { age: 9 } } },
});

/** Graph that works, continues with a command, asks about a message with a question mark, and answers. The message `break` fails once before the answer. */
function agent(checkpointer: BaseCheckpointSaver) {
  const seen: Value[] = [];
  let broken = false;
  const graph = new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState))
    .addNode(
      "work",
      (state: Value) => {
        seen.push(state);
        return new Command({ update: updateOf(state), goto: "ask" });
      },
      { ends: ["ask"] },
    )
    .addNode("ask", ({ task_user_input: userInput }) => {
      const answer: unknown = userInput?.endsWith("?") === true ? interrupt({ about: userInput }) : null;
      return typeof answer === "string" ? { control_next_action: answer } : {};
    })
    .addNode("answer", ({ task_user_input: userInput }) => {
      if (userInput === "break" && !broken) {
        broken = true;
        throw new Error("power cut");
      }
      return {
        execution_final_answer: `${userInput}: done`,
        messages: [{ role: "assistant" as const, content: `${userInput}: done` }],
      };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("ask", "answer")
    .addEdge("answer", END)
    .compile({ checkpointer });
  return { graph, seen };
}

const user = (content: string) => ({ messages: [{ role: "user", content }] });
const texts = ({ messages }: Pick<Value, "messages">) => messages.map(({ text }) => text);
const notesOf = ({ status_updates: notes }: Value) => notes.map(({ message }) => message);

/** Turn fields at the start of a turn, and after the work. */
const fresh = {
  control_current_step: "start",
  control_iteration: 0,
  status_updates: [],
  progress_events: [],
  execution_final_answer: null,
};
const worked = (userInput: string, turn: string) => ({
  control_current_step: "reading",
  control_iteration: 1,
  status_updates: [{ message: `Reading "${userInput}"` }],
  progress_events: [{ operation: "Reading" }],
  task_user_input: userInput,
  runtime_turn_id: turn,
});

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

interface Opened {
  readonly saver: BaseCheckpointSaver;
  readonly locks: ThreadLocks;
  readonly close: () => Promise<void>;
}

const openMemory = (): Promise<Opened> =>
  Promise.resolve({ saver: new MemorySaver(), locks: memoryLocks(), close: () => Promise.resolve() });

let count = 0;

describe.each([
  ["MemorySaver", openMemory],
  ["SqliteSaver", () => openStore({ store: "sqlite", at: ":memory:", leaseMilliseconds: 600_000 })],
  ["PostgresSaver", () => openStore({ store: "postgres", at: postgres.connectionString, leaseMilliseconds: 600_000 })],
] as const)("%s", (_, open) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  let threadId: string;
  let config: { readonly configurable: { readonly thread_id: string }; readonly durability: "sync" };
  let graph: ReturnType<typeof agent>["graph"];
  let seen: Value[];
  beforeEach(() => {
    count += 1;
    threadId = `thread ${count}`;
    config = { configurable: { thread_id: threadId }, durability: "sync" };
    ({ graph, seen } = agent(opened.saver));
  });

  const sessionOn = (id = threadId) => openSession({ graph, state: SeedState, threadId: id, locks: opened.locks });

  describe("a turn", () => {
    test("starts with the defaults of the turn fields, and keeps the fields of the thread and the messages", async () => {
      await graph.invoke(user("sea"), config);
      const second = await graph.invoke(user("hills"), config);
      expect(seen[1]).toMatchObject({ ...fresh, task_user_input: "hills", runtime_turn_id: "turn_2" });
      expect(seen[1]?.runtime_audit_log).toHaveLength(1);
      expect(second).toMatchObject(worked("hills", "turn_2"));
      expect(notesOf(second)).toEqual(['Reading "hills"']);
      expect(second.capability_context_data).toEqual({ FAMILY: { sea: { age: 9 }, hills: { age: 9 } } });
      expect(second.runtime_audit_log).toHaveLength(2);
      expect(texts(second)).toEqual(["sea", "sea: done", "hills", "hills: done"]);
    });

    test("writes only the fields that the previous turn has changed", async () => {
      await graph.invoke(user("sea"), config);
      const written: string[] = [];
      for await (const update of await graph.stream(user("hills"), { ...config, streamMode: "updates" })) {
        if ("turn_start" in update) written.push(...Object.keys(update.turn_start));
      }
      expect(written.toSorted()).toEqual([
        "control_current_step",
        "control_iteration",
        "execution_final_answer",
        "progress_events",
        "runtime_turn_id",
        "status_updates",
        "task_user_input",
      ]);
    });

    test("keeps its values after an interrupt and its answer", async () => {
      await graph.invoke(user("sea"), config);
      await graph.invoke(user("hills?"), config);
      const resumed = await graph.invoke(new Command({ resume: "yes" }), config);
      expect(resumed).toMatchObject({ ...worked("hills?", "turn_2"), control_next_action: "yes" });
      expect(notesOf(resumed)).toEqual(['Reading "hills?"']);
      expect(seen).toHaveLength(2);
    });

    test("keeps its values when a node throws and the run is continued", async () => {
      await graph.invoke(user("sea"), config);
      await expect(graph.invoke(user("break"), config)).rejects.toThrow("power cut");
      const continued = await graph.invoke(null, config);
      expect(continued).toMatchObject({ ...worked("break", "turn_2"), execution_final_answer: "break: done" });
      expect(texts(continued)).toEqual(["sea", "sea: done", "break", "break: done"]);
      expect(seen).toHaveLength(2);
    });

    test("starts over with a message that arrives while an interrupt waits", async () => {
      await graph.invoke(user("sea?"), config);
      const second = await graph.invoke(user("hills"), config);
      expect(seen[1]).toMatchObject({ ...fresh, task_user_input: "hills", runtime_turn_id: "turn_2" });
      expect(second).toMatchObject(worked("hills", "turn_2"));
      expect((await graph.getState(config)).next).toEqual([]);
      expect(texts(second)).toEqual(["sea?", "hills", "hills: done"]);
    });

    test("continues, and does not start, with an external command that goes to a node", async () => {
      await graph.invoke(user("sea"), config);
      const continued = await graph.invoke(new Command({ goto: "answer" }), config);
      expect(continued).toMatchObject(worked("sea", "turn_1"));
      expect(texts(continued)).toEqual(["sea", "sea: done", "sea: done"]);
      expect(await graph.invoke(user("hills"), config)).toMatchObject(worked("hills", "turn_2"));
    });

    test("is correct for a client that sends plain JSON", async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a client may send any value
      const say = (json: string) => graph.invoke(JSON.parse(json) as ReturnType<typeof user>, config);
      await say('{"messages":[{"role":"user","content":"sea"}],"control_iteration":7,"status_updates":[]}');
      expect(seen[0]).toMatchObject(fresh);
      await graph.updateState(config, { control_iteration: 9 }, "answer");
      const second = await say('{"messages":{"type":"human","content":"hills","id":"from-studio"}}');
      expect(seen[1]).toMatchObject({ ...fresh, task_user_input: "hills" });
      expect(second).toMatchObject(worked("hills", "turn_2"));
      expect(second.messages[2]?.id).toBe("from-studio");
    });

    test("is separate for each thread", async () => {
      const other = { ...config, configurable: { thread_id: `${threadId} of another` } };
      await graph.invoke(user("sea?"), config);
      await graph.invoke(user("hills"), other);
      const resumed = await graph.invoke(new Command({ resume: "yes" }), config);
      expect(resumed).toMatchObject(worked("sea?", "turn_1"));
      expect(texts(resumed)).toEqual(["sea?", "sea?: done"]);
    });
  });

  describe("a session", () => {
    test("runs a turn and answers its question by id", async () => {
      const asked = await sessionOn().send("sea?");
      expect(asked).toMatchObject({
        outcome: "interrupted",
        turnId: "turn_1",
        interrupts: [{ value: { about: "sea?" } }],
      });
      const [question] = await sessionOn().pending();
      const answered = await sessionOn().resume(question?.id ?? "", "yes");
      expect(answered).toMatchObject({
        outcome: "done",
        turnId: "turn_1",
        state: { ...worked("sea?", "turn_1"), control_next_action: "yes" },
      });
    });

    test("executes one of two concurrent answers, and reports the other as resolved", async () => {
      await sessionOn().send("sea?");
      const [question] = await sessionOn().pending();
      const answers = ["yes", "no"].map((answer) => sessionOn().resume(question?.id ?? "", answer));
      const results = await Promise.all(answers);
      expect(results).toMatchObject([
        { outcome: "done", state: { control_next_action: "yes" } },
        { outcome: "alreadyResolved", interruptId: question?.id },
      ]);
      expect(await sessionOn().state()).toMatchObject({ control_next_action: "yes", ...worked("sea?", "turn_1") });
    });

    test("keeps all of twenty concurrent messages, in order", async () => {
      const userInput = Array.from({ length: 20 }, (__, index) => `message ${index}`);
      const results = await Promise.all(userInput.map((each) => sessionOn().send(each)));
      expect(results.map(({ outcome }) => outcome)).toEqual(userInput.map(() => "done"));
      const state = await sessionOn().state();
      expect(state === null ? [] : texts(state)).toEqual(userInput.flatMap((each) => [each, `${each}: done`]));
      expect(state).toMatchObject(worked("message 19", "turn_20"));
    });

    test("stores the finished nodes of an unfinished turn before it starts another", async () => {
      await expect(sessionOn().send("break")).rejects.toThrow("power cut");
      const second = await sessionOn().send("hills");
      expect(second).toMatchObject({ outcome: "done", turnId: "turn_2", state: worked("hills", "turn_2") });
      const state = await sessionOn().state();
      expect(state?.capability_context_data).toEqual({ FAMILY: { break: { age: 9 }, hills: { age: 9 } } });
    });

    test("lists its turns, and can fork at any of them", async () => {
      for (const userInput of ["sea", "hills", "snow"]) await sessionOn().send(userInput);
      const history = await sessionOn().history();
      expect(history.map(({ turnId, userInput, status }) => [turnId, userInput, status])).toEqual([
        ["turn_3", "snow", "ended"],
        ["turn_2", "hills", "ended"],
        ["turn_1", "sea", "ended"],
      ]);
      const fork = await sessionOn().fork({
        threadId: `${threadId} fork`,
        checkpointId: history[1]?.checkpointId ?? "",
      });
      expect(await fork.send("rain")).toMatchObject({ outcome: "done", state: worked("rain", "turn_3") });
      const [forked, own] = [await fork.state(), await sessionOn().state()];
      expect(texts({ messages: forked?.messages ?? [] }).filter((text) => !text.endsWith("done"))).toEqual([
        "sea",
        "hills",
        "rain",
      ]);
      expect(own).toMatchObject(worked("snow", "turn_3"));
    });

    test("is exported as one JSON document with its open question, and imported under any id and on any saver", async () => {
      await sessionOn().send("sea");
      await sessionOn().send("hills?");
      const document: unknown = JSON.parse(JSON.stringify(await sessionOn().export()));
      const elsewhere = new MemorySaver();
      for (const [saver, id] of [
        [opened.saver, `${threadId} again`],
        [elsewhere, threadId],
      ] as const) {
        await importThread(document, { checkpointer: saver, state: SeedState, threadId: id });
        const session = openSession({ graph: agent(saver).graph, state: SeedState, threadId: id });
        const [question] = await session.pending();
        expect(await session.resume(question?.id ?? "", "yes")).toMatchObject({
          outcome: "done",
          state: { ...worked("hills?", "turn_2"), control_next_action: "yes" },
        });
        expect((await session.history()).map(({ turnId }) => turnId)).toEqual(["turn_2", "turn_1"]);
      }
    });

    test("is imported under the id of a deleted thread with more checkpoints", async () => {
      await sessionOn(`${threadId} kept`).send("sea");
      const document = await sessionOn(`${threadId} kept`).export();
      for (const userInput of ["a", "b", "c"]) await sessionOn().send(userInput);
      await sessionOn().delete();
      await importThread(document, { checkpointer: opened.saver, state: SeedState, threadId });
      expect(await sessionOn().send("hills")).toMatchObject({ outcome: "done", state: worked("hills", "turn_2") });
      await sessionOn().delete();
      const fork = await sessionOn(`${threadId} kept`).fork({ threadId });
      expect(await fork.send("hills")).toMatchObject({ outcome: "done", state: worked("hills", "turn_2") });
    });

    test("waits for no caller without a session: a turn, an edit, the end of an unfinished turn", async () => {
      await expect(sessionOn().send("break")).rejects.toThrow("power cut");
      expect(await sessionOn().send("hills", { unfinished: "refuse" })).toMatchObject({ outcome: "unfinished" });
      await graph.updateState(config, null, END);
      await graph.updateState(config, { control_iteration: 9 }, "answer");
      expect(await graph.invoke(user("hills"), config)).toMatchObject(worked("hills", "turn_2"));
      expect(await sessionOn().send("snow")).toMatchObject({ outcome: "done", state: worked("snow", "turn_3") });
    });
  });
});
