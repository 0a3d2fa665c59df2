import type { Utterance } from "../sketch.ts";

/** Changes to events of the calendar. */
export const changes: readonly Utterance[] = [
  [
    "can you move dentist to Friday 10am",
    { does: "modify", sure: "clear", title: "Dentist", at: "2026-11-27 10:00", target: "dentist" },
  ],
  [
    "move dentist to Friday",
    {
      does: "modify",
      sure: "clear",
      title: "Dentist",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      target: "dentist",
    },
  ],
  [
    "move Emma's dentist from Thursday to Friday",
    {
      does: "modify",
      sure: "clear",
      title: "Dentist",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      people: "emma",
      target: "dentist",
    },
  ],
  [
    "reschedule dentist for Friday at 2pm",
    { does: "modify", sure: "clear", title: "Dentist", at: "2026-11-27 14:00", target: "dentist" },
  ],
  ["reschedule dentist", { does: "modify", sure: "ask", title: "Dentist", target: "dentist", missing: "time" }],
  [
    "push soccer back an hour",
    {
      does: "modify",
      sure: "clear",
      title: "Soccer practice",
      at: "2026-11-24 17:00",
      target: "soccer",
      occurrence: "2026-11-24 16:00",
      shift: 60,
    },
  ],
  [
    "push all soccer back an hour",
    { does: "modify", sure: "clear", title: "Soccer practice", at: "2026-11-24 17:00", target: "soccer", shift: 60 },
  ],
  [
    "move soccer up 30 minutes",
    {
      does: "modify",
      sure: "clear",
      title: "Soccer practice",
      at: "2026-11-24 15:30",
      target: "soccer",
      occurrence: "2026-11-24 16:00",
      shift: -30,
    },
  ],
  [
    "delay family dinner 30 minutes",
    { does: "modify", sure: "clear", title: "Family dinner", at: "2026-11-27 18:30", target: "dinner", shift: 30 },
  ],
  [
    "postpone dentist by a week",
    { does: "modify", sure: "clear", title: "Dentist", at: "2026-12-03 10:00", target: "dentist", shift: 10080 },
  ],
  [
    "bring dentist forward an hour",
    { does: "modify", sure: "clear", title: "Dentist", at: "2026-11-26 09:00", target: "dentist", shift: -60 },
  ],
  [
    "move dentist forward an hour",
    { does: "modify", sure: "ask", title: "Dentist", target: "dentist", missing: "change" },
  ],
  [
    "can we push the dentist to next week",
    {
      does: "modify",
      sure: "clear",
      title: "Dentist",
      within: "2026-11-23 00:00 - 2026-11-30 00:00",
      target: "dentist",
    },
  ],
  [
    "move this Tuesday's soccer to Thursday 5pm",
    {
      does: "modify",
      sure: "clear",
      title: "Soccer practice",
      at: "2026-11-26 17:00",
      target: "soccer",
      occurrence: "2026-11-24 16:00",
    },
  ],
  [
    "move soccer to Thursdays at 5",
    {
      does: "modify",
      sure: "clear",
      title: "Soccer practice",
      at: "2026-11-26 17:00",
      rule: "FREQ=WEEKLY;BYDAY=TH",
      target: "soccer",
    },
  ],
  [
    "make Tuesday's soccer at 5 instead",
    {
      does: "modify",
      sure: "clear",
      title: "Soccer practice",
      at: "2026-11-24 17:00",
      target: "soccer",
      occurrence: "2026-11-24 16:00",
    },
  ],
  [
    "soccer is now at 5pm",
    { does: "modify", sure: "clear", title: "Soccer practice", at: "2026-11-24 17:00", target: "soccer" },
  ],
  [
    "change piano to 6pm",
    {
      does: "modify",
      sure: "clear",
      title: "Piano lesson",
      at: "2026-11-22 18:00",
      target: "piano",
      occurrence: "2026-11-22 17:00",
    },
  ],
  [
    "move tomorrow's piano to 6pm",
    {
      does: "modify",
      sure: "clear",
      title: "Piano lesson",
      at: "2026-11-22 18:00",
      target: "piano",
      occurrence: "2026-11-22 17:00",
    },
  ],
  [
    "move all piano to Mondays at 5",
    {
      does: "modify",
      sure: "clear",
      title: "Piano lesson",
      at: "2026-11-23 17:00",
      rule: "FREQ=WEEKLY;BYDAY=MO",
      target: "piano",
    },
  ],
  [
    "move the dentist to tomorrow afternoon",
    {
      does: "modify",
      sure: "clear",
      title: "Dentist",
      within: "2026-11-22 12:00 - 2026-11-22 17:00",
      target: "dentist",
    },
  ],
  [
    "extend soccer by 30 minutes",
    {
      does: "modify",
      sure: "clear",
      title: "Soccer practice",
      minutes: 90,
      target: "soccer",
      occurrence: "2026-11-24 16:00",
    },
  ],
  [
    "extend family dinner until 9pm",
    { does: "modify", sure: "clear", title: "Family dinner", minutes: 180, target: "dinner" },
  ],
  [
    "shorten family dinner to 90 minutes",
    { does: "modify", sure: "clear", title: "Family dinner", minutes: 90, target: "dinner" },
  ],
  [
    "make the family dinner 3 hours long",
    { does: "modify", sure: "clear", title: "Family dinner", minutes: 180, target: "dinner" },
  ],
  [
    'rename piano lesson to "Piano with Ms. Berg"',
    { does: "modify", sure: "clear", title: "Piano lesson", target: "piano", newTitle: "Piano with Ms. Berg" },
  ],
  ["add Noah to soccer", { does: "modify", sure: "clear", title: "Soccer practice", people: "noah", target: "soccer" }],
  [
    "invite Sam to the family dinner",
    { does: "modify", sure: "clear", title: "Family dinner", people: "sam", target: "dinner" },
  ],
  [
    "remove the van from soccer",
    { does: "modify", sure: "clear", title: "Soccer practice", target: "soccer", without: "van" },
  ],
  [
    "soccer doesn't need the van anymore",
    { does: "modify", sure: "clear", title: "Soccer practice", target: "soccer", without: "van" },
  ],
  ["make dentist urgent", { does: "modify", sure: "clear", title: "Dentist", priority: "critical", target: "dentist" }],
  [
    "move haircut to 5pm",
    {
      does: "modify",
      sure: "ask",
      title: "Haircut",
      at: "2026-11-21 17:00",
      choices: "haircut-sam haircut-noah",
      missing: "target",
    },
  ],
  [
    "move swimming to Friday",
    {
      does: "modify",
      sure: "ask",
      title: "Swimming",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      missing: "target",
    },
  ],
  [
    "move it to Friday",
    { does: "modify", sure: "ask", within: "2026-11-27 00:00 - 2026-11-28 00:00", missing: "target" },
  ],
  ["move dentist to 25:00", { does: "modify", sure: "ask", title: "Dentist", target: "dentist", missing: "time" }],
  ["move dentist to yesterday", { does: "modify", sure: "ask", title: "Dentist", target: "dentist", missing: "time" }],
  [
    "mvoe dentist to firday 10am",
    { does: "modify", sure: "clear", title: "Dentist", at: "2026-11-27 10:00", target: "dentist" },
  ],
  ["move furniture Saturday 3pm", { does: "create", sure: "clear", title: "Move furniture", at: "2026-11-21 15:00" }],
  [
    "change the sheets on Sunday at 10",
    { does: "create", sure: "clear", title: "Change the sheets", at: "2026-11-22 10:00" },
  ],
  [
    "move Friday's dinner to Saturday",
    {
      does: "modify",
      sure: "clear",
      title: "Family dinner",
      within: "2026-11-28 00:00 - 2026-11-29 00:00",
      target: "dinner",
    },
  ],
  [
    "move haircut on December 2 to Friday",
    {
      does: "modify",
      sure: "clear",
      title: "Haircut",
      within: "2026-12-04 00:00 - 2026-12-05 00:00",
      target: "haircut-noah",
    },
  ],
  [
    "dentist was moved to December 2nd at 9am",
    { does: "modify", sure: "clear", title: "Dentist", at: "2026-12-02 09:00", target: "dentist" },
  ],
];
