import type { Utterance } from "../sketch.ts";

/** What repeats, how long and with which exceptions. */
export const repetitions: readonly Utterance[] = [
  [
    "choir every Tuesday and Thursday until June at 4pm",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-24 16:00",
      rule: "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270531T215959Z",
    },
  ],
  [
    "choir every Tuesday 4pm through June",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-24 16:00",
      rule: "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630T215959Z",
    },
  ],
  [
    "choir every Tuesday 4pm until December 22",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-24 16:00",
      rule: "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222T225959Z",
    },
  ],
  [
    "choir every Tuesday 4pm until Friday",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-24 16:00",
      rule: "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261127T225959Z",
    },
  ],
  [
    "choir every other Friday 5pm",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-27 17:00", rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR" },
  ],
  [
    "choir every second Friday of the month at 5pm",
    { does: "create", sure: "clear", title: "Choir", at: "2026-12-11 17:00", rule: "FREQ=MONTHLY;BYDAY=2FR" },
  ],
  [
    "choir every 3 days at 6pm",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-21 18:00", rule: "FREQ=DAILY;INTERVAL=3" },
  ],
  [
    "choir daily for 2 weeks at 8",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-22 08:00",
      rule: "FREQ=DAILY;UNTIL=20261205T225959Z",
    },
  ],
  [
    "choir every day next week at 9am",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-23 09:00",
      rule: "FREQ=DAILY;UNTIL=20261129T225959Z",
    },
  ],
  [
    "choir weekly on Monday at 7pm",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-23 19:00", rule: "FREQ=WEEKLY;BYDAY=MO" },
  ],
  [
    "choir weekly at 7pm",
    { does: "create", sure: "ask", title: "Choir", at: "2026-11-21 19:00", rule: "FREQ=WEEKLY", missing: "time" },
  ],
  [
    "choir every 2 weeks on Saturday at 10am starting December 5",
    { does: "create", sure: "clear", title: "Choir", at: "2026-12-05 10:00", rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA" },
  ],
  [
    "choir biweekly on Wed 6pm",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-25 18:00", rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE" },
  ],
  [
    "choir monthly on the 15th at 9",
    { does: "create", sure: "clear", title: "Choir", at: "2026-12-15 09:00", rule: "FREQ=MONTHLY;BYMONTHDAY=15" },
  ],
  [
    "choir on the last day of every month at 9",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-30 09:00", rule: "FREQ=MONTHLY;BYMONTHDAY=-1" },
  ],
  [
    "choir first Monday of each month at noon",
    { does: "create", sure: "clear", title: "Choir", at: "2026-12-07 12:00", rule: "FREQ=MONTHLY;BYDAY=1MO" },
  ],
  [
    "choir every first Monday 7pm",
    { does: "create", sure: "clear", title: "Choir", at: "2026-12-07 19:00", rule: "FREQ=MONTHLY;BYDAY=1MO" },
  ],
  [
    "choir the last Friday of every month 5pm",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-27 17:00", rule: "FREQ=MONTHLY;BYDAY=-1FR" },
  ],
  [
    "choir on weekdays at 7:30am",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-23 07:30", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" },
  ],
  [
    "choir every weekday morning at 7 for 4 weeks",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-23 07:00",
      rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261220T225959Z",
    },
  ],
  [
    "choir every weekend at 10",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-21 10:00", rule: "FREQ=WEEKLY;BYDAY=SA,SU" },
  ],
  [
    "choir every Mon, Wed and Fri 6pm except December 25",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-23 18:00",
      rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR",
      except: "2026-12-25",
    },
  ],
  [
    "choir Mondays and Wednesdays 5-6pm",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-23 17:00",
      to: "2026-11-23 18:00",
      minutes: 60,
      rule: "FREQ=WEEKLY;BYDAY=MO,WE",
    },
  ],
  [
    "choir every Tuesday 4pm 10 times",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-24 16:00", rule: "FREQ=WEEKLY;BYDAY=TU;COUNT=10" },
  ],
  [
    "choir every Tuesday 4pm for 6 weeks",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-24 16:00",
      rule: "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270104T225959Z",
    },
  ],
  [
    "choir every year on Dec 24 at 5pm",
    { does: "create", sure: "clear", title: "Choir", at: "2026-12-24 17:00", rule: "FREQ=YEARLY" },
  ],
  [
    "choir every Monday to Friday 8am",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-23 08:00", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" },
  ],
  [
    "choir every Tuesday",
    {
      does: "create",
      sure: "fair",
      title: "Choir",
      within: "2026-11-24 00:00 - 2026-11-25 00:00",
      rule: "FREQ=WEEKLY;BYDAY=TU",
    },
  ],
  [
    "choir every morning",
    { does: "create", sure: "fair", title: "Choir", within: "2026-11-21 10:00 - 2026-11-21 12:00", rule: "FREQ=DAILY" },
  ],
  [
    "choir Tuesday and Thursday 4pm",
    { does: "create", sure: "clear", title: "Choir", at: "2026-11-24 16:00", rule: "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=2" },
  ],
  [
    "pay rent monthly on the 1st, all day",
    {
      does: "create",
      sure: "clear",
      title: "Pay rent",
      at: "2026-12-01 00:00",
      to: "2026-12-02 00:00",
      allDay: true,
      rule: "FREQ=MONTHLY;BYMONTHDAY=1",
    },
  ],
  [
    "choir every Tuesday in December 4pm",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-12-01 16:00",
      rule: "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231T225959Z",
    },
  ],
  [
    "choir every Friday 4pm but not on December 25 and January 1",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-27 16:00",
      rule: "FREQ=WEEKLY;BYDAY=FR",
      except: "2026-12-25 2027-01-01",
    },
  ],
  [
    "choir every Friday 4pm except school holidays",
    { does: "create", sure: "fair", title: "Choir", at: "2026-11-27 16:00", rule: "FREQ=WEEKLY;BYDAY=FR" },
  ],
  [
    "choir every Tuesday 4pm from December 8",
    { does: "create", sure: "clear", title: "Choir", at: "2026-12-08 16:00", rule: "FREQ=WEEKLY;BYDAY=TU" },
  ],
  [
    "choir quarterly on the 1st at 10am",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-12-01 10:00",
      rule: "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1",
    },
  ],
  [
    "choir every Wednesday from 15:30 until 16:30 until Easter",
    {
      does: "create",
      sure: "fair",
      title: "Choir",
      at: "2026-11-25 15:30",
      to: "2026-11-25 16:30",
      minutes: 60,
      rule: "FREQ=WEEKLY;BYDAY=WE",
    },
  ],
  [
    "5 minute choir daily at 9:05 on weekdays",
    {
      does: "create",
      sure: "clear",
      title: "Choir",
      at: "2026-11-23 09:05",
      to: "2026-11-23 09:10",
      minutes: 5,
      rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    },
  ],
];
