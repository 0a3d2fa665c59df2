import { checkpointErrors } from "../kernel/errors.ts";

/** Damage to stored rows. */
export class DamagedRow extends Error {}

/** True if damaged rows caused an error. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof DamagedRow || checkpointErrors.unreadable.is(error);
