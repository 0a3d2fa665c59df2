import type { ConflictPolicy } from "../../src/ownership/conflict-policy.ts";
import { MemorySaver, END, START, StateGraph } from "@langchain/langgraph";
import { applyUpdate, type Proposal } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import type { CommitPolicies } from "@tidemark/state-manager/internal";
import type { CommitResult } from "../../src/ownership/commit.ts";
import { commitNode } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commitAll, first, now, Trip, proposalOf } from "../trip.ts";

type Values = CommitResult<typeof Trip>["values"];

const policy = fc.constantFrom<ConflictPolicy>("reject", "rebase", "keepBoth", "ask");
const policies: fc.Arbitrary<CommitPolicies<typeof Trip>> = fc.record({
  trip_city: policy,
  trip_outbound: policy,
  trip_notes: policy,
  trip_tasks: policy,
});

/** Intent of one agent; every note is unique, so that it can be counted. */
const intent = fc.record({
  kind: fc.constantFrom("city", "seat", "flight", "note", "push", "task", "locked"),
  value: fc.constantFrom("a", "b", "c"),
  /** True when the agent reads the state after the first commit. */
  late: fc.boolean(),
});
type Intent = typeof intent extends fc.Arbitrary<infer Each> ? Each : never;

const propose = ({ kind, value }: Intent, id: string, on: object): Proposal => {
  const by = { agent: `agent_${id}`, id, on };
  if (kind === "locked") return proposalOf({ trip_locked: id }, by);
  switch (kind) {
    case "city":
      return proposalOf({ trip_city: `${value}${id}` }, by);
    case "seat":
      return proposalOf((draft) => void (draft.trip_outbound.seat = `${value}${id}`), by);
    case "flight":
      return proposalOf((draft) => void (draft.trip_outbound.flight = `${value}${id}`), by);
    case "note":
      return proposalOf({ trip_notes: [id] }, by);
    case "push":
      return proposalOf((draft) => void draft.trip_notes.push(id), by);
    case "task":
    default:
      return proposalOf({ trip_tasks: [{ id: value, status: id }] }, by);
  }
};

/** Two rounds of commits over any proposals, in any order. */
const rounds = fc.record({ intents: fc.array(intent, { minLength: 1, maxLength: 8 }), policies });

function commitRounds({ intents, policies: rules }: typeof rounds extends fc.Arbitrary<infer Each> ? Each : never) {
  const early = intents.map((each, index) => ({ each, id: String(index) }));
  const firstRound = early.filter(({ each }) => !each.late).map(({ each, id }) => propose(each, id, first));
  const one = commitAll(first, firstRound, { policies: rules });
  // Half of the late proposals are based on the state before the first commit.
  const secondRound = early
    .filter(({ each }) => each.late)
    .map(({ each, id }) => propose(each, id, Number(id) % 2 === 0 ? first : one.values));
  const two = commitAll(one.values, secondRound, { policies: rules });
  return { proposals: [firstRound, secondRound] as const, results: [one, two] as const };
}

const replay = (from: Values, result: CommitResult<typeof Trip>): object => {
  const reduced = result.updates.reduce<Values>((values, update) => applyUpdate(Trip, values, update), from);
  return { ...reduced, ...result.replaced };
};

