import { eventsIn } from "../../src/domain/planning/series.ts";
import { importIcs } from "../../src/calendar/import-ics.ts";

/** Imports a text, and lists the events that the import stores. */
export function readIcs(text: string, options: Parameters<typeof importIcs>[1]) {
  const imported = importIcs(text, options);
  return { ...imported, events: eventsIn(imported.changes) };
}
