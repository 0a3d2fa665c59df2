import { z } from "zod";
import { decodeIcs } from "../calendar/ics-file.ts";
import { importIcs } from "../calendar/import-ics.ts";
import type { Calendar } from "../domain/calendar.ts";
import { countOf } from "../domain/format.ts";
import { schedulerErrors } from "../errors.ts";
import { firstChange } from "./calendar-data.ts";

/** Maximum size of an import, in bytes: a file of 10 MB in base64. */
export const maxImportBytes = 14 * 1024 * 1024;

const Import = z.strictObject({ file: z.string().max(255), content: z.string() });

/** Result of an import: one sentence, the start of the first change, and what was skipped or changed; `isDone` is false for a refused file. */
export type ImportResult = ReturnType<typeof importFile>;

/** Imports a calendar file that the page sent in base64, as one change that can be undone. */
export function importFile(calendar: Calendar, action: unknown, now: string) {
  const { data: sent } = Import.safeParse(action);
  try {
    const text = decodeIcs(Buffer.from(sent?.content ?? "", "base64"));
    const file = sent?.file ?? "file";
    const { changes, ...imported } = importIcs(text, { file, calendar, now });
    const count = countOf(imported.events.length, "event");
    const firstAt = firstChange(calendar, calendar.withChanges(changes), now);
    const done = changes.length > 0 ? `Imported ${count} from ${file}.` : `${file} contains nothing new.`;
    if (changes.length > 0) calendar.apply(changes, { by: "import", at: now, key: crypto.randomUUID(), text: done });
    const skipped = imported.skipped.map(({ title, reason }) => `${title} was skipped: ${reason}`);
    const changed = imported.notes.map(({ title, reason }) => `${title} was changed: ${reason}`);
    return { isDone: true, text: done, firstAt, remarks: [...skipped, ...changed] };
  } catch (error) {
    if (!schedulerErrors.invalidCalendarFile.is(error)) throw error;
    return { isDone: false, text: error.message, firstAt: null, remarks: [] };
  }
}
