import { z } from "zod";
import { inspectErrors } from "../errors.ts";
import type { Plain } from "../values/plain-value.ts";

/** Name and version of the format. */
export const SHARED_FORMAT = "tidemark-thread/1";

const name = z.string().max(10_000);

const plain: z.ZodType<Plain> = z.json();

/** A value: a whole one, or a list that begins as another one does. */
const SharedValue = z.union([
  z.strictObject({ value: plain }),
  z.strictObject({ of: z.int().min(0), keep: z.int().min(0), add: z.array(plain) }),
]);

/** A value of a shared thread. Each is there once. */
export type SharedValue = z.infer<typeof SharedValue>;

const SharedThread = z.strictObject({
  format: z.literal(SHARED_FORMAT),
  threadId: name,
  savedBy: z.enum(["tidemark", "langgraph"]),
  newest: name,
  steps: z.array(
    z.strictObject({
      id: name,
      parent: name.nullable(),
      source: name.nullable(),
      step: z.number().nullable(),
      /** Number of the turn. Earlier turns may be left out. */
      turn: z.int().min(0).optional(),
      next: z.array(name),
      /** Person who wrote it in the inspector, and why. */
      author: z.strictObject({ person: name, reason: name }).optional(),
      /** Time at which the run began that continued the turn with it. */
      begunAt: name.optional(),
      /** Nodes that wrote each field, of a step in which several ran. */
      writers: z.record(name, z.array(name)).optional(),
      /** Positions of the values, by field. */
      values: z.record(name, z.int().min(0)),
      /** Fields that nobody has written. Their values are the defaults. */
      unwritten: z.array(name),
    }),
  ),
  values: z.array(SharedValue),
  /** Questions and errors at the ends of turns, by step. */
  writes: z.record(name, z.array(z.tuple([name, name, plain]))),
  fields: z.record(name, z.strictObject({ description: z.string(), lifetime: z.string(), owner: z.string() })),
});

/** A thread as a document, redacted. It may come from anywhere. */
export type SharedThread = z.infer<typeof SharedThread>;

/** Validates a document. Throws `inspect/damaged`. */
export function parseSharedThread(document: unknown, origin: string): SharedThread {
  const parsed = SharedThread.safeParse(document);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const problem = `${(issue?.path ?? []).map(String).join(".") || "it"} is not what a shared thread contains`;
    throw inspectErrors.damaged({ database: origin, problem });
  }
  return parsed.data;
}
