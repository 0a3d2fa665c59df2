import { initialState } from "tidemark";
import { describe, expect, test } from "vitest";
import { type RequestReader, readByRules } from "../../src/reading/reader.ts";
import { SchedulerState, type SchedulerValue } from "../../src/state.ts";
import { entries, home, piano, savers } from "./home.ts";

/** Fields that the begin of a turn sets, before the first agent runs. */
const BEGUN = new Set([
  "task_user_input",
  "task_current_task",
  "planning_active_capabilities",
  "planning_execution_plan",
  "execution_last_result",
  "execution_start_time",
  "control_next_agent",
  "control_last_agent",
  "control_iteration",
  "control_plans_created_count",
]);

const turnFields = Object.values(SchedulerState.fields).filter(({ lifetime }) => lifetime === "turn");

describe.each(savers)("turns, with %s", (_, saver) => {
  test("nothing of a turn is visible in the next one", async () => {
    const there = home({ events: [piano()], saver: saver() });
    await there.say("Soccer for Emma on Tuesday at 4pm");
    await there.decide("1");
    const first = initialState(SchedulerState);
    const isDirty = (values: SchedulerValue, name: string): boolean =>
      JSON.stringify(Reflect.get(values, name)) !== JSON.stringify(Reflect.get(first, name));
    const after = await there.values();
    const dirty = turnFields.filter(({ name }) => isDirty(after, name)).map(({ name }) => name);
    expect(dirty).toEqual(
      expect.arrayContaining([
        "scheduler_proposed_event",
        "scheduler_parsed_event",
        "execution_final_answer",
        "control_workflow_status",
        "control_iteration",
        "status_updates",
      ]),
    );
    expect(after.runtime_turn_id).not.toBeNull();

    await there.say("what's on Tuesday?");
    const turnId = (await there.values()).runtime_turn_id;
    let start: SchedulerValue | null = null;
    for await (const { next, values } of there.graph.getStateHistory({ configurable: { thread_id: "home" } })) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of this graph's own state
      const state = values as SchedulerValue;
      // Newest first: the last snapshot is the start of the second turn.
      if (next.includes("nl_parser") && state.runtime_turn_id === turnId) start = state;
    }
    if (start === null) throw new TypeError("the second turn has begun");
    const values = start;
    expect(values.task_user_input).toBe("what's on Tuesday?");
    const left = turnFields.filter(({ name }) => !BEGUN.has(name) && isDirty(values, name));
    expect(left.map(({ name }) => name)).toEqual([]);
    expect(values.capability_context_data["AGENT_OUTPUT"] ?? {}).toEqual({});
  });

  test("a conversation keeps its messages, in the checkpoint too", async () => {
    const there = home({ saver: saver() });
    for (let turn = 1; turn <= 8; turn += 1) await there.say(`what's on ${turn} December?`);
    const { messages } = await there.values();
    expect(messages).toHaveLength(16);
    expect(messages[0]?.text).toBe("what's on 1 December?");
    expect(messages.at(-2)?.text).toBe("what's on 8 December?");
    const tuple = await there.saver.getTuple({ configurable: { thread_id: "home" } });
    expect(tuple?.checkpoint.channel_values["messages"]).toHaveLength(16);
  });

  test("two threads share nothing but the calendar", async () => {
    const one = home({ saver: saver(), thread: "one", member: "emma" });
    const two = home({ saver: one.saver, calendar: one.calendar, thread: "two", member: "sam" });
    await one.say("Violin for Emma");
    await two.say("Chess for Sam on Monday at 7pm");
    expect(await one.conversation.pending()).toBeNull();
    const [mine, theirs] = [JSON.stringify(await one.values()), JSON.stringify(await two.values())];
    expect(mine).not.toContain("Chess");
    expect(theirs).not.toContain("Violin");
    await two.decide("yes");
    expect((await one.say("Tuesday at 5pm")).message).toContain("Violin");
    expect((await one.values()).runtime_user_id).toBe("emma");
    await one.decide("yes");
    expect(entries(one.calendar)).toEqual(["Chess 2026-11-23T19:00:00–20:00", "Violin 2026-11-24T17:00:00–18:00"]);
  });
});

describe("status events", () => {
  test("report the work and the result of an agent, in order, with matching ids", async () => {
    const there = home();
    await there.say("Soccer for Emma on Tuesday at 4pm");
    const statuses = there.events.filter((event) => event.type === "status");
    expect(
      statuses.map(({ metadata, complete }) => `${String(metadata?.["agent"])} ${complete ? "found" : "works"}`),
    ).toEqual(
      ["nl_parser", "scheduling", "resource_manager", "conflict_detection"].flatMap((agent) => [
        `${agent} works`,
        `${agent} found`,
      ]),
    );
    expect(statuses.at(-1)?.message).toBe("No conflicts.");
    expect(new Set(statuses.map(({ turnId }) => turnId)).size).toBe(1);
    expect(new Set(statuses.map(({ eventId }) => eventId)).size).toBe(statuses.length);
  });

  test("have the same ids when a node runs again, and others in another turn", async () => {
    const stop = new AbortController();
    const reader: RequestReader = (text, context) => {
      if (stop.signal.aborted) return readByRules(text, context);
      return new Promise((_, reject) => {
        setTimeout(() => {
          stop.abort();
          reject(new Error("stopped"));
        }, 20);
      });
    };
    const there = home({ reader });
    const before: string[] = [];
    for await (const event of there.conversation.send("Soccer for Emma on Tuesday at 4pm", stop.signal))
      if (event.type === "status") before.push(event.eventId);
    const after: string[] = [];
    for await (const event of there.conversation.continueTurn()) if (event.type === "status") after.push(event.eventId);
    expect(before).toHaveLength(1);
    expect(after[0]).toBe(before[0]);
    await there.say("what's on Tuesday?");
    const ids = there.events.flatMap((event) => (event.type === "status" ? [event.eventId] : []));
    expect(ids.filter((id) => after.includes(id))).toEqual([]);
  });
});
