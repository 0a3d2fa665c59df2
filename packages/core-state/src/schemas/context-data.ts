import type { ContextDataUpdate as ContextDataUpdateShape } from "@tidemark/reducers/internal";
import { z } from "zod";
import { JsonObject } from "./json-value.ts";

/** The shared memory of the agents: context type, then context key, then the fields of one entry. */
export const ContextData = z.record(z.string(), z.record(z.string(), JsonObject));
export type ContextData = z.infer<typeof ContextData>;

const clearMark = { _clear: z.literal(true).optional() };

/**
 * What a write to the shared memory says: entries to put, `{ _delete: true }` in the place of one to take out, and
 * `_clear: true` in a type, or at the top, to empty that first.
 */
export const ContextDataUpdate: z.ZodType<ContextDataUpdateShape, ContextDataUpdateShape> =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod cannot say "this key is a mark, all others are entries"
  z.object(clearMark).catchall(z.object(clearMark).catchall(JsonObject)) as never;
export type ContextDataUpdate = ContextDataUpdateShape;