describe("commit, for any proposals in any order", () => {
  test("every change is decided once, accepted ones are in the result and refused ones have a reason", () => {
    fc.assert(
      fc.property(rounds, (generated) => {
        const { proposals, results } = commitRounds(generated);
        for (const [index, result] of results.entries()) {
          const asked = (proposals[index] ?? []).flatMap(({ proposalId, changes }) =>
            Object.keys(changes).map((field) => `${proposalId}/${field}`),
          );
          expect(result.decisions.map(({ proposalId, field }) => `${proposalId}/${field}`)).toEqual(asked);
          const codes = result.decisions.map((each) => each.outcome === "refused" && each.reason.code);
          expect(codes).not.toContain("malformed");
        }
        const notes = results[1].values.trip_notes;
        const decided = results.flatMap(({ decisions }) => decisions).filter(({ field }) => field === "trip_notes");
        const accepted = decided.filter(({ outcome }) => outcome === "accepted").map(({ proposalId }) => proposalId);
        expect(notes.toSorted()).toEqual(accepted.toSorted());
      }),
    );
  });

  test("versions count accepted changes, and only those", () => {
    fc.assert(
      fc.property(rounds, (generated) => {
        const { results } = commitRounds(generated);
        const counted: Record<string, number> = {};
        for (const each of results.flatMap(({ decisions }) => decisions)) {
          if (each.outcome === "accepted" && each.how !== "unchanged")
            counted[each.field] = (counted[each.field] ?? 0) + 1;
        }
        expect(results[1].versions).toEqual(counted);
      }),
    );
  });

  test("a field without permission never changes", () => {
    fc.assert(
      fc.property(rounds, (generated) => {
        expect(commitRounds(generated).results[1].values.trip_locked).toBe("as it was");
      }),
    );
  });

  test("replaying the updates in order gives the same state", () => {
    fc.assert(
      fc.property(rounds, (generated) => {
        const { results } = commitRounds(generated);
        expect(replay(first, results[0])).toEqual(results[0].values);
        expect(replay(results[0].values, results[1])).toEqual(results[1].values);
      }),
    );
  });

  test("a repeated commit changes nothing", () => {
    fc.assert(
      fc.property(rounds, (generated) => {
        const { proposals, results } = commitRounds(generated);
        const again = commitAll(results[0].values, proposals[0], { policies: generated.policies });
        const open = new Set(
          results[0].decisions.filter(({ outcome }) => ["kept", "asked"].includes(outcome)).map(({ field }) => field),
        );
        const decidedAgain = again.decisions.filter(({ field }) => !open.has(field)).map(({ outcome }) => outcome);
        expect(new Set(decidedAgain)).toEqual(new Set(decidedAgain.length === 0 ? [] : ["refused"]));
        expect(again.values.trip_notes).toEqual(results[0].values.trip_notes);
      }),
    );
  });

  test("arguments are unchanged, and the same arguments give the same result", () => {
    fc.assert(
      fc.property(rounds, (generated) => {
        const [proposals] = commitRounds(generated).proposals;
        const before = JSON.stringify([first, proposals]);
        const one = commitAll(first, proposals, { policies: generated.policies });
        expect(commitAll(first, proposals, { policies: generated.policies })).toEqual(one);
        expect(JSON.stringify([first, proposals])).toBe(before);
      }),
    );
  });

  test("a real graph reaches the same state as the commit", async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (generated) => {
        const [proposals] = commitRounds(generated).proposals;
        const graph = new StateGraph(toStateSchema(Trip))
          .addNode("propose", () => ({ control_proposals: proposals }))
          .addNode("commit", commitNode(Trip, { policies: generated.policies, clock: fixedClock(now) }))
          .addEdge(START, "propose")
          .addEdge("propose", "commit")
          .addEdge("commit", END)
          .compile({ checkpointer: new MemorySaver() });
        const { messages: _, ...state } = await graph.invoke({}, { configurable: { thread_id: "t" } });
        const { messages: __, ...expected } = commitAll({ ...first, control_proposals: proposals }, proposals, {
          policies: generated.policies,
          threadId: "t",
        }).values;
        expect(state).toEqual(expected);
      }),
      { numRuns: Math.min(25, fc.readConfigureGlobal().numRuns ?? 25) },
    );
  });
});

test("any JSON as a proposal does not throw, and changes only fields that the root may write", () => {
  const names = ["trip_city", "trip_notes", "trip_locked", "trip_tasks", "messages", "nothing"];
  names.push("__proto__", "constructor", "toString");
  const reviving = { lc: 1, type: "secret", id: ["HOME"] };
  const hostile: readonly unknown[] = [{ constructor: { prototype: 1 } }, { __overwrite__: [] }, reviving];
  const content = fc.oneof(fc.jsonValue(), fc.constantFrom(...hostile));
  const shape = fc.record(
    {
      proposalId: fc.oneof(fc.constant("p"), fc.json()),
      proposedBy: fc.constant("agent"),
      turnId: fc.constant(null),
      reason: fc.constant(""),
      createdAt: fc.constant(now),
      changes: fc.dictionary(
        fc.constantFrom(...names),
        fc.oneof(
          fc.record({ value: content }),
          fc.record({
            patches: fc.array(
              fc.record(
                {
                  op: fc.constantFrom("add", "replace", "remove"),
                  path: fc.constantFrom("", "/0", "/-", "/0/status", "/__proto__/x", "/constructor", "/9", "/~0"),
                  value: content,
                  was: content,
                },
                { requiredKeys: ["op", "path"] },
              ),
              { minLength: 1, maxLength: 3 },
            ),
          }),
        ),
      ),
      baseVersions: fc.dictionary(fc.constantFrom("trip_city", "trip_notes"), fc.nat(2)),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(shape, fc.jsonValue())), policies, (proposals, rules) => {
      const { values } = commitAll(first, proposals, { policies: rules });
      expect(values.trip_locked).toBe("as it was");
      expect(Reflect.get({}, "x")).toBeUndefined();
    }),
  );
});
