import type { Fault, Rates } from "./scheduler.ts";
import { Seeded } from "./seeded.ts";
import { type Habits, type Plan, planOf } from "./people.ts";
import type { StorageKind } from "./storage/storage.graph.ts";
import type { WorldName } from "./world-names.ts";

/** A kind of world. */
export interface WorldKind {
  readonly habits: Habits;
  readonly remembers: boolean;
  /** True if the graph commits proposals. */
  readonly proposes: boolean;
  /** True if messages can be for the turn that runs. */
  readonly steers: boolean;
  /** True if people approve payments. */
  readonly approves: boolean;
  /** True if messages and answers are turns of a queue, which workers run. */
  readonly queued: boolean;
  readonly storages: readonly StorageKind[];
}

const base: Habits = {
  hosts: 2,
  people: 2,
  actions: 2,
  threads: ["a"],
  weights: { send: 6, answer: 3, continue: 1 },
  marks: { "?": 0.4 },
  unfinished: ["finish", "finish", "finish", "end"],
  answerForOthers: false,
  forged: false,
  decides: false,
  travels: 0,
  steers: 0,
};

/** What all worlds have in common, if they say nothing else. */
const plain: Omit<WorldKind, "habits"> = {
  remembers: false,
  proposes: false,
  steers: false,
  approves: false,
  queued: false,
  storages: ["one writer", "row locks", "sqlite"],
};

/** Worlds by name. */
export const WORLDS: Readonly<Record<WorldName, WorldKind>> = {
  small: {
    ...plain,
    habits: { ...base, weights: { ...base.weights, edit: 1, delete: 1 } },
  },
  users: {
    ...plain,
    habits: {
      ...base,
      threads: ["a", "b", "ax"],
      answerForOthers: true,
      weights: { ...base.weights, forget: 1 },
      marks: { "?": 0.3, "+": 0.8 },
    },
    remembers: true,
  },
  forks: {
    ...plain,
    habits: {
      ...base,
      actions: 4,
      threads: ["a"],
      answerForOthers: true,
      weights: { send: 6, answer: 5, continue: 2, fork: 3, copy: 2 },
      marks: { "?": 0.5, "+": 0.5, "~": 0.3, "&": 0.1 },
      forged: true,
      travels: 0.1,
    },
    remembers: true,
    proposes: true,
  },
  workers: {
    ...plain,
    habits: { ...base, threads: ["a", "b"], people: 3, unfinished: ["finish"] },
    queued: true,
  },
  steering: {
    ...plain,
    habits: { ...base, people: 3, unfinished: ["finish"], marks: { "?": 0.3 }, steers: 0.7 },
    steers: true,
  },
  approvals: {
    ...plain,
    habits: {
      ...base,
      people: 3,
      actions: 3,
      weights: { send: 4, decide: 10, continue: 2, fork: 1, copy: 1 },
      marks: { "?": 0.8 },
      travels: 0.05,
      decides: true,
    },
    approves: true,
  },
};

const KINDS: readonly Fault[] = ["kill", "kill", "freeze", "freeze", "lost", "cut", "busy", "full"];

/** A schedule of a world, before it runs. */
export interface Seeding {
  readonly plan: Plan;
  readonly rates: Rates;
  readonly storage: StorageKind;
  /** Number of workers that may end while they run a turn alone. */
  readonly attempts: number;
}

/** What a seed means in a world. */
export function seeded(kind: WorldKind, seed: number, storage?: StorageKind): Seeding {
  const random = new Seeded(seed ^ 0x51_ed_27_0b);
  return {
    plan: planOf(kind.habits, seed),
    rates: {
      switches: random.pick([0.01, 0.03, 0.1, 0.3]),
      faults: random.pick([0, 0.01, 0.02, 0.05]),
      mostFaults: 1 + random.below(3),
      clocks: random.chance(0.2) ? 0.02 : 0,
      kinds: KINDS,
    },
    storage: storage ?? random.pick(kind.storages),
    attempts: random.pick([1, 10]),
  };
}
