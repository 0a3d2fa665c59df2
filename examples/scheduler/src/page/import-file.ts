import { z } from "zod";
import { decodeIcs } from "../calendar/ics-file.ts";
import { importIcs } from "../calendar/import-ics.ts";
import type { Calendar } from "../domain/calendar.ts";
import { countOf } from "../domain/format.ts";
import { eventsIn } from "../domain/planning/series.ts";
import { schedulerErrors } from "../errors.ts";
import { firstChange } from "./calendar-data.ts";

/** Maximum size of an import, in bytes: a file of 10 MB in base64. */
export const maxImportBytes = 14 * 1024 * 1024;

/** A calendar file, in base64. Without `write`, the answer says what an import would change, and nothing is written. */
const Import = z.strictObject({ file: z.string().max(255), content: z.string(), write: z.boolean().default(false) });

/** Number of events that a preview names. */
const MAX_NAMED = 5;

/** Result of an import, or its preview: one sentence, the start of the first change, and what was or would be skipped or changed. */
export type ImportResult = ReturnType<typeof importFile>;

/** Previews or imports a calendar file that the page sent, as one change that can be undone. */
export function importFile(calendar: Calendar, action: unknown, now: string) {
  const { data: sent } = Import.safeParse(action);
  try {
    const ics = decodeIcs(Buffer.from(sent?.content ?? "", "base64"));
    const file = sent?.file ?? "file";
    const { changes, ...imported } = importIcs(ics, { file, calendar, now });
    const firstAt = firstChange(calendar, calendar.withChanges(changes), now);
    const remarks = [
      ...imported.skipped.map(({ title, reason }) => `Skipped "${title}": ${reason}`),
      ...imported.notes.map(({ title, reason }) => `Changed "${title}": ${reason}`),
    ];
    if (changes.length === 0)
      return { state: "unchanged", text: `${file} contains nothing new.`, firstAt, remarks } as const;
    if (sent?.write === true) {
      const text = `Imported ${countOf(imported.events.length, "event")} from ${file}.`;
      calendar.apply(changes, { by: "import", at: now, key: crypto.randomUUID(), text });
      return { state: "written", text, firstAt, remarks } as const;
    }
    const titles = eventsIn(changes).map(({ title }) => title);
    const named = [...titles.slice(0, MAX_NAMED), ...(titles.length > MAX_NAMED ? ["…"] : [])].join(", ");
    const parts = [
      ...(titles.length > 0 ? [`adds or changes ${countOf(titles.length, "event")} (${named})`] : []),
      ...(titles.length < changes.length ? [`removes ${countOf(changes.length - titles.length, "event")}`] : []),
    ];
    return {
      state: "offered",
      text: `${file} ${parts.join(" and ")}. Nothing is written yet.`,
      firstAt,
      remarks,
    } as const;
  } catch (error) {
    if (!schedulerErrors.invalidCalendarFile.is(error)) throw error;
    return { state: "refused", text: error.message, firstAt: null, remarks: [] } as const;
  }
}
