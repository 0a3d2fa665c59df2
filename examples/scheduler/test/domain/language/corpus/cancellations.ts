import type { Utterance } from "../sketch.ts";

/** Cancellations: one occurrence, several, a whole series, or a choice. */
export const cancellations: readonly Utterance[] = [
  [
    "cancel piano tomorrow",
    {
      does: "cancel",
      sure: "clear",
      title: "Piano lesson",
      within: "2026-11-22 00:00 - 2026-11-23 00:00",
      target: "piano",
      occurrence: "2026-11-22 17:00",
    },
  ],
  [
    "cancel piano",
    { does: "cancel", sure: "clear", title: "Piano lesson", target: "piano", occurrence: "2026-11-22 17:00" },
  ],
  ["cancel the piano series", { does: "cancel", sure: "clear", title: "Piano lesson", target: "piano" }],
  ["cancel all piano", { does: "cancel", sure: "clear", title: "Piano lesson", target: "piano" }],
  ["cancel every soccer practice", { does: "cancel", sure: "clear", title: "Soccer practice", target: "soccer" }],
  [
    "drop all soccer in December",
    {
      does: "cancel",
      sure: "clear",
      title: "Soccer practice",
      within: "2026-12-01 00:00 - 2027-01-01 00:00",
      target: "soccer",
      occurrence: "2026-12-01 16:00",
      occurrences: 5,
    },
  ],
  [
    "this Tuesday's soccer is cancelled",
    {
      does: "cancel",
      sure: "clear",
      title: "Soccer practice",
      within: "2026-11-24 00:00 - 2026-11-25 00:00",
      target: "soccer",
      occurrence: "2026-11-24 16:00",
    },
  ],
  [
    "no soccer on Tuesday",
    {
      does: "cancel",
      sure: "clear",
      title: "Soccer practice",
      within: "2026-11-24 00:00 - 2026-11-25 00:00",
      target: "soccer",
      occurrence: "2026-11-24 16:00",
    },
  ],
  [
    "skip soccer next week",
    {
      does: "cancel",
      sure: "clear",
      title: "Soccer practice",
      within: "2026-11-23 00:00 - 2026-11-30 00:00",
      target: "soccer",
      occurrence: "2026-11-24 16:00",
    },
  ],
  [
    "remove piano",
    { does: "cancel", sure: "fair", title: "Piano lesson", target: "piano", occurrence: "2026-11-22 17:00" },
  ],
  [
    "take piano off the calendar",
    { does: "cancel", sure: "clear", title: "Piano lesson", target: "piano", occurrence: "2026-11-22 17:00" },
  ],
  ["delete the family dinner", { does: "cancel", sure: "clear", title: "Family dinner", target: "dinner" }],
  [
    "call off the dinner on Friday",
    {
      does: "cancel",
      sure: "clear",
      title: "Family dinner",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      target: "dinner",
    },
  ],
  ["cancel Emma's dentist", { does: "cancel", sure: "clear", title: "Dentist", people: "emma", target: "dentist" }],
  [
    "cancel Emma's 10am on Thursday",
    {
      does: "cancel",
      sure: "clear",
      title: "Dentist",
      within: "2026-11-26 00:00 - 2026-11-27 00:00",
      people: "emma",
      target: "dentist",
    },
  ],
  ["cancel my next appointment", { does: "cancel", sure: "ask", people: "alex", missing: "target" }],
  [
    "please cancel the dentist appointment, thanks",
    { does: "cancel", sure: "clear", title: "Dentist", target: "dentist" },
  ],
  ["cancle the dentist", { does: "cancel", sure: "clear", title: "Dentist", target: "dentist" }],
  [
    "delete everything on Friday",
    {
      does: "cancel",
      sure: "clear",
      title: "Family dinner",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      target: "dinner",
    },
  ],
  [
    "cancel haircut",
    { does: "cancel", sure: "ask", title: "Haircut", choices: "haircut-sam haircut-noah", missing: "target" },
  ],
  [
    "cancel Noah's haircut",
    { does: "cancel", sure: "clear", title: "Haircut", people: "noah", target: "haircut-noah" },
  ],
  [
    "cancel haircut on Wednesday",
    {
      does: "cancel",
      sure: "clear",
      title: "Haircut",
      within: "2026-11-25 00:00 - 2026-11-26 00:00",
      target: "haircut-sam",
    },
  ],
  ["cancel the next haircut", { does: "cancel", sure: "clear", title: "Haircut", target: "haircut-sam" }],
  ["cancel swimming", { does: "cancel", sure: "ask", title: "Swimming", missing: "target" }],
  [
    "cancel dentist on Monday",
    { does: "cancel", sure: "ask", title: "Dentist", within: "2026-11-23 00:00 - 2026-11-24 00:00", missing: "target" },
  ],
  ["cancel it", { does: "cancel", sure: "ask", missing: "target" }],
  ["cancel dentist on February 30", { does: "cancel", sure: "ask", title: "Dentist", missing: "target" }],
  [
    "cancel soccer on Dec 1 and Dec 15",
    {
      does: "cancel",
      sure: "clear",
      title: "Soccer practice",
      target: "soccer",
      occurrence: "2026-12-01 16:00",
      occurrences: 2,
    },
  ],
  [
    "cancel soccer on Tuesday and Thursday",
    { does: "cancel", sure: "ask", title: "Soccer", within: "2026-11-24 00:00 - 2026-11-25 00:00", missing: "target" },
  ],
  [
    "we're not having family dinner on Friday",
    {
      does: "cancel",
      sure: "clear",
      title: "Family dinner",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      target: "dinner",
    },
  ],
  ["cancel dentist last Friday", { does: "cancel", sure: "ask", title: "Dentist", missing: "target" }],
];
