import { noUserUpdates, reduceUserUpdates, type UserUpdate, UserUpdates } from "@tidemark/core-state/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { settleUpdates } from "../../src/users/settle-updates.ts";
import { emptyRecord, itemOf, readRecord, type UserRecord } from "../../src/users/user-record.ts";
import { Profile } from "./profile.ts";

const now = "2030-01-31T12:00:00.000Z";
const update = (key: string, given: Partial<UserUpdate> = {}): UserUpdate => ({
  key,
  user: "id-ann",
  field: "profile_facts",
  form: "update",
  value: [key],
  by: "learn",
  turnId: "turn_1",
  schemaVersion: 1,
  ...given,
});

/** A thread that has read a record, with updates. */
const threadOn = (record: UserRecord, updates: readonly UserUpdate[], threadId = "one") => ({
  state: Profile,
  user: "id-ann",
  threadId,
  now,
  thread: UserUpdates.parse({
    ...noUserUpdates(),
    user: "id-ann",
    record: record.id,
    revision: record.revision,
    read: Object.fromEntries(
      Object.entries(record.fields).map(([name, { version, threadId: by, turnId, at }]) => [
        name,
        { version, threadId: by, turnId, by, at },
      ]),
    ),
    updates,
  }),
});

const nameUpdate = (key: string, value: string): UserUpdate =>
  update(key, { field: "profile_name", form: "value", value });

const factsOf = (record: UserRecord): unknown => record.fields["profile_facts"]?.value ?? [];

describe("settleUpdates", () => {
  test("applies an update once, however often it is delivered", () => {
    const thread = threadOn(emptyRecord, [update("a"), update("b")]);
    const once = settleUpdates(emptyRecord, thread).record;
    const twice = settleUpdates(once, thread);
    expect(factsOf(once)).toEqual(["a", "b"]);
    expect(twice.record.revision).toBe(once.revision);
    expect(twice).toMatchObject({ refused: [], settled: ["a", "b"] });
  });

  test("returns the same record if nothing was applied, so that nothing is written", () => {
    expect(settleUpdates(emptyRecord, threadOn(emptyRecord, [])).record.revision).toBe(0);
  });

  test("refuses an update that fails the reducer, the schema or the declaration, and applies the others", () => {
    const bad = [
      update("a", { value: 7 }),
      update("b", { value: [8] }),
      update("c", { field: "profile_gone" }),
      update("d", { field: "task_user_input", form: "value", value: "x" }),
      update("e"),
    ];
    const { record, refused } = settleUpdates(emptyRecord, threadOn(emptyRecord, bad));
    expect(factsOf(record)).toEqual(["e"]);
    expect(refused.map(({ reason }) => reason.code)).toEqual(["invalid", "invalid", "unknownField", "unknownField"]);
  });

  test("accepts a value that equals the stored one, although another thread wrote it", () => {
    const one = settleUpdates(emptyRecord, threadOn(emptyRecord, [nameUpdate("a", "Ann")])).record;
    const two = settleUpdates(one, threadOn(emptyRecord, [nameUpdate("b", "Ann")], "two"));
    expect(two.refused).toEqual([]);
    expect(two.record.fields["profile_name"]).toMatchObject({ version: 1, threadId: "one" });
  });

  test("refuses an update that may be stored already, after very many later ones", () => {
    const late = threadOn(emptyRecord, [update("late")]);
    let record = settleUpdates(emptyRecord, late).record;
    for (let index = 0; index < 600; index += 1) {
      record = settleUpdates(record, threadOn(record, [update(`n${index}`)])).record;
    }
    const again = settleUpdates(record, late);
    expect(again.refused.map(({ reason }) => reason)).toEqual([{ code: "tooOld" }]);
    expect(factsOf(again.record)).toHaveLength(601);
    expect(JSON.stringify(itemOf(record)).length).toBeLessThan(40_000);
  });

  test("has the same result for every order of deliveries and repetitions", () => {
    const deliveries = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 3 })), { maxLength: 12 });
    fc.assert(
      fc.property(deliveries, (order) => {
        let record = emptyRecord;
        const sent = new Set<string>();
        for (const [thread, count] of order) {
          const updates = Array.from({ length: count }, (_, index) => update(`${thread}-${index}`));
          for (const { key } of updates) sent.add(key);
          const settled = settleUpdates(record, threadOn(emptyRecord, updates, `t${thread}`));
          expect(settled.refused).toEqual([]);
          const { id } = settled.record;
          record = id === null ? emptyRecord : readRecord("id-ann", JSON.parse(JSON.stringify(itemOf(settled.record))));
        }
        expect([factsOf(record)].flat().length).toBe(sent.size);
        expect(new Set([factsOf(record)].flat())).toEqual(sent);
      }),
    );
  });
});

describe("a stored record", () => {
  test.each([
    [7],
    [[]],
    [{}],
    [{ format: 2 }],
    [{ ...itemOf({ ...emptyRecord, id: "a", revision: 1 }), fields: { f: 1 } }],
  ])("that cannot be read is refused: %j", (value) => {
    expect(() => readRecord("id-ann", value)).toThrow(/^The stored values of user "id-ann" cannot be read/);
  });
});

describe("recorded updates of a thread", () => {
  const known = { ...noUserUpdates(), user: "id-ann" };

  test("are numbered, so that a task can write a field several times, and its repetition has the same keys", () => {
    const add = { add: update("task/profile_facts") };
    const keys = [add, add].reduce(reduceUserUpdates, known).updates.map(({ key }) => key);
    expect(keys).toEqual(["task/profile_facts/1", "task/profile_facts/2"]);
  });

  test("keep only the last of two values in a row", () => {
    expect(
      [nameUpdate("a", "A"), nameUpdate("b", "B")]
        .map((add) => ({ add }))
        .reduce(reduceUserUpdates, known)
        .updates.map(({ value: each }) => each),
    ).toEqual(["B"]);
  });

  test("of a turn without a user are not recorded", () => {
    expect(reduceUserUpdates({ ...known, user: null }, { add: update("a") }).updates).toEqual([]);
  });

  test("that reach a graph around this one are added once", () => {
    const child = { ...known, inherited: true, updates: [update("a"), update("b")] };
    const merged = reduceUserUpdates({ ...known, updates: [update("a")] }, child);
    expect(merged.updates.map(({ key }) => key)).toEqual(["a", "b"]);
    expect(merged.inherited).toBe(false);
    expect(reduceUserUpdates(noUserUpdates(), known).inherited).toBe(true);
  });
});
