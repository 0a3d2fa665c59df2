import { aggregateAnswer, noResultAnswer, planProgress } from "@tidemark/agents/internal";
import type { PlanStep } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";

const completed = (task: string, result: string): PlanStep => ({ agentId: "a", task, status: "completed", result });

describe("planProgress", () => {
  test("PS-40 is 0 for a plan without steps", () => {
    expect(planProgress({ steps: [] })).toBe(0);
  });

  test("counts completed steps only", () => {
    const steps = [completed("a", "b"), { status: "failed" as const }, { status: "skipped" as const }, {}];
    expect(planProgress({ steps })).toBe(0.25);
    expect(planProgress({ steps: [completed("a", "")] })).toBe(1);
  });
});

describe("aggregateAnswer", () => {
  test("PS-38 apologizes for a plan without results", () => {
    expect(aggregateAnswer({ steps: [] })).toBe(noResultAnswer);
    expect(aggregateAnswer({ steps: [{ status: "failed", error: "secret detail" }] })).toBe(noResultAnswer);
  });

  test("PS-38 returns a single result unchanged", () => {
    expect(aggregateAnswer({ steps: [completed("Look", "It rains.")] })).toBe("It rains.");
  });

  test("PS-38 joins several results under their tasks", () => {
    expect(aggregateAnswer({ steps: [completed("Look", "It rains."), completed("Book", "Booked.")] })).toBe(
      "**Look**\n\nIt rains.\n\n---\n\n**Book**\n\nBooked.",
    );
  });

  test("names failed and skipped steps after the results", () => {
    const steps: PlanStep[] = [
      completed("Look", "It rains."),
      { agentId: "b", task: "Book", status: "skipped", error: "too dear" },
      { agentId: "c", status: "failed" },
    ];
    expect(aggregateAnswer({ steps })).toBe(
      "**Look**\n\nIt rains.\n\n---\n\n**Book**\n\n_Skipped_\n\n---\n\n**c**\n\n_Failed_",
    );
  });

  test("uses the text of the step that answers, if it succeeded", () => {
    const answer: PlanStep = { capability: "respond", status: "completed", result: "Take a coat." };
    expect(aggregateAnswer({ steps: [completed("Look", "It rains."), answer] })).toBe("Take a coat.");
    expect(aggregateAnswer({ steps: [completed("Look", "It rains."), { ...answer, status: "failed" }] })).toBe(
      "It rains.",
    );
  });
});
