import { describe, expect, test } from "vitest";
import { keptCheckpoints, type PrunedCheckpoint, type PrunePolicy } from "../../src/pruning/prune-policy.ts";

const checkpoint = (id: string, parent: string | null, more: Partial<PrunedCheckpoint> = {}): PrunedCheckpoint => ({
  namespace: "",
  id,
  parent,
  at: `2026-01-0${id}T00:00:00Z`,
  input: false,
  interrupted: false,
  outer: null,
  replayed: [],
  unsaid: null,
  channels: new Set(),
  ...more,
});

const line = [
  checkpoint("1", null, { input: true }),
  checkpoint("2", "1"),
  checkpoint("3", "2", { input: true }),
  checkpoint("4", "3"),
];
const ids = (kept: readonly PrunedCheckpoint[]) => kept.map(({ id }) => id).join("");

describe("keptCheckpoints", () => {
  test("keeps the newest, by number, turn or time", () => {
    expect(ids(keptCheckpoints(line, { keepLast: 3 }))).toBe("234");
    expect(ids(keptCheckpoints(line, { keepTurns: 1 }))).toBe("34");
    expect(ids(keptCheckpoints(line, { keepTurns: 9 }))).toBe("1234");
    expect(ids(keptCheckpoints(line, { olderThan: "2026-01-03T00:00:00Z" }))).toBe("34");
  });

  test("keeps the newest whatever the policy", () => {
    for (const policy of [{ keepLast: 0 }, { keepTurns: 0 }, { olderThan: "9999-01-01T00:00:00Z" }])
      expect(ids(keptCheckpoints(line, policy))).toBe("4");
  });

  test("refuses what does not say in one way what to keep", () => {
    const slips: unknown[] = [{}, { keepLst: 1 }, { keepLast: -1 }, { keepTurns: 0.5 }, { keepLast: 1, keepTurns: 3 }];
    for (const slip of slips) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what only JavaScript can hand over
      expect(() => keptCheckpoints(line, slip as PrunePolicy)).toThrow(/is not a prune policy/);
    }
  });

  test("keeps an interrupt at the end of a branch, not one that was answered", () => {
    const branches = [
      checkpoint("1", null),
      checkpoint("2", "1", { interrupted: true }),
      checkpoint("3", "1", { interrupted: true }),
      checkpoint("4", "3"),
    ];
    expect(ids(keptCheckpoints(branches, { keepLast: 1 }))).toBe("24");
  });

  test("keeps the subgraphs of what stays", () => {
    const inner = { namespace: "inner" };
    const nested = [
      checkpoint("1", null),
      checkpoint("2", null, { ...inner, outer: "1" }),
      checkpoint("3", "1"),
      checkpoint("4", "2", { ...inner, outer: "3" }),
      checkpoint("5", "4", { ...inner, outer: "3" }),
    ];
    expect(ids(keptCheckpoints(nested, { keepLast: 1 }))).toBe("345");
  });

  test("lets the states of subgraphs go with the checkpoints around them, but not what they remember", () => {
    const nested = [
      checkpoint("1", null),
      checkpoint("2", null, { namespace: "task:1", outer: "1", interrupted: true }),
      checkpoint("3", null, { namespace: "remembers", outer: "1" }),
      checkpoint("4", "1"),
      checkpoint("5", null, { namespace: "task:2", outer: "4" }),
      checkpoint("6", null, { namespace: "task:2|inner:3", outer: "4" }),
      // The checkpoint around this one is still on its way, nothing is known of the other.
      checkpoint("7", null, { namespace: "task:4", outer: "8" }),
      checkpoint("9", null, { namespace: "apart:5", outer: null }),
    ];
    expect(ids(keptCheckpoints(nested, { keepLast: 1 }))).toBe("345679");
  });

  test("keeps the ancestors that a delta channel is put together from", () => {
    const delta = { replayed: ["log"] };
    const chain = [
      checkpoint("1", null),
      checkpoint("2", "1", { channels: new Set(["log"]) }),
      checkpoint("3", "2", delta),
      checkpoint("4", "3", delta),
    ];
    expect(ids(keptCheckpoints(chain, { keepLast: 1 }))).toBe("234");
  });

  test("keeps the ancestors of an update, of which nobody says what it is put together from", () => {
    const chain = [
      checkpoint("1", null),
      checkpoint("2", "1", { channels: new Set(["log", "name"]) }),
      checkpoint("3", "2", { replayed: ["notes"], channels: new Set(["notes"]) }),
      checkpoint("4", "3", { unsaid: ["log", "name"], channels: new Set(["name"]) }),
    ];
    expect(ids(keptCheckpoints(chain, { keepLast: 1 }))).toBe("234");
    const said = chain.map((each) => ({ ...each, unsaid: null }));
    expect(ids(keptCheckpoints(said, { keepLast: 1 }))).toBe("4");
  });
});
