import { type Print, type Program, writeNamedFile } from "@tidemark/terminal";
import type { Decided } from "../application.ts";
import { offerFrom } from "../approval/offer.ts";
import { exportIcs } from "../calendar/export-ics.ts";
import { importIcsFile } from "../calendar/import-ics.ts";
import { countOf } from "../domain/format.ts";
import { firstOccurrence } from "../domain/planning/series.ts";
import { openScheduler } from "../open-scheduler.ts";
import type { SchedulerServices } from "../services.ts";
import type { SchedulerValue } from "../state.ts";
import { agendaLines } from "./agenda.ts";
import { HELP, type Options, readOptions } from "./options.ts";

/** The scheduler in a terminal. */
export const schedulerProgram: Program<Options, SchedulerValue, Decided> = {
  help: HELP,
  start: "npx -y pnpm@12.21.0 start",
  example: `npx -y pnpm@12.21.0 start -- "what's on Saturday?"`,
  page: "npx -y pnpm@12.21.0 --filter scheduler web",
  readOptions,
  open(options, { env }) {
    const { application, services, close } = openScheduler(options, env);
    const { calendar, clock } = services;
    const { household } = calendar;
    const agenda = (from: string, days: number): readonly string[] =>
      agendaLines(calendar, { from, days }, { timeZone: household.timeZone, now: clock.now() });
    return {
      application: {
        ...application,
        question(value) {
          const [offer, asked] = [offerFrom(value), application.question?.(value) ?? null];
          if (offer === null || asked === null) return null;
          const lines = [offer.aside, offer.problem, offer.question].filter((line) => typeof line === "string");
          return { ...asked, text: lines.join("\n"), notes: offer.conflicts };
        },
      },
      converses: options.request !== null || (options.calendar === null && options.export === null),
      begin(print) {
        for (const problem of calendar.damaged()) print(`An event is not shown. ${problem}`);
        if (options.calendar !== null) importFile(options.calendar, services, print);
      },
      command(line) {
        const [asked, days = "7"] = /^agenda(?: +(\d{1,3}))?$/i.exec(line) ?? [];
        return asked === undefined ? null : agenda(clock.now(), Math.max(1, Number(days))).join("\n");
      },
      below({ outcome, event }) {
        if (outcome !== "confirmed" || event === null) return [];
        const changed = calendar.event(event.eventId) ?? event.event;
        // The day of the change.
        const { start } = firstOccurrence(changed, household, clock.now());
        return agenda(start, 1).map((line) => `  ${line}`.trimEnd());
      },
      finish() {
        if (options.export === null) return null;
        writeNamedFile(options.export, exportIcs(calendar, { now: clock.now() }));
        return `Wrote ${options.export}.`;
      },
      close,
    };
  },
};

function importFile(file: string, { calendar, clock }: SchedulerServices, print: Print): void {
  const now = clock.now();
  const { changes, events, skipped, notes } = importIcsFile(file, { calendar, now });
  calendar.apply(changes, { by: "import", at: now });
  const lines = [
    `Imported ${countOf(events.length, "event")} from ${file}.`,
    ...skipped.map(({ title, reason }) => `  ${title} was skipped: ${reason}`),
    ...notes.map(({ title, reason }) => `  ${title} was changed: ${reason}`),
  ];
  print(lines.join("\n"), { type: "import", file, events: events.length, skipped, notes });
}
