import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openCalendar } from "../src/calendar/sqlite-calendar.ts";
import { openConversation } from "../src/conversation.ts";
import type { CalendarEvent } from "../src/domain/calendar-event.ts";
import { schedulerGraph } from "../src/graph.ts";
import { openStoredConversations } from "../src/terminal/stored-conversations.ts";

/** Measures the CPU time of each turn on a stored calendar of ten thousand events, 200 of them series. */

const now = "2026-11-21T09:00:00Z";
const EVENTS = 10_000;
const people = ["emma", "noah", "alex", "sam"];

function eventOf(index: number): CalendarEvent {
  const day = new Date(Date.UTC(2025, 0, 1 + (index % 1000))).toISOString().slice(0, 10);
  const hour = String(8 + (index % 12)).padStart(2, "0");
  return {
    id: `event-${index}`,
    title: `Errand ${index}`,
    start: `${day}T${hour}:00:00`,
    end: `${day}T${hour}:30:00`,
    timeZone: "Europe/Copenhagen",
    allDay: false,
    participants: [people[index % 4] ?? "emma"],
    resources: index % 11 === 0 ? ["van"] : [],
    recurrenceRule: index % 50 === 0 ? "FREQ=WEEKLY" : null,
    excludedStarts: [],
    extraStarts: [],
    replaces: null,
    priority: "medium",
    flexibility: "any",
    location: null,
    description: null,
    createdBy: "import",
    createdAt: now,
    updatedAt: now,
    sequence: 0,
  };
}

const folder = mkdtempSync(path.join(tmpdir(), "ten-thousand-"));
const file = path.join(folder, "calendar.db");
const calendar = openCalendar({ file, now, calendarFile: null });
const conversations = await openStoredConversations(file);
try {
  calendar.apply(Array.from({ length: EVENTS }, (_, index) => ({ kind: "put_event", event: eventOf(index) })));
  let ids = 0;
  const services = {
    calendar,
    model: null,
    clock: { now: () => now },
    ids: { next: () => `id-${(ids += 1)}` },
    timeZone: calendar.household.timeZone,
  };
  const graph = schedulerGraph(services, { checkpointer: conversations.saver });
  const conversation = openConversation(graph, services, { thread: "home", member: null, locks: conversations.locks });
  const said = [
    "what's on Tuesday?",
    "Soccer practice for Emma every Tuesday 4pm, needs the van",
    "1",
    "Haircut for Noah next week in the afternoon",
    "yes",
    "move soccer practice from 8 December on to 6pm",
    "1",
    "any conflicts next week?",
    "undo",
    "yes",
  ];
  process.stdout.write(`${EVENTS} events; CPU of each turn:\n`);
  for (const text of said) {
    const before = process.cpuUsage();
    const isAnswer = (await conversation.pending()) !== null;
    let outcome = "";
    for await (const event of isAnswer ? conversation.decide(text) : conversation.say(text))
      if (event.type === "result") outcome = event.outcome;
    const { user, system } = process.cpuUsage(before);
    process.stdout.write(`  ${String(Math.round((user + system) / 1000)).padStart(5)} ms  ${text}  (${outcome})\n`);
  }
} finally {
  conversations.close();
  calendar.close();
  rmSync(folder, { recursive: true });
}
