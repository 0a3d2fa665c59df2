import { expect, test } from "vitest";
import type { SchedulerValue } from "../../src/state.ts";
import { home, piano } from "./home.ts";

const SOCCER = "Soccer for Emma on Tuesday at 4pm";
const stepsOf = ({ execution_validation_results: results }: SchedulerValue) =>
  results.map(({ step, passed }) => `${step} ${passed ? "passed" : "failed"}`);

test("a proposal is proposed, validated and confirmed, with a result of each step", async () => {
  const { say, decide, values, graph } = home();
  await say(SOCCER);
  const asked = await values();
  expect(stepsOf(asked)).toEqual([
    "nl_parsing passed",
    "scheduling passed",
    "resource_check passed",
    "conflict_detection passed",
  ]);
  expect(asked).toMatchObject({
    scheduler_proposed_event: { status: "validated", participants: ["emma"], resources: [] },
    scheduler_selected_time_slot: { score: 1, availableParticipants: ["emma"], constraintViolations: [] },
    scheduler_detected_conflicts: { conflicts: [], hasConflicts: false, blockingConflicts: [] },
    scheduler_selected_resolution: null,
  });
  await decide("yes");
  expect((await values()).scheduler_proposed_event?.status).toBe("confirmed");
  const found = new Set<string>();
  for await (const { values: past } of graph.getStateHistory({ configurable: { thread_id: "home" } })) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of this graph's own state
    const { scheduler_proposed_event: proposed } = past as SchedulerValue;
    if (proposed) found.add(proposed.status);
  }
  expect(found).toEqual(new Set(["confirmed", "validated", "proposed"]));
});

test("a conflict fails its step, and the chosen resolution is in the state", async () => {
  const { say, decide, values } = home({ events: [piano()] });
  await say(SOCCER);
  const asked = await values();
  expect(stepsOf(asked).slice(-2)).toEqual(["conflict_detection failed", "resolution passed"]);
  expect(asked.execution_validation_results.at(-2)?.issues).toEqual(["Emma has Piano Tue 24 Nov 16:30–17:00."]);
  const output = asked.capability_context_data["AGENT_OUTPUT"]?.["resolution"]?.["data"];
  expect(output).toMatchObject({ recommendedResolution: "move_event: Move Soccer to Tue 24 Nov 15:30–16:30." });
  expect(asked).toMatchObject({
    scheduler_proposed_event: { status: "proposed" },
    scheduler_selected_time_slot: {
      score: 0,
      availableParticipants: [],
      constraintViolations: ["Emma has Piano Tue 24 Nov 16:30–17:00."],
    },
    scheduler_detected_conflicts: { hasConflicts: true, conflicts: [{ conflictingEventTitle: "Piano" }] },
  });
  await decide("1");
  expect(await values()).toMatchObject({
    scheduler_proposed_event: { status: "confirmed" },
    scheduler_selected_resolution: {
      strategy: "move_event",
      conflictsResolved: ["time:" + String(asked.scheduler_proposed_event?.eventId) + ":piano"],
    },
  });
});
