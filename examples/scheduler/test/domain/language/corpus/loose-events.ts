import type { Utterance } from "../sketch.ts";

/** New events that are flexible, important, days long, or not complete. */
export const looseEvents: readonly Utterance[] = [
  [
    "Noah's parent-teacher conference Dec 3 4:30pm, can't move, important",
    {
      does: "create",
      sure: "clear",
      title: "Parent-teacher conference",
      at: "2026-12-03 16:30",
      people: "noah",
      priority: "high",
      flexibility: "fixed",
    },
  ],
  [
    "vet any time on Friday, low priority",
    {
      does: "create",
      sure: "fair",
      title: "Vet",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      priority: "low",
      flexibility: "same_day",
    },
  ],
  [
    "Book club sometime next week for me",
    {
      does: "create",
      sure: "fair",
      title: "Book club",
      within: "2026-11-23 00:00 - 2026-11-30 00:00",
      people: "alex",
      flexibility: "same_week",
    },
  ],
  [
    "haircut for Noah, flexible, next week",
    {
      does: "create",
      sure: "fair",
      title: "Haircut",
      within: "2026-11-23 00:00 - 2026-11-30 00:00",
      people: "noah",
      flexibility: "same_week",
    },
  ],
  [
    "urgent: plumber tomorrow 8am",
    { does: "create", sure: "clear", title: "Plumber", at: "2026-11-22 08:00", priority: "critical" },
  ],
  [
    "tax return on Monday at 5pm, must happen",
    { does: "create", sure: "clear", title: "Tax return", at: "2026-11-23 17:00", priority: "critical" },
  ],
  [
    "yoga at 7 tomorrow if possible",
    { does: "create", sure: "clear", title: "Yoga", at: "2026-11-22 07:00", priority: "low" },
  ],
  [
    "exam on Friday at 9, fixed",
    { does: "create", sure: "clear", title: "Exam", at: "2026-11-27 09:00", flexibility: "fixed" },
  ],
  [
    "window cleaning any time",
    {
      does: "create",
      sure: "fair",
      title: "Window cleaning",
      within: "2026-11-21 10:00 - 2026-12-06 00:00",
      flexibility: "any",
    },
  ],
  [
    "Camp July 6-10",
    { does: "create", sure: "clear", title: "Camp", at: "2027-07-06 00:00", to: "2027-07-11 00:00", allDay: true },
  ],
  [
    "vacation from Dec 20 to Jan 3",
    { does: "create", sure: "clear", title: "Vacation", at: "2026-12-20 00:00", to: "2027-01-04 00:00", allDay: true },
  ],
  [
    "sleepover on Friday night for Noah and Em",
    {
      does: "create",
      sure: "fair",
      title: "Sleepover",
      within: "2026-11-27 18:00 - 2026-11-27 22:00",
      people: "emma noah",
    },
  ],
  [
    "Swimming Friday 3pm for Zoe",
    { does: "create", sure: "ask", title: "Swimming", at: "2026-11-27 15:00", missing: "participants" },
  ],
  ["dentist for Emma", { does: "create", sure: "ask", title: "Dentist", people: "emma", missing: "time" }],
  ["Friday 4", { does: "create", sure: "ask", at: "2026-11-27 16:00", missing: "title" }],
  ["tomorrow", { does: "create", sure: "ask", within: "2026-11-22 00:00 - 2026-11-23 00:00", missing: "title" }],
  [
    "Anniversary dinner 14 Feb 7:30pm, don't move it",
    { does: "create", sure: "clear", title: "Anniversary dinner", at: "2027-02-14 19:30", flexibility: "fixed" },
  ],
  ["walk at 5ish tomorrow", { does: "create", sure: "clear", title: "Walk", at: "2026-11-22 17:00" }],
  ["feed the dog at 7am and 6pm every day", { does: "create", sure: "ask", title: "Feed the dog", missing: "time" }],
  ["tomorrow 9-10 yoga, 11-12 brunch", { does: "create", sure: "ask", title: "Yoga brunch", missing: "time" }],
];
