import { checkpointErrors } from "../errors.ts";

/** Rows that do not say what they should. */
export class DamagedRow extends Error {}

/** Whether stored rows are to blame for an error. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof DamagedRow || checkpointErrors.unreadable.is(error);
