import type { Utterance } from "../sketch.ts";

/** New events: titles, names, resources, importance. */
export const newEvents: readonly Utterance[] = [
  [
    "Soccer practice for Emma every Tuesday 4pm, needs the van",
    {
      does: "create",
      sure: "clear",
      title: "Soccer practice",
      at: "2026-11-24 16:00",
      people: "emma",
      things: "van",
      rule: "FREQ=WEEKLY;BYDAY=TU",
    },
  ],
  ["dentist fri 10", { does: "create", sure: "clear", title: "Dentist", at: "2026-11-27 10:00" }],
  [
    "Could you please schedule a meeting with Sam next Monday at 2pm for 1 hour",
    {
      does: "create",
      sure: "clear",
      title: "Meeting",
      at: "2026-11-23 14:00",
      to: "2026-11-23 15:00",
      minutes: 60,
      people: "alex sam",
    },
  ],
  [
    "doctor's appointment for mom tomorrow morning",
    {
      does: "create",
      sure: "fair",
      title: "Doctor's appointment",
      within: "2026-11-22 07:00 - 2026-11-22 12:00",
      people: "alex",
    },
  ],
  [
    "lunch with Sam tomorrow at noon",
    { does: "create", sure: "clear", title: "Lunch", at: "2026-11-22 12:00", people: "alex sam" },
  ],
  [
    "Dinner with grandma tomorrow at 7",
    { does: "create", sure: "clear", title: "Dinner with grandma", at: "2026-11-22 19:00" },
  ],
  [
    "Take Emma to the dentist Friday at 10",
    { does: "create", sure: "clear", title: "Take Emma to the dentist", at: "2026-11-27 10:00", people: "emma" },
  ],
  [
    "pick up Noah from school on Monday at 3",
    { does: "create", sure: "clear", title: "Pick up Noah from school", at: "2026-11-23 15:00", people: "noah" },
  ],
  [
    "Drop Emma at school Monday 8am",
    { does: "create", sure: "clear", title: "Drop Emma at school", at: "2026-11-23 08:00", people: "emma" },
  ],
  [
    "I have a dentist appointment Friday at 10",
    { does: "create", sure: "clear", title: "Dentist appointment", at: "2026-11-27 10:00", people: "alex" },
  ],
  [
    "we have a school meeting on Wednesday at 6pm",
    { does: "create", sure: "clear", title: "School meeting", at: "2026-11-25 18:00", people: "emma noah alex sam" },
  ],
  [
    "remind me to call the bank tomorrow at 9",
    { does: "create", sure: "clear", title: "Call the bank", at: "2026-11-22 09:00", people: "alex" },
  ],
  [
    "book the kitchen for baking Sunday 2pm to 4pm",
    {
      does: "create",
      sure: "clear",
      title: "Baking",
      at: "2026-11-22 14:00",
      to: "2026-11-22 16:00",
      minutes: 120,
      things: "kitchen",
    },
  ],
  [
    "Reserve the van Friday 3-5pm",
    {
      does: "create",
      sure: "clear",
      title: "Van booking",
      at: "2026-11-27 15:00",
      to: "2026-11-27 17:00",
      minutes: 120,
      things: "van",
    },
  ],
  [
    "use the tablet tomorrow 4-5pm for homework",
    {
      does: "create",
      sure: "clear",
      title: "Homework",
      at: "2026-11-22 16:00",
      to: "2026-11-22 17:00",
      minutes: 60,
      things: "tablet",
    },
  ],
  [
    "Grocery shopping with the car Saturday 3pm",
    { does: "create", sure: "clear", title: "Grocery shopping", at: "2026-11-21 15:00", things: "car" },
  ],
  [
    "Wash the van Saturday at 11",
    { does: "create", sure: "clear", title: "Wash the van", at: "2026-11-21 11:00", things: "van" },
  ],
  [
    "trip to the zoo with the minivan and Em on Sunday, all day",
    {
      does: "create",
      sure: "clear",
      title: "Trip to the zoo",
      at: "2026-11-22 00:00",
      to: "2026-11-23 00:00",
      allDay: true,
      people: "emma alex",
      things: "van",
    },
  ],
  [
    '"Swan Lake" Saturday Dec 5 7pm for Emma and Alex',
    { does: "create", sure: "clear", title: "Swan Lake", at: "2026-12-05 19:00", people: "emma alex" },
  ],
  [
    'add "Book report: draft 2" on Monday at 5pm for Noah',
    { does: "create", sure: "clear", title: "Book report: draft 2", at: "2026-11-23 17:00", people: "noah" },
  ],
  [
    "Emma's birthday party Dec 12 2-5pm, everyone",
    {
      does: "create",
      sure: "clear",
      title: "Emma's birthday party",
      at: "2026-12-12 14:00",
      to: "2026-12-12 17:00",
      minutes: 180,
      people: "emma noah alex sam",
    },
  ],
  [
    "Emma, Noah: haircut Sat 3pm",
    { does: "create", sure: "clear", title: "Haircut", at: "2026-11-21 15:00", people: "emma noah" },
  ],
  [
    "Alex and Sam date night tomorrow at 7",
    { does: "create", sure: "clear", title: "Date night", at: "2026-11-22 19:00", people: "alex sam" },
  ],
  [
    "parents evening at school on 3 December 18:00-20:00",
    {
      does: "create",
      sure: "clear",
      title: "Parents evening at school",
      at: "2026-12-03 18:00",
      to: "2026-12-03 20:00",
      minutes: 120,
    },
  ],
  [
    "board game night tomorrow evening with everyone",
    {
      does: "create",
      sure: "fair",
      title: "Board game night",
      within: "2026-11-22 17:00 - 2026-11-22 21:00",
      people: "emma noah alex sam",
    },
  ],
  [
    "we're going to the movies on Friday night at 8",
    { does: "create", sure: "clear", title: "Movies", at: "2026-11-27 20:00", people: "emma noah alex sam" },
  ],
  ["can we have dinner at 6 on Friday", { does: "create", sure: "clear", title: "Dinner", at: "2026-11-27 18:00" }],
  [
    "let's do pizza tonight",
    { does: "create", sure: "clear", title: "Pizza", within: "2026-11-21 18:00 - 2026-11-21 22:00" },
  ],
  ["make pancakes Sunday 9am", { does: "create", sure: "clear", title: "Make pancakes", at: "2026-11-22 09:00" }],
  [
    "new event: choir rehearsal Thursday 19:30",
    { does: "create", sure: "clear", title: "Choir rehearsal", at: "2026-11-26 19:30" },
  ],
  [
    "put the school play in the calendar for December 11 at 6pm",
    { does: "create", sure: "clear", title: "School play", at: "2026-12-11 18:00" },
  ],
  [
    "meet Noah at the station Monday 17:30",
    { does: "create", sure: "clear", title: "Meet Noah at the station", at: "2026-11-23 17:30", people: "noah" },
  ],
  [
    "Emma swimming Sunday 10:30-11:15",
    {
      does: "create",
      sure: "clear",
      title: "Swimming",
      at: "2026-11-22 10:30",
      to: "2026-11-22 11:15",
      minutes: 45,
      people: "emma",
    },
  ],
  [
    "Family brunch Sunday 11am with the kitchen and the tablet",
    { does: "create", sure: "clear", title: "Family brunch", at: "2026-11-22 11:00", things: "kitchen tablet" },
  ],
  [
    "I'm busy tomorrow from 2 to 4",
    {
      does: "create",
      sure: "clear",
      title: "Busy",
      at: "2026-11-22 14:00",
      to: "2026-11-22 16:00",
      minutes: 120,
      people: "alex",
    },
  ],
  [
    "flight to Oslo 2026-12-03 06:40 for 1h 50m",
    {
      does: "create",
      sure: "clear",
      title: "Flight to Oslo",
      at: "2026-12-03 06:40",
      to: "2026-12-03 08:30",
      minutes: 110,
    },
  ],
  [
    "Wednesday Dec 2, 2026 10:00 AM Parent council",
    { does: "create", sure: "clear", title: "Parent council", at: "2026-12-02 10:00" },
  ],
  [
    "New Year's Eve party Dec 31 at 8pm until 1am",
    {
      does: "create",
      sure: "clear",
      title: "New Year's Eve party",
      at: "2026-12-31 20:00",
      to: "2027-01-01 01:00",
      minutes: 300,
    },
  ],
  [
    "kitchen Friday 6pm dinner party for 3 hours",
    {
      does: "create",
      sure: "clear",
      title: "Dinner party",
      at: "2026-11-27 18:00",
      to: "2026-11-27 21:00",
      minutes: 180,
      things: "kitchen",
    },
  ],
];
