import { constraintOf } from "../conflicts/constraints.ts";
import { isBlocking } from "../conflicts/detect.ts";
import { countOf } from "../format.ts";
import { changesOfProposal } from "../scheduling/draft.ts";
import type { Strategy } from "./situation.ts";

const IMPOSSIBLE: ReadonlySet<string | null> = new Set(["impossible_event", "impossible_length", "never_happens"]);

/** Keeps the proposal and accepts its conflicts, unless it is impossible. */
export const overrideConstraint: Strategy = ({ proposed, event, conflicts }) => {
  if (conflicts.some((conflict) => IMPOSSIBLE.has(constraintOf(conflict)))) return [];
  const accepted = conflicts.filter((conflict) => conflict.asBefore !== true);
  const blocking = conflicts.filter(isBlocking);
  return [
    {
      strategy: "override_constraint",
      variant: "all",
      description: `Keep ${event.title} as proposed and accept ${countOf(accepted.length, "conflict")}.`,
      worth: blocking.length === 0 ? 0.85 : 0.1,
      changes: conflicts.map((conflict) => ({
        eventId: null,
        field: "conflict",
        oldValue: null,
        newValue: conflict.id,
        action: "override",
      })),
      calendarChanges: changesOfProposal(proposed),
      losses: conflicts.map((conflict) => conflict.details),
    },
  ];
};
