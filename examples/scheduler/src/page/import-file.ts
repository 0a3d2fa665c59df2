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
const Import = z
  .strictObject({ file: z.string().max(255), content: z.string(), write: z.boolean().default(false) })
  .catch({ file: "file", content: "", write: false });

/** Number of events that a preview names. */
const MAX_NAMED = 5;

/** Result of an import, or its preview: one sentence, the start of the first change, and what was or would be skipped or changed. */
export interface ImportResult {
  readonly state: "offered" | "written" | "unchanged" | "refused";
  readonly text: string;
  readonly firstAt: string | null;
  readonly remarks: readonly string[];
}

/** Previews or imports a calendar file that the page sent, as one change that can be undone. */
export function importFile(calendar: Calendar, action: unknown, now: string): ImportResult {
  const { file, content, write } = Import.parse(action);
  try {
    const { changes, notes, skipped } = importIcs(decodeIcs(Buffer.from(content, "base64")), { file, calendar, now });
    const firstAt = firstChange(calendar, calendar.withChanges(changes), now);
    const remarks = [
      ...skipped.map(({ title, reason }) => `Skipped "${title}": ${reason}`),
      ...notes.map(({ title, reason }) => `Changed "${title}": ${reason}`),
    ];
    if (changes.length === 0) return { state: "unchanged", text: `${file} contains nothing new.`, firstAt, remarks };
    const titles = eventsIn(changes).map(({ title }) => title);
    const [stored, removed] = [titles.length, changes.length - titles.length].map((count) => countOf(count, "event"));
    if (write) {
      const text = `Imported ${stored} from ${file}.`;
      calendar.apply(changes, { by: "import", at: now, key: crypto.randomUUID(), text });
      return { state: "written", text, firstAt, remarks };
    }
    const named = [...titles.slice(0, MAX_NAMED), ...(titles.length > MAX_NAMED ? ["…"] : [])].join(", ");
    const adds = titles.length > 0 ? [`adds or changes ${stored} (${named})`] : [];
    const removes = titles.length < changes.length ? [`removes ${removed}`] : [];
    const text = `${file} ${[...adds, ...removes].join(" and ")}. Nothing is written yet.`;
    return { state: "offered", text, firstAt, remarks };
  } catch (error) {
    if (!schedulerErrors.invalidCalendarFile.is(error)) throw error;
    return { state: "refused", text: error.message, firstAt: null, remarks: [] };
  }
}
