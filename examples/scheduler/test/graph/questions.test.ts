import { expect, test } from "vitest";
import { event } from "../household.ts";
import { home, piano, savers } from "./home.ts";

const shopping = event({
  id: "shop",
  title: "Shopping",
  participants: ["emma"],
  resources: ["van"],
  start: "2026-11-24T16:45:00",
  end: "2026-11-24T18:00:00",
});

test.each([
  ["availability", "when is Emma free on Tuesday?", /^Emma is free Tue 24 Nov 07:00–16:30 and 18:00–22:00/],
  ["event_lookup", "what's on Tuesday?", /^- Piano Tue 24 Nov 16:30–17:00.*\n- Shopping/m],
  ["resource_status", "is the van free on Tuesday afternoon?", /^Van .*16:45/],
  [
    "conflict_check",
    "any conflicts next week?",
    /^1 conflict .*During Piano, Emma has Shopping Tue 24 Nov 16:45–18:00/,
  ],
])("%s is answered, and nothing is asked or written", async (type, text, answer) => {
  for (const [, saver] of savers) {
    const there = home({ events: [piano(), shopping], saver: saver() });
    const result = await there.say(text);
    expect(result).toMatchObject({ outcome: "answered", event: null });
    expect(result.message).toMatch(answer);
    expect(await there.conversation.pending()).toBeNull();
    expect(there.calendar.revision()).toBe(1);
    const { capability_context_data: context, control_workflow_status: status } = await there.values();
    expect(context["AGENT_OUTPUT"]?.["query"]).toMatchObject({ data: { queryType: type } });
    expect(status).toBe("completed");
  }
});

test.each([
  ["when is piano?", /^Next: Piano Tue 24 Nov 16:30–17:00, every Tuesday, for Emma\.$/],
  ["any conflicts with the shopping?", /^1 conflict .*Piano, Emma has Shopping/],
  ["what do I have next week in the evening?", /: Shopping Tue 24 Nov 16:45–18:00, for Emma, with the Van\.$/],
  ["what do Emma and Noah have on Tuesday?", /^Tue 24 Nov:\n- Piano/],
  ["am I free on Tuesday at 5pm?", /^Emma has Shopping Tue 24 Nov 16:45–18:00\.$/],
  ["which days is Emma free on Tuesday in the morning?", /^Emma is free Tue 24 Nov 06:00–12:00: nothing is planned\.$/],
  ["how many days until the shopping?", /^I do not know this question\. Ask, for example/],
  ["what's on Tuesday with Anna?", /I did not use "with Anna"/],
])("%s is answered with the events and what they say, or named", async (text, answer) => {
  const weekly = piano({ start: "2026-11-03T16:30:00", end: "2026-11-03T17:00:00", recurrenceRule: "FREQ=WEEKLY" });
  const there = home({ events: [weekly, shopping], member: "emma" });
  expect((await there.say(text)).message).toMatch(answer);
});
