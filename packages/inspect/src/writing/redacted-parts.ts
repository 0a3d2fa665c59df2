import { inspectErrors } from "../errors.ts";
import type { Plain } from "../values/plain-value.ts";
import { REDACTED } from "../values/redaction.ts";

/** Refuses to write what stands for something that is not shown. Throws `inspect/refused`. */
export function requireShownParts(value: Plain, about: { readonly threadId: string; readonly action: string }): void {
  if (!JSON.stringify(value).includes(REDACTED)) return;
  const rule = `the ${about.action} contains “${REDACTED}”, which stands for something that is not shown`;
  throw inspectErrors.refused({ ...about, rule });
}
