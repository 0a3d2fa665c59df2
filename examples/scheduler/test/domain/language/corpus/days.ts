import type { Utterance } from "../sketch.ts";

/** Days and parts of the day; the title is always the same. */
export const days: readonly Utterance[] = [
  ["x-ray next Thursday 4pm", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-26 16:00" }],
  ["x-ray next Saturday at 10", { does: "create", sure: "fair", title: "X-ray", at: "2026-11-28 10:00" }],
  ["x-ray this Thursday at 4pm", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-26 16:00" }],
  ["x-ray on Saturday at 9am", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-28 09:00" }],
  ["x-ray Saturday at 3pm", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-21 15:00" }],
  [
    "x-ray in 2 weeks on Friday",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-12-04 00:00 - 2026-12-05 00:00" },
  ],
  ["x-ray Friday in two weeks at 10", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-04 10:00" }],
  ["x-ray two weeks from Tuesday 9:00", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-08 09:00" }],
  [
    "x-ray the last Friday of June",
    { does: "create", sure: "fair", title: "X-ray", within: "2027-06-25 00:00 - 2027-06-26 00:00" },
  ],
  [
    "x-ray the last Friday of June 2027 at 5pm",
    { does: "create", sure: "clear", title: "X-ray", at: "2027-06-25 17:00" },
  ],
  ["x-ray the last Friday of June 2026", { does: "create", sure: "ask", title: "X-ray", missing: "time" }],
  [
    "x-ray first Monday of next month at 9am",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-12-07 09:00" },
  ],
  [
    "x-ray tomorrow after lunch",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-22 13:00 - 2026-11-22 15:00" },
  ],
  [
    "x-ray this weekend",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-21 10:00 - 2026-11-23 00:00" },
  ],
  [
    "x-ray next weekend",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-28 00:00 - 2026-11-30 00:00" },
  ],
  ["x-ray next week", { does: "create", sure: "fair", title: "X-ray", within: "2026-11-23 00:00 - 2026-11-30 00:00" }],
  [
    "x-ray on Monday in the morning",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-23 07:00 - 2026-11-23 12:00" },
  ],
  [
    "x-ray on Monday in the afternoon",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-23 12:00 - 2026-11-23 17:00" },
  ],
  [
    "x-ray on Monday in the evening",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-23 17:00 - 2026-11-23 21:00" },
  ],
  [
    "x-ray all day Monday",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 00:00", to: "2026-11-24 00:00", allDay: true },
  ],
  ["x-ray Dec 24", { does: "create", sure: "fair", title: "X-ray", within: "2026-12-24 00:00 - 2026-12-25 00:00" }],
  ["x-ray 24 December at 10", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-24 10:00" }],
  ["x-ray December 24th, 2027 10am", { does: "create", sure: "clear", title: "X-ray", at: "2027-12-24 10:00" }],
  ["x-ray the 24th of December at 10", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-24 10:00" }],
  ["x-ray on the 15th at 10", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-15 10:00" }],
  ["x-ray on the 31st at 10", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-31 10:00" }],
  ["x-ray 12/24 at 10", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-24 10:00" }],
  ["x-ray 24/12 at 10", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-24 10:00" }],
  ["x-ray 4/12 at 10", { does: "create", sure: "fair", title: "X-ray", at: "2026-12-04 10:00" }],
  ["x-ray 24.12. at 10", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-24 10:00" }],
  ["x-ray 24.12.2026 10:00", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-24 10:00" }],
  ["x-ray 2026-12-24 10:00", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-24 10:00" }],
  ["x-ray 2026-12-24T10:00", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-24 10:00" }],
  [
    "x-ray end of the month",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-30 00:00 - 2026-12-01 00:00" },
  ],
  [
    "x-ray at the end of December",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-12-31 00:00 - 2027-01-01 00:00" },
  ],
  [
    "x-ray early January",
    { does: "create", sure: "fair", title: "X-ray", within: "2027-01-01 00:00 - 2027-01-11 00:00" },
  ],
  ["x-ray in March", { does: "create", sure: "fair", title: "X-ray", within: "2027-03-01 00:00 - 2027-04-01 00:00" }],
  ["x-ray the day after tomorrow at 9", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 09:00" }],
  ["x-ray in three days at 9", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-24 09:00" }],
  ["x-ray in a month at 9", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-21 09:00" }],
  ["x-ray Tuesday the 24th at 10", { does: "create", sure: "clear", title: "X-ray", at: "2026-11-24 10:00" }],
  ["x-ray Friday Dec 4 3pm", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-04 15:00" }],
  ["x-ray Friday Dec 5 3pm", { does: "create", sure: "ask", title: "X-ray", missing: "time" }],
  [
    "x-ray Friday or Saturday",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-27 00:00 - 2026-11-29 00:00" },
  ],
  [
    "course for 3 days from Monday",
    { does: "create", sure: "clear", title: "Course", at: "2026-11-23 00:00", to: "2026-11-26 00:00", allDay: true },
  ],
  [
    "x-ray Monday to Wednesday",
    { does: "create", sure: "clear", title: "X-ray", at: "2026-11-23 00:00", to: "2026-11-26 00:00", allDay: true },
  ],
  ["x-ray Nov 20 at 10", { does: "create", sure: "clear", title: "X-ray", at: "2027-11-20 10:00" }],
  ["x-ray yesterday at 4", { does: "create", sure: "ask", title: "X-ray", missing: "time" }],
  ["x-ray Nov 20 2025 at 10", { does: "create", sure: "ask", title: "X-ray", missing: "time" }],
  ["x-ray February 30 at 10", { does: "create", sure: "ask", title: "X-ray", missing: "time" }],
  ["x-ray 31 April", { does: "create", sure: "ask", title: "X-ray", missing: "time" }],
  ["x-ray 2026-02-30", { does: "create", sure: "ask", title: "X-ray", missing: "time" }],
  ["x-ray Feb 29 at 10", { does: "create", sure: "clear", title: "X-ray", at: "2028-02-29 10:00" }],
  [
    "x-ray this weekend at 10",
    {
      does: "create",
      sure: "ask",
      title: "X-ray",
      at: "2026-11-21 10:00",
      within: "2026-11-21 10:00 - 2026-11-23 00:00",
      missing: "time",
    },
  ],
  ["x-ray on 28 March 2027 at 02:30", { does: "create", sure: "clear", title: "X-ray", at: "2027-03-28 03:30" }],
  ["x-ray on Christmas Eve at 5pm", { does: "create", sure: "clear", title: "X-ray", at: "2026-12-24 17:00" }],
  [
    "x-ray within 2 weeks",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-21 10:00 - 2026-12-06 00:00" },
  ],
  [
    "x-ray late afternoon on Tuesday",
    { does: "create", sure: "fair", title: "X-ray", within: "2026-11-24 15:00 - 2026-11-24 18:00" },
  ],
];
