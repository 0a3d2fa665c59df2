import { InMemoryStore } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Inbox } from "../../src/steering/inbox.graph.ts";

const AT = "2026-01-09T10:00:00.000Z";

/** A store that returns what it has in the order of the given weights. */
class UnorderedStore extends InMemoryStore {
  readonly #weights: readonly number[];

  constructor(weights: readonly number[]) {
    super();
    this.#weights = weights;
  }

  override async search(...given: Parameters<InMemoryStore["search"]>) {
    const found = await super.search(...given);
    const weightOf = (index: number) => this.#weights[index % this.#weights.length] ?? 0;
    return found
      .map((item, index) => ({ item, weight: weightOf(index) }))
      .toSorted((one, other) => one.weight - other.weight)
      .map(({ item }) => item);
  }
}

test("messages are listed in the order of sending, whatever the order of the store, also within one moment", async () => {
  const message = fc.record({ id: fc.uuid(), at: fc.constantFrom(0, 0, 1) });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(message, { selector: ({ id }) => id, maxLength: 20 }),
      fc.array(fc.nat(100), { minLength: 1, maxLength: 20 }),
      async (messages, weights) => {
        const inbox = new Inbox(new UnorderedStore(weights), "ann");
        let milliseconds = Date.parse(AT);
        for (const { id, at } of messages) {
          milliseconds += at;
          await inbox.add({ id, text: id }, new Date(milliseconds).toISOString());
        }
        expect((await inbox.list()).map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
      },
    ),
    { numRuns: 50 },
  );
});

test("a message that is sent again is stored once", async () => {
  const inbox = new Inbox(new InMemoryStore(), "ann");
  expect(await inbox.add({ id: "1", text: "To Lisbon" }, AT)).toBe(true);
  expect(await inbox.add({ id: "1", text: "To Lisbon" }, AT)).toBe(true);
  expect(await inbox.list()).toEqual([{ id: "1", text: "To Lisbon" }]);
});

test("of messages that come at one moment, each that was accepted is listed", async () => {
  const inbox = new Inbox(new InMemoryStore(), "ann");
  const ids = Array.from({ length: 250 }, (_each, index) => String(index));
  const accepted = await Promise.all(ids.map(async (id) => ((await inbox.add({ id, text: id }, AT)) ? id : null)));
  expect((await inbox.list()).map(({ id }) => id)).toEqual(accepted.filter((id) => id !== null));
  expect(await inbox.add({ id: "more", text: "more" }, AT)).toBe(false);
});

test("at most a million characters wait, and a longer text is not stored", async () => {
  const inbox = new Inbox(new InMemoryStore(), "ann");
  expect(await inbox.add({ id: "1", text: "x".repeat(1_000_001) }, AT)).toBe(false);
  expect(await inbox.add({ id: "2", text: "x".repeat(999_999) }, AT)).toBe(true);
  expect(await inbox.add({ id: "3", text: "xx" }, AT)).toBe(false);
  expect(await inbox.add({ id: "4", text: "x" }, AT)).toBe(true);
  await inbox.remove(["2"]);
  expect(await inbox.add({ id: "3", text: "xx" }, AT)).toBe(true);
});

test("messages of several processes are listed by the time of sending", async () => {
  const store = new InMemoryStore();
  const inbox = new Inbox(store, "ann");
  await inbox.add({ id: "1", text: "To Lisbon" }, AT);
  await inbox.add({ id: "2", text: "On Monday" }, "2026-01-09T10:00:01.000Z");
  // Another process counts from its own beginning.
  for (const { namespace, key, value } of await store.search(["tidemark", "steering"]))
    if (key === "2") await store.put(namespace, key, { ...value, count: 0 });
  expect((await inbox.list()).map(({ id }) => id)).toEqual(["1", "2"]);
});
