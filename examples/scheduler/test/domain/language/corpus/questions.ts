import type { Utterance } from "../sketch.ts";

/** Questions about the calendar. */
export const questions: readonly Utterance[] = [
  [
    "what's on Saturday?",
    { does: "query", sure: "clear", within: "2026-11-21 00:00 - 2026-11-22 00:00", asks: "event_lookup" },
  ],
  [
    "what's on tomorrow",
    { does: "query", sure: "clear", within: "2026-11-22 00:00 - 2026-11-23 00:00", asks: "event_lookup" },
  ],
  ["today?", { does: "query", sure: "clear", within: "2026-11-21 00:00 - 2026-11-22 00:00", asks: "event_lookup" }],
  [
    "agenda for next week",
    { does: "query", sure: "clear", within: "2026-11-23 00:00 - 2026-11-30 00:00", asks: "event_lookup" },
  ],
  [
    "show me the calendar for December",
    { does: "query", sure: "clear", within: "2026-12-01 00:00 - 2027-01-01 00:00", asks: "event_lookup" },
  ],
  [
    "what do we have this weekend",
    { does: "query", sure: "clear", within: "2026-11-21 00:00 - 2026-11-23 00:00", asks: "event_lookup" },
  ],
  [
    "what do I have tomorrow",
    {
      does: "query",
      sure: "clear",
      within: "2026-11-22 00:00 - 2026-11-23 00:00",
      people: "alex",
      asks: "event_lookup",
    },
  ],
  [
    "what's Emma doing on Tuesday?",
    {
      does: "query",
      sure: "clear",
      within: "2026-11-24 00:00 - 2026-11-25 00:00",
      people: "emma",
      asks: "event_lookup",
    },
  ],
  [
    "what did we have yesterday",
    { does: "query", sure: "clear", within: "2026-11-20 00:00 - 2026-11-21 00:00", asks: "event_lookup" },
  ],
  [
    "is there anything on Dec 24?",
    { does: "query", sure: "clear", within: "2026-12-24 00:00 - 2026-12-25 00:00", asks: "event_lookup" },
  ],
  [
    "when is Emma's next dentist appointment",
    { does: "query", sure: "clear", title: "Dentist", people: "emma", asks: "event_lookup" },
  ],
  ["when is soccer", { does: "query", sure: "clear", title: "Soccer", asks: "event_lookup" }],
  [
    "where is the family dinner on Friday",
    {
      does: "query",
      sure: "clear",
      title: "Family dinner",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      asks: "event_lookup",
    },
  ],
  [
    "how many events are there next week",
    { does: "query", sure: "clear", within: "2026-11-23 00:00 - 2026-11-30 00:00", asks: "event_lookup" },
  ],
  [
    "is the van free tomorrow afternoon?",
    {
      does: "query",
      sure: "clear",
      within: "2026-11-22 12:00 - 2026-11-22 17:00",
      things: "van",
      asks: "resource_status",
    },
  ],
  [
    "is the van available on Tuesday at 4pm",
    { does: "query", sure: "clear", at: "2026-11-24 16:00", things: "van", asks: "resource_status" },
  ],
  [
    "who has the van on Tuesday?",
    {
      does: "query",
      sure: "clear",
      within: "2026-11-24 00:00 - 2026-11-25 00:00",
      things: "van",
      asks: "resource_status",
    },
  ],
  [
    "is the kitchen booked on Friday evening",
    {
      does: "query",
      sure: "clear",
      within: "2026-11-27 17:00 - 2026-11-27 21:00",
      things: "kitchen",
      asks: "resource_status",
    },
  ],
  [
    "who is free Thursday evening",
    { does: "query", sure: "clear", within: "2026-11-26 17:00 - 2026-11-26 21:00", asks: "availability" },
  ],
  [
    "am I free at 3pm tomorrow",
    { does: "query", sure: "clear", at: "2026-11-22 15:00", people: "alex", asks: "availability" },
  ],
  [
    "is Emma busy on Friday?",
    {
      does: "query",
      sure: "clear",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      people: "emma",
      asks: "availability",
    },
  ],
  [
    "Can Emma come to the movies on Friday?", // cspell:disable-line
    {
      does: "query",
      sure: "clear",
      title: "Movie",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      people: "emma",
      asks: "availability",
    },
  ],
  [
    "when are we all free next week for 2 hours?",
    {
      does: "query",
      sure: "clear",
      within: "2026-11-23 00:00 - 2026-11-30 00:00",
      minutes: 120,
      people: "emma noah alex sam",
      asks: "availability",
    },
  ],
  [
    "when can Emma and Noah meet next week",
    {
      does: "query",
      sure: "clear",
      within: "2026-11-23 00:00 - 2026-11-30 00:00",
      people: "emma noah",
      asks: "availability",
    },
  ],
  [
    "is anyone free between 3 and 5 on Sunday",
    { does: "query", sure: "clear", within: "2026-11-22 15:00 - 2026-11-22 17:00", asks: "availability" },
  ],
  [
    "any conflicts next week?",
    { does: "query", sure: "clear", within: "2026-11-23 00:00 - 2026-11-30 00:00", asks: "conflict_check" },
  ],
  ["does anything clash with soccer", { does: "query", sure: "clear", title: "Soccer", asks: "conflict_check" }],
  [
    "are we double booked on Friday",
    { does: "query", sure: "clear", within: "2026-11-27 00:00 - 2026-11-28 00:00", asks: "conflict_check" },
  ],
  ["is Emma free", { does: "query", sure: "ask", people: "emma", asks: "availability", missing: "time" }],
  ["is Zoe free, tell me", { does: "query", sure: "ask", title: "Zoe", asks: "availability", missing: "time" }],
  ["what's on February 30", { does: "query", sure: "ask", asks: "event_lookup", missing: "time" }],
  [
    "Is there a conflict between soccer and dentist?",
    { does: "query", sure: "clear", title: "Soccer dentist", asks: "conflict_check" },
  ],
  [
    "schedule for tomorrow?",
    { does: "query", sure: "clear", within: "2026-11-22 00:00 - 2026-11-23 00:00", asks: "event_lookup" },
  ],
  [
    "what time is soccer on Tuesday",
    {
      does: "query",
      sure: "clear",
      title: "Soccer",
      within: "2026-11-24 00:00 - 2026-11-25 00:00",
      asks: "event_lookup",
    },
  ],
];
