import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Errors whose message may leave the process. That of any other one may contain what must not. */
const SHOWN = /^(?:inspect|checkpoint|state-manager|core-state)[/]/;

/** Answer to a request that failed with an error of a known code. Throws any other error. */
export function failureAnswer(
  error: unknown,
  others: ContentfulStatusCode,
): readonly [{ readonly error: { readonly code: string; readonly message: string } }, ContentfulStatusCode] {
  const code = String(error instanceof Error ? Reflect.get(error, "code") : "");
  if (!(error instanceof Error) || !SHOWN.test(code)) throw error;
  const body = { error: { code, message: error.message } };
  if (/[/]unknown(?:Thread|Step|Field)$/.test(code)) return [body, 404];
  return [body, code === "inspect/invalidRequest" || code === "inspect/missingPerson" ? 400 : others];
}
