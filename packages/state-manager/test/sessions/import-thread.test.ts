import * as messages from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { type BaseCheckpointSaver, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { exportThread, type ThreadDocument } from "@tidemark/checkpoint";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { stateManagerErrors } from "@tidemark/state-manager";
import { importThread, listThreads } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { Trip } from "../trip.ts";
import { parsed, untyped } from "../untyped.ts";
import { breaking, gate, idsOf } from "./breaking-saver.ts";
import { tripSession } from "./session-graph.ts";

/** A thread that waits for an answer, exported and parsed as JSON. */
async function exported(): Promise<string> {
  const { session } = tripSession({ asks: true });
  await session.send("sea");
  return JSON.stringify(await session.export());
}

/** Checkpoints of a document that was parsed as JSON. */
const checkpointsOf = (document: unknown): ThreadDocument["checkpoints"] =>
  untyped(Reflect.get(Object(document), "checkpoints"));

/** Document whose only checkpoint contains a stored value in an undeclared channel. */
const documentWith = (written: unknown) => ({
  format: "tidemark/thread",
  version: 1,
  threadId: "t",
  values: [],
  trees: [
    {
      base: null,
      tree: {
        o: {
          v: [4],
          ts: ["2030-01-31T12:00:00.000Z"],
          channel_values: { o: { extra: [written] } },
          channel_versions: { o: { extra: [1] } },
          versions_seen: { o: {} },
        },
      },
    },
  ],
  checkpoints: [
    {
      namespace: "",
      id: emptyCheckpoint().id,
      parent: null,
      metadata: { source: "input", step: -1, parents: {} },
      tree: 0,
    },
  ],
  writes: [],
});

const stock: readonly (readonly [string, () => BaseCheckpointSaver])[] = [
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
];
const savers: readonly (readonly [string, () => BaseCheckpointSaver])[] = [
  ...stock,
  ["sqliteSaver", () => sqliteSaver()],
];

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

describe.each(savers)("a thread document on %s", (_, makeSaver) => {
  test("continues the thread with its interrupt, messages and history", async () => {
    const saver = makeSaver();
    const imported = await importThread(JSON.parse(await exported()), {
      checkpointer: saver,
      state: Trip,
      threadId: "copy",
    });
    expect(imported).toEqual({ threadId: "copy" });
    const { session } = tripSession({ saver, asks: true, threadId: "copy" });
    const [question] = await session.pending();
    const ended = await session.resume(question?.id ?? "", "yes");
    expect(ended).toMatchObject({ outcome: "done", state: { trip_notes: ["sea"] } });
    expect(ended.outcome === "done" && ended.state.messages.map(({ text }) => text)).toEqual(["sea"]);
    expect((await session.history()).length).toBe(1);
  });

  test("exports the same document again", async () => {
    const saver = makeSaver();
    const document: unknown = JSON.parse(await exported());
    await importThread(document, { checkpointer: saver, state: Trip });
    const { checkpoints } = await exportThread(saver, "t");
    expect(checkpoints).toMatchObject(
      checkpointsOf(document).map(({ id, parent, metadata }) => ({ id, parent, metadata })),
    );
  });

  test.each([1_500, 20_000, 100_000])(
    "with a value of %i levels is refused, and leaves nothing behind",
    async (levels) => {
      const saver = makeSaver();
      const importing = importThread(documentWith(nested(levels)), { checkpointer: saver, state: Trip });
      await expect(importing).rejects.toMatchObject({ code: "state-manager/invalidThreadDocument" });
      expect(await idsOf(saver, "t")).toEqual([]);
    },
  );

  test("is imported once and refused once by two concurrent imports", async () => {
    const saver = makeSaver();
    const document: unknown = JSON.parse(await exported());
    const both = await Promise.allSettled(
      [1, 2].map(() => importThread(document, { checkpointer: saver, state: Trip, threadId: "copy" })),
    );
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(both[1]).toMatchObject({ reason: { code: "state-manager/threadExists" } });
    expect((await idsOf(saver, "copy")).length).toBe(checkpointsOf(document).length);
  });

  test("restores only messages from serialized LangChain objects, and changes nothing global", async () => {
    const before = [Object.name, Array.name, Reflect.ownKeys(Object.prototype).length];
    for (const name of [...Object.keys(messages), "constructor", "__proto__", "toString", "default"]) {
      const saver = makeSaver();
      const written = {
        lc: 1,
        type: "constructor",
        id: ["langchain_core", "messages", name],
        kwargs: { content: "x", id: "1" },
      };
      const refused: unknown = await importThread(documentWith(written), { checkpointer: saver, state: Trip }).then(
        () => null,
        (error: unknown) => error,
      );
      expect(refused === null || stateManagerErrors.invalidThreadDocument.is(refused)).toBe(true);
      const tuple = await saver.getTuple({ configurable: { thread_id: "t" } });
      const extra: unknown = tuple?.checkpoint.channel_values["extra"];
      expect(
        tuple === undefined ||
          messages.BaseMessage.isInstance(extra) ||
          Object.getPrototypeOf(extra) === Object.prototype,
      ).toBe(true);
      expect([Object.name, Array.name, Reflect.ownKeys(Object.prototype).length]).toEqual(before);
    }
  });
});

describe.each(stock)("a thread document on %s, which stores whole states", (_, makeSaver) => {
  test.each([
    [
      "a record that looks like a LangChain object",
      {
        lc: 1,
        type: "constructor",
        id: ["langchain_core", "prompts", "prompt", "PromptTemplate"],
        kwargs: { template: "hi" },
      },
      "",
    ],
    ["a record that looks like a secret", { lc: 1, type: "secret", id: ["HOME"] }, ""],
    [
      "such a record inside stored data",
      { "~": "data", v: { lc: 2, type: "constructor", id: ["Set"], args: [[1]] } },
      "",
    ],
    [
      "such a record in a message",
      {
        lc: 1,
        type: "constructor",
        id: ["langchain_core", "messages", "HumanMessage"],
        kwargs: { content: "x", additional_kwargs: { deep: { lc: 1 } } },
      },
      ".additional_kwargs.deep",
    ],
    ["an error", { "~": "Error", v: { name: "Error", message: "x" } }, ""],
    ["a key that can change a prototype", parsed('{"a":{"__proto__":{"isAdmin":true}}}'), ".a.__proto__"],
    ["a BigInt", { "~": "bigint", v: "10" }, ""],
    ["a date", { "~": "Date", v: "2030-01-31T12:00:00.000Z" }, ""],
    ["a value that is not a number", { deep: [{ "~": "number", v: "NaN" }] }, ".deep[0]"],
  ])("is refused for %s, with the path, and leaves nothing behind", async (__, written, inside) => {
    const saver = makeSaver();
    const importing = importThread(documentWith(written), { checkpointer: saver, state: Trip });
    await expect(importing).rejects.toMatchObject({
      code: "state-manager/invalidThreadDocument",
      details: { at: `checkpoints[0].channel_values.extra${inside}` },
    });
    expect(await idsOf(saver, "t")).toEqual([]);
  });

  test("is refused if the thread would exceed the size limit, for a document of any size", async () => {
    const saver = makeSaver();
    const document = documentWith(Array.from({ length: 100 }, () => 0));
    const large = {
      ...document,
      values: ["x".repeat(10_000)],
      trees: document.trees.map(({ base, tree }) => ({
        base,
        tree: { o: { ...tree.o, channel_values: { o: { extra: { a: Array.from({ length: 100 }, () => 0) } } } } },
      })),
    };
    const options = { checkpointer: saver, state: Trip };
    await expect(importThread(large, { ...options, maxBytes: 999_999 })).rejects.toMatchObject({
      code: "state-manager/invalidThreadDocument",
    });
    expect(await idsOf(saver, "t")).toEqual([]);
    await importThread(large, options);
    expect((await idsOf(saver, "t")).length).toBe(1);
  });

  test("leaves nothing behind if any write fails, and the next import succeeds", async () => {
    const document: unknown = JSON.parse(await exported());
    for (let writes = 0; ; writes += 1) {
      const saver = makeSaver();
      const repair = breaking(saver, writes, ["put", "putWrites"]);
      const broken: unknown = await importThread(document, { checkpointer: saver, state: Trip }).catch(
        (error: unknown) => error,
      );
      repair();
      if (!(broken instanceof Error)) break;
      expect(broken.message).toBe("the saver broke");
      expect(await idsOf(saver, "t")).toEqual([]);
      await importThread(document, { checkpointer: saver, state: Trip });
    }
  });

  test("leaves no thread if its process is killed at any write, and the next import succeeds", async () => {
    const document: unknown = JSON.parse(await exported());
    for (let writes = 1; ; writes += 1) {
      const saver = makeSaver();
      const repair = breaking(saver, writes, ["put", "putWrites", "deleteThread"]);
      const broken: unknown = await importThread(document, { checkpointer: saver, state: Trip }).catch(
        (error: unknown) => error,
      );
      repair();
      if (!(broken instanceof Error)) break;
      const { session } = tripSession({ saver });
      expect([await session.state(), await session.pending()]).toEqual([null, []]);
      expect(await session.continue()).toMatchObject({ outcome: "nothingToContinue" });
      if (writes % 2 === 0) await importThread(document, { checkpointer: saver, state: Trip });
      else await session.send("hills");
      const turns = (await session.history()).map(({ userInput }) => userInput);
      expect(turns).toEqual([writes % 2 === 0 ? "sea" : "hills"]);
      const { checkpoints } = await exportThread(saver, "t");
      expect(checkpoints.length === checkpointsOf(document).length).toBe(writes % 2 === 0);
    }
  });

  test("makes a turn on its id wait until it is complete", async () => {
    const saver = makeSaver();
    const opened = gate(saver, 3);
    const importing = importThread(JSON.parse(await exported()), { checkpointer: saver, state: Trip });
    await opened.reached;
    const { session } = tripSession({ saver });
    const turn = session.send("hills");
    expect(await session.send("snow", { onBusy: "refuse" })).toMatchObject({ outcome: "busy" });
    opened.open();
    await importing;
    expect(await turn).toMatchObject({ outcome: "done", turnId: "turn_2" });
  });

  test("is not imported under a lost lease, and writes of the other caller stay", async () => {
    const saver = makeSaver();
    const other = tripSession({ saver });
    let asked = 0;
    const lease = {
      threadId: "t",
      token: 7,
      durable: false,
      signal: new AbortController().signal,
      holds: async () => {
        asked += 1;
        if (asked === 3) await other.session.send("hills");
        return asked < 3;
      },
      release: () => Promise.resolve(),
    };
    const locks = { acquire: () => Promise.resolve({ outcome: "acquired", lease } as const) };
    const importing = importThread(JSON.parse(await exported()), { checkpointer: saver, state: Trip, locks });
    await expect(importing).rejects.toMatchObject({ code: "state-manager/fenced" });
    expect(await other.session.state()).toMatchObject({ trip_notes: ["hills"] });
  });
});

describe("importThread", () => {
  test.each([
    ["a value that is not a document", () => null, "non-empty string"],
    ["an unknown version", (text: string) => parsed(text.replace('"version":1', '"version":2')), "another kind"],
    [
      "a value packed by the serializer of a saver",
      () => ({
        format: "tidemark/thread",
        version: 1,
        threadId: "t",
        points: [{ namespace: "", checkpoint: { type: "json", base64: btoa("{}") }, parent: null, writes: [] }],
      }),
      "is invalid",
    ],
    [
      "a serialized object",
      (text: string) =>
        parsed(
          text.replace(
            '"trip_notes":[[]]',
            '"trip_notes":[[{"lc":1,"type":"constructor","id":["langchain_core","prompts","PromptTemplate"],"kwargs":{}}]]',
          ),
        ),
      "trip_notes",
    ],
    [
      "a key that can change a prototype",
      (text: string) => parsed(text.replace('"trip_notes":[[]]', '"trip_notes":[[]],"__proto__":[{"isAdmin":true}]')),
      "reserved",
    ],
    [
      "a value that does not match its field",
      (text: string) => parsed(text.replaceAll('"trip_notes":[[]]', '"trip_notes":[[7]]')),
      "trip_notes",
    ],
    [
      "a value that is not a checkpoint",
      (text: string) => parsed(text.replaceAll('"channel_versions"', '"versions"')),
      "a checkpoint is invalid",
    ],
  ])("refuses %s, and writes nothing", async (_, spoil, message) => {
    for (const [, makeSaver] of savers) {
      const saver = makeSaver();
      const importing = importThread(spoil(await exported()), { checkpointer: saver, state: Trip });
      await expect(importing).rejects.toMatchObject({ code: "state-manager/invalidThreadDocument" });
      await expect(importing).rejects.toThrow(message);
      expect(await listThreads(saver)).toEqual([]);
    }
  });

  test("does not overwrite an existing thread", async () => {
    const { session, saver } = tripSession();
    await session.send("sea");
    const importing = importThread(await session.export(), { checkpointer: saver, state: Trip });
    await expect(importing).rejects.toMatchObject({ code: "state-manager/threadExists" });
  });

  test("checks a value that many checkpoints share once", async () => {
    const { session } = tripSession();
    for (let turn = 0; turn < 5; turn += 1) await session.send("sea");
    let parses = 0;
    const field = Trip.fields.trip_notes;
    const counted = {
      ...Trip,
      fields: {
        ...Trip.fields,
        trip_notes: {
          ...field,
          schema: field.schema.refine(() => {
            parses += 1;
            return true;
          }),
        },
      },
    };
    const document = await session.export();
    await importThread(document, { checkpointer: sqliteSaver(), state: untyped(counted) });
    // One for each list of notes that a turn has written.
    expect(parses).toBeLessThanOrEqual(6 * 2);
    expect(document.checkpoints.length).toBeGreaterThan(20);
  });
});
