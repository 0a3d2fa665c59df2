import type { Utterance } from "../sketch.ts";

/** Times of day, lengths, and dates that do not work; the title is always the same. */
export const clockTimes: readonly Utterance[] = [
  ["x-ray tomorrow at noon", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-22 12:00" }],
  ["x-ray Friday at midnight", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-28 00:00" }],
  ["x-ray tomorrow at half past four", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-22 16:30" }],
  ["x-ray at quarter to 5 tomorrow", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-22 16:45" }],
  ["x-ray at ten past nine on Monday", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 09:10" }],
  ["x-ray Monday 16:00", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00" }],
  [
    "x-ray 4-5:30pm Monday",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00", to: "2026-11-23 17:30", minutes: 90 },
  ],
  [
    "x-ray Monday from 4 to 6",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00", to: "2026-11-23 18:00", minutes: 120 },
  ],
  [
    "x-ray Monday 11-1pm",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 11:00", to: "2026-11-23 13:00", minutes: 120 },
  ],
  [
    "x-ray Monday 9-5",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 09:00", to: "2026-11-23 17:00", minutes: 480 },
  ],
  [
    "x-ray Monday 10am to 2",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 10:00", to: "2026-11-23 14:00", minutes: 240 },
  ],
  [
    "x-ray Monday from 10pm to 1am",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 22:00", to: "2026-11-24 01:00", minutes: 180 },
  ],
  [
    "x-ray Monday at 4 until 6",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00", to: "2026-11-23 18:00", minutes: 120 },
  ],
  [
    "x-ray between 3 and 5 on Monday",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-23 15:00 - 2026-11-23 17:00" },
  ],
  [
    "x-ray after 3pm on Monday",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-23 15:00 - 2026-11-23 22:00" },
  ],
  [
    "x-ray before noon on Monday",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-23 07:00 - 2026-11-23 12:00" },
  ],
  [
    "x-ray Monday by 6pm",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-23 07:00 - 2026-11-23 18:00" },
  ],
  ["x-ray in 2 hours", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-21 12:00" }],
  ["x-ray in half an hour", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-21 10:30" }],
  ["x-ray now", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-21 10:00" }],
  ["x-ray at 4", { does: "create", sure: "fair", title: "X-ray", at: "2026-11-21 16:00" }],
  ["x-ray at 9", { does: "create", sure: "fair", title: "X-ray", at: "2026-11-22 09:00" }],
  ["x-ray at 7pm", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-21 19:00" }],
  ["x-ray tonight at 8", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-21 20:00" }],
  ["x-ray tomorrow at 8", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-22 08:00" }],
  ["breakfast tomorrow at 8", { does: "create", sure: "clear", title: "Breakfast", at: "2026-11-22 08:00" }],
  ["dinner tomorrow at 8", { does: "create", sure: "clear", title: "Dinner", at: "2026-11-22 20:00" }],
  ["x-ray tomorrow 04:30", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-22 04:30" }],
  ["x-ray tomorrow 4.30pm", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-22 16:30" }],
  ["x-ray tomorrow at 6 o'clock", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-22 18:00" }],
  ["x-ray tomorrow at four", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-22 16:00" }],
  ["x-ray tomorrow four thirty", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-22 16:30" }],
  [
    "x-ray Monday at 4 for 45 minutes",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00", to: "2026-11-23 16:45", minutes: 45 },
  ],
  [
    "x-ray Monday at 4, 1.5 hours",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00", to: "2026-11-23 17:30", minutes: 90 },
  ],
  [
    "x-ray Monday at 4 for an hour and a half",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00", to: "2026-11-23 17:30", minutes: 90 },
  ],
  [
    "x-ray Monday 4pm 2h",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00", to: "2026-11-23 18:00", minutes: 120 },
  ],
  [
    "x-ray Monday 4pm 90 min",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00", to: "2026-11-23 17:30", minutes: 90 },
  ],
  [
    "x-ray Monday 4pm for 1h30",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00", to: "2026-11-23 17:30", minutes: 90 },
  ],
  [
    "a 30-minute x-ray on Monday at 4pm",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 16:00", to: "2026-11-23 16:30", minutes: 30 },
  ],
  [
    "x-ray for half an hour tomorrow",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-22 00:00 - 2026-11-23 00:00", minutes: 30 },
  ],
  [
    "x-ray Monday to Friday 9-3",
    {
      does: "create",
      sure: "clear",
      title: "X-ray",
      at: "2026-11-23 09:00",
      to: "2026-11-23 15:00",
      minutes: 360,
      rule: "FREQ=DAILY;UNTIL=20261127T225959Z",
    },
  ],
  ["x-ray today at 2am", { does: "create", sure: "ask", title: "X-ray", missing: "time" }],
  ["x-ray tomorrow at 25:00", { does: "create", sure: "ask", title: "X-ray", missing: "time" }],
  ["x-ray tomorrow 4:75", { does: "create", sure: "ask", title: "X-ray", missing: "time" }],
];
