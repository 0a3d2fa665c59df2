import { z } from "zod";
import { findNonJson } from "../kernel/json.ts";

/**
 * Any plain JSON value. Values that a checkpoint would change are refused, with the path of the first one.
 *
 * The type is `unknown`, not a recursive JSON type, so that values of an `interface` can be written without a cast.
 */
export const JsonValue = z.unknown().check(({ value, issues }) => {
  const nonJson = findNonJson(value);
  if (nonJson === null) return;
  const message = `expected plain JSON, found ${nonJson.found}`;
  issues.push({ code: "custom", input: value, path: [...nonJson.path], message });
});

/** A plain JSON object with any keys. */
export const JsonObject = z.record(z.string(), JsonValue);
/** A plain JSON object with any keys. */
export type JsonObject = z.infer<typeof JsonObject>;
