import { defineErrors, type Errors } from "tidemark/agents";

const table = {
  invalidHousehold: (details: { file: string; problem: string }) =>
    `The household file "${details.file}" cannot be used: ${details.problem}.`,
  invalidCalendarFile: (details: { file: string; problem: string }) =>
    `The calendar file "${details.file}" cannot be imported: ${details.problem}. Nothing was imported.`,
  otherVersion: (details: { file: string; found: number; known: number }) =>
    `The database "${details.file}" has schema version ${details.found}, but this program uses version ${details.known}. ` +
    `Use the program that created it, or choose another file with --db.`,
  damagedFile: (details: { file: string }) =>
    `The database "${details.file}" has a damaged row. Restore the file from a backup.`,
  invalidEvent: (details: { eventId: string; problem: string }) =>
    `The event "${details.eventId}" is invalid: ${details.problem}.`,
  unknownEvent: (details: { eventId: string }) =>
    `The calendar has no event "${details.eventId}". Read the calendar again and propose the change again.`,
  unknownMember: (details: { member: string; household: string; known: readonly string[] }) =>
    `"${details.member}" is not a member of ${details.household}. Choose one of ${details.known.join(", ")}.`,
  impossibleRequest: (details: { problem: string }) => `${details.problem} Nothing was changed.`,
};

/** Errors thrown by the scheduler. */
export const schedulerErrors: Errors<"scheduler", typeof table> = defineErrors("scheduler", table);
