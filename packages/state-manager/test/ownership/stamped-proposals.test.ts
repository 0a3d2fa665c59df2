import { stateManagerErrors } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { stampProposals } from "../../src/ownership/stamped-proposals.ts";

const entry = {
  proposalId: "p1",
  proposedBy: "seats",
  turnId: "turn_9",
  reason: "",
  createdAt: "2030-01-31T12:00:00.000Z",
  changes: { trip_city: { value: "Lisbon" } },
  baseVersions: { trip_city: 7 },
};
const author = {
  agent: "seats",
  commits: false,
  made: new Set<unknown>(),
  seen: { runtime_turn_id: "turn_2", runtime_field_versions: { trip_city: 3 } },
};

describe("stampProposals", () => {
  test("signs a manually created entry with the agent's id prefix, turn and versions", () => {
    const [stamped] = stampProposals([{ ...entry, openSince: entry.createdAt }], author);
    expect(stamped).toEqual({
      ...entry,
      proposalId: "seats:p1",
      turnId: "turn_2",
      baseVersions: { trip_city: 3 },
    });
    expect(stampProposals([stamped], author)).toEqual([stamped]);
  });

  test("leaves entries of the runtime and invalid entries unchanged", () => {
    const made = Object.freeze({ ...entry });
    expect(stampProposals([made, 3, null, {}], { ...author, made: new Set([made]) })).toEqual([made, 3, null, {}]);
  });

  test("refuses an entry in another name", () => {
    for (const proposedBy of ["user:ann", "root", undefined]) {
      expect(() => stampProposals([{ ...entry, proposedBy }], author)).toThrow(
        expect.objectContaining({ code: stateManagerErrors.foreignProposal.code }),
      );
    }
  });

  test("an agent can remove its own entries; only a committing agent can remove others", () => {
    const own = { proposalId: "seats:t:1", settled: true };
    const foreign = { proposalId: "flights:t:1", settled: true };
    expect(stampProposals([own], author)).toEqual([own]);
    expect(() => stampProposals([foreign], author)).toThrow("flights:t:1");
    expect(stampProposals([foreign], { ...author, commits: true })).toEqual([foreign]);
  });
});
