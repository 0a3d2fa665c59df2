import { z } from "zod";
import { JsonObject } from "./json-value.ts";

/** The shared memory of the agents: context type, then context key, then the fields of one entry. */
export const ContextData = z.record(z.string(), z.record(z.string(), JsonObject));
export type ContextData = z.infer<typeof ContextData>;
