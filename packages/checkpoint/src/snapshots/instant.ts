import { checkpointErrors } from "../kernel/errors.ts";

const FORM = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?Z$/;

/** An instant as text that sorts by time. Throws `checkpoint/invalidInstant`. */
export function instant(at: string): string {
  if (!FORM.test(at)) throw checkpointErrors.invalidInstant({ at });
  // With the Z, a time without a fraction would come after the same time with one.
  return at.slice(0, -1);
}
