import { asUser } from "@tidemark/state-manager";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openUserProposals } from "../src/open-user-proposals.ts";
import { commitAll, first, wish } from "./trip.ts";

const ann = wish({ trip_city: "Oslo" }, { agent: asUser("ann"), id: "a" });
const ben = wish({ trip_notes: ["sea"] }, { agent: asUser("ben"), id: "b" });
const agent = wish({ trip_city: "Rome" }, { agent: "planner", id: "p" });

const open = (proposals: unknown, log: unknown = []) =>
  openUserProposals({ ...first, control_proposals: proposals, runtime_audit_log: log });

describe("openUserProposals", () => {
  test("gives what people proposed, in their order, and leaves out what agents did", () => {
    expect(open([ben, agent, ann])).toEqual([ben, ann]);
  });

  test("leaves out what a commit has answered, whatever the answer was", () => {
    for (const decidedBy of ["root", "planner"]) {
      const { runtime_audit_log: log } = commitAll(first, [ann], { decidedBy }).values;
      expect(log).toHaveLength(1);
      expect(open([ann, ben], log)).toEqual([ben]);
    }
  });

  test.each([undefined, null, "proposals", 7, {}, { length: 1, 0: ann }])("finds none in %j", (proposals) => {
    expect(open(proposals)).toEqual([]);
  });

  test.each([
    null,
    [ann],
    "user:ann",
    { ...ann, proposalId: "" },
    { ...ann, proposedBy: ["user:ann"] },
    { ...ann, proposedBy: "user:" },
    { ...ann, changes: { trip_city: "Oslo" } },
    { ...ann, more: true },
    { proposalId: "a", settled: true },
  ])("leaves out %j, which is no proposal of a person", (raw) => {
    expect(open([raw, ben])).toEqual([ben]);
  });

  test.each([undefined, null, "log", {}, [null, 7, ["a"], { action: "commit" }, { proposalId: 7 }]])(
    "the log %j answers nothing",
    (log) => {
      expect(open([ann], log)).toEqual([ann]);
    },
  );

  test("values without any of it have none", () => {
    expect(openUserProposals({})).toEqual([]);
  });

  test("no JSON in either place throws, and nothing but proposals of people comes out", () => {
    const item = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(ann, agent));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(item)), fc.jsonValue(), (proposals, log) => {
        const items = Array.isArray(proposals) ? proposals : [];
        expect(open(proposals, log)).toEqual(items.filter((each) => each === ann));
      }),
    );
  });
});
