import { checkUpdate } from "tidemark";
import { describe, expect, test } from "vitest";
import { createFreshState } from "tidemark/seeds";
import { SchedulerState, type SchedulerValue } from "../../src/state.ts";
import { home } from "./home.ts";

const TEXT = "Schedule soccer Saturday at 2pm";

/** State at the start of the first turn of a conversation. */
async function begun(thread: string): Promise<SchedulerValue> {
  const there = home({ thread, member: "emma" });
  await there.say(TEXT);
  for await (const { next, values } of there.graph.getStateHistory({ configurable: { thread_id: thread } })) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of this graph's own state
    const state = values as SchedulerValue;
    if (next.includes("planner")) return state;
  }
  throw new TypeError("the turn has begun");
}

/** Every object and list that can be reached from a value, at any depth. */
function objectsIn(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== "object" || value === null || found.has(value)) return found;
  found.add(value);
  for (const each of Object.values(value)) objectsIn(each, found);
  return found;
}

describe("a conversation", () => {
  test("FAM-01 begins with the request, who asks, and nothing done yet", async () => {
    const values = await begun("conv_0badcafe");
    expect(values).toMatchObject({
      task_user_input: TEXT,
      runtime_user_id: "emma",
      runtime_session_id: "conv_0badcafe",
      control_current_step: "start",
      control_workflow_status: "in_progress",
      control_retry_count: 0,
      capability_context_data: {},
      execution_validation_results: [],
      control_errors: [],
      runtime_audit_log: [],
    });
    expect(values.runtime_created_at).toBe(values.runtime_updated_at);
    expect(values.messages.map(({ text }) => text)).toEqual([TEXT]);
  });

  test("FAM-01 has a value for every field of the state", () => {
    const { messages: _, ...fresh } = createFreshState(SchedulerState, TEXT);
    expect(Object.keys(fresh).toSorted()).toEqual(
      Object.keys(SchedulerState.fields)
        .filter((name) => name !== "messages")
        .toSorted(),
    );
    expect(checkUpdate(SchedulerState, fresh).ok).toBe(true);
  });

  test("FAM-02 has a unique id", async () => {
    const ids = [await begun("one"), await begun("two")].map(({ runtime_session_id }) => runtime_session_id);
    expect(ids).toEqual(["one", "two"]);
  });

  test("FAM-03 survives a round trip through JSON", () => {
    const fresh = createFreshState(SchedulerState, TEXT);
    expect(JSON.parse(JSON.stringify(fresh))).toEqual(fresh);
  });

  test("FAM-47 has no object in common with another", () => {
    const one = objectsIn(createFreshState(SchedulerState, TEXT));
    const other = objectsIn(createFreshState(SchedulerState, TEXT));
    expect(one.size).toBeGreaterThan(10);
    expect([...one].filter((each) => other.has(each))).toEqual([]);
  });
});
