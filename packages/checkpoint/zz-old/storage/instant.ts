import { checkpointErrors } from "../errors.ts";

const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** An instant as text that stands in the order of time. Throws `checkpoint/invalidInstant`. */
export function instant(at: string): string {
  if (!FORM.test(at)) throw checkpointErrors.invalidInstant({ at });
  // With the Z, a time without a fraction would come after the same time with one.
  return at.slice(0, -1);
}
