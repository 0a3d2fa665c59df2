import { resultOf, terminalErrors } from "@tidemark/terminal";
import { defineAgent, defineErrors } from "tidemark/agents";
import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import type { Calendar } from "../../src/domain/calendar.ts";
import { type RequestReader, readByRules } from "../../src/reading/reader.ts";
import { SchedulerState } from "../../src/state.ts";
import { household } from "../household.ts";
import { home, piano } from "./home.ts";

/** Creates a reader that fails a number of times before it reads. */
const failing = (times: number, error: Error): RequestReader & { readonly calls: () => number } => {
  let calls = 0;
  const reader: RequestReader = (text, context) => {
    calls += 1;
    return calls <= times ? Promise.reject(error) : readByRules(text, context);
  };
  return Object.assign(reader, { calls: () => calls });
};

const SOCCER = "Soccer for Emma on Tuesday at 4pm";

describe("an agent that throws", () => {
  test("what nobody expected is tried again, and the turn goes on", async () => {
    const reader = failing(2, new RangeError("out of luck"));
    const there = home({ reader });
    expect((await there.say(SOCCER)).outcome).toBe("approval");
    expect(reader.calls()).toBe(3);
    const { control_retry_count: count, control_has_error: hasError, control_errors: errors } = await there.values();
    expect([count, hasError, errors.length]).toEqual([0, false, 2]);
  });

  test("repeatedly fails after the limit, with a message of one sentence", async () => {
    const reader = failing(Infinity, new RangeError("out of luck\n    at somewhere (file.ts:1)"));
    const there = home({ reader });
    expect(await there.say(SOCCER)).toMatchObject({
      outcome: "failed",
      message: "This did not work. Something unexpected went wrong. Nothing was written that you did not approve.",
    });
    const { control_errors: errors, control_workflow_status: status } = await there.values();
    expect(reader.calls()).toBe(3);
    expect(errors).toHaveLength(3);
    expect(status).toBe("failed");
  });

  test("a typed error is not tried again, since it would be the same", async () => {
    const error = terminalErrors.unusableDatabase({ file: "x.db", problem: "it is damaged" });
    const reader = failing(Infinity, error);
    expect(await home({ reader }).say(SOCCER)).toMatchObject({
      outcome: "failed",
      message: `This did not work. ${error.message} Nothing was written that you did not approve.`,
    });
    expect(reader.calls()).toBe(1);
  });

  test("does not tell a person what a package tells its developers", async () => {
    const { notSetUp } = defineErrors("store", {
      notSetUp: (details: { name: string }) => `Call \`setup()\` of ${details.name} first. See the guide.`,
    });
    const reader = failing(Infinity, notSetUp({ name: "x" }));
    expect(await home({ reader }).say(SOCCER)).toMatchObject({
      outcome: "failed",
      message: "This did not work. Something unexpected went wrong. Nothing was written that you did not approve.",
    });
    expect(reader.calls()).toBe(1);
  });

  test("is noticed in any position, also where questions are answered", async () => {
    let broken = true;
    const inner = memoryCalendar(household, [piano()]);
    const calendar: Calendar = {
      ...inner,
      occurrences(range) {
        if (broken) throw new RangeError("no disk");
        return inner.occurrences(range);
      },
    };
    const there = home({ calendar });
    expect((await there.say("what's on Tuesday?")).message).toBe(
      "This did not work. Something unexpected went wrong. Nothing was written that you did not approve.",
    );
    broken = false;
    expect((await there.say("what's on Tuesday?")).message).toContain("Piano");
  });

  test("the next turn knows nothing of the failure", async () => {
    const reader = failing(3, new RangeError("out of luck"));
    const there = home({ reader });
    expect((await there.say(SOCCER)).outcome).toBe("failed");
    expect((await there.say(SOCCER)).outcome).toBe("approval");
    expect((await there.values()).control_errors).toEqual([]);
  });
});

test("a calendar that cannot be written is named in the answer; nothing is written, and the next request is", async () => {
  let full = true;
  const inner = memoryCalendar(household);
  const problem = terminalErrors.unusableDatabase({ file: "x.db", problem: "the disk is full" });
  const calendar: Calendar = {
    ...inner,
    apply(changes, origin) {
      if (full) throw problem;
      return inner.apply(changes, origin);
    },
  };
  const there = home({ calendar });
  await there.say(SOCCER);
  const failed = await there.decide("yes");
  expect(failed.outcome).toBe("failed");
  expect(failed.message).toContain(problem.message);
  expect(inner.events()).toHaveLength(0);
  full = false;
  await there.say(SOCCER);
  expect(await there.decide("yes")).toMatchObject({ outcome: "confirmed" });
  expect(inner.events()).toHaveLength(1);
});

test("an agent that writes a field of others is rejected by name, before it can run", () => {
  expect(() =>
    defineAgent(SchedulerState, {
      name: "rogue",
      description: "Takes over.",
      reads: [],
      // @ts-expect-error the proposal belongs to other agents
      writes: ["scheduler_proposed_event"],
      run: () => ({}),
    }),
  ).toThrow(/rogue.*scheduler_proposed_event.*owned by/s);
});

test("a run that is stopped from outside stops, and can be gone on with", async () => {
  const stop = new AbortController();
  const waiting: RequestReader = (text, context, signal) =>
    stop.signal.aborted
      ? readByRules(text, context)
      : new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(new Error("stopped")));
          stop.abort();
        });
  const there = home({ reader: waiting });
  expect(await resultOf(there.conversation.send(SOCCER, stop.signal))).toMatchObject({
    outcome: "failed",
    message: "The turn was stopped before it finished.",
  });
  expect(await there.conversation.interrupted()).toBe(true);
  expect((await resultOf(there.conversation.continueTurn())).message).toContain("Soccer");
});
