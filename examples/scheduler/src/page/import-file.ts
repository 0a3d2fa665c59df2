import { z } from "zod";
import { decodeIcs } from "../calendar/ics-file.ts";
import { importIcs } from "../calendar/import-ics.ts";
import type { Calendar } from "../domain/calendar.ts";
import { countOf, listNames } from "../domain/format.ts";
import { schedulerErrors } from "../errors.ts";
import { firstChange } from "./calendar-data.ts";
import { type ImportedEvent, previewOf } from "./import-preview.ts";

/** Maximum size of an import, in bytes: a file of 10 MB in base64. */
export const maxImportBytes = 14 * 1024 * 1024;

/** A calendar file, in base64. Without `write`, the answer says what an import would change, and nothing is written. */
const Import = z
  .strictObject({ file: z.string().max(255), content: z.string(), write: z.boolean().default(false) })
  .catch({ file: "file", content: "", write: false });

/** Number of events that are listed. */
const MAX_LISTED = 100;

const VERBS = { new: "adds", changed: "changes", removed: "removes" };

/** Result of an import, or its preview: the start of the first change, its events, and what was or would be skipped or changed. */
export interface ImportResult {
  readonly state: "offered" | "written" | "unchanged" | "refused";
  readonly text: string;
  /** The first events that change, by time. */
  readonly events: readonly ImportedEvent[];
  /** Number of further events that change. */
  readonly more: number;
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
    const events = previewOf(calendar, changes, now);
    const more = events.slice(MAX_LISTED).length;
    const shown = { events: events.slice(0, MAX_LISTED), more, firstAt, remarks };
    const said = (state: ImportResult["state"], text: string): ImportResult => ({ state, text, ...shown });
    if (changes.length === 0) return said("unchanged", `${file} contains nothing new.`);
    const conflicting = events.filter(({ conflicts }) => conflicts.length > 0).length;
    const warning = conflicting === 0 ? "" : ` ${countOf(conflicting, "event")} with conflicts.`;
    if (write) {
      const text = `Imported ${countOf(events.filter(({ kind }) => kind !== "removed").length, "event")} from ${file}.`;
      calendar.apply(changes, { by: "import", at: now, key: crypto.randomUUID(), text });
      return said("written", `${text}${warning}`);
    }
    const parts = Object.entries(VERBS).flatMap(([kind, verb]) => {
      const count = events.filter((each) => each.kind === kind).length;
      return count === 0 ? [] : [`${verb} ${countOf(count, "event")}`];
    });
    return said("offered", `${file} ${listNames(parts)}.${warning} Nothing is written yet.`);
  } catch (error) {
    if (!schedulerErrors.invalidCalendarFile.is(error)) throw error;
    return { state: "refused", text: error.message, events: [], more: 0, firstAt: null, remarks: [] };
  }
}
