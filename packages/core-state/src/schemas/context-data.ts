import type { ContextDataUpdate as ContextDataUpdateShape } from "@tidemark/reducers";
import { z } from "zod";
import { JsonObject } from "./json-value.ts";

/** Data that agents share: entries by context type, then by context key. */
export const ContextData = z.record(z.string(), z.record(z.string(), JsonObject));
export type ContextData = z.infer<typeof ContextData>;

const clearMark = { _clear: z.literal(true).optional() };

/**
 * Update of the data that agents share: entries to set, `{ _delete: true }` in place of an entry to remove it, and
 * `_clear: true` in a context type, or at the top level, to remove everything there first.
 */
export const ContextDataUpdate: z.ZodType<ContextDataUpdateShape, ContextDataUpdateShape> =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod cannot say "this key is a mark, all others are entries"
  z.object(clearMark).catchall(z.object(clearMark).catchall(JsonObject)) as never;
export type ContextDataUpdate = ContextDataUpdateShape;
