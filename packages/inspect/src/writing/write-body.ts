import { z } from "zod";
import { inspectErrors } from "../errors.ts";
import type { Plain } from "../values/plain-value.ts";

/** Maximum number of characters of a request that writes. */
export const LARGEST_BODY = 2_000_000;

const threadId = z
  .string()
  .min(1)
  .max(500)
  .refine((id) => !id.includes("\0"), "an id has no NUL characters");
// Control characters in a name would reach terminals and logs.
const person = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u)
  .optional();
const reason = z.string().max(2_000).default("");
const json = z.json() as z.ZodType<Plain>;
const fieldName = z
  .string()
  .min(1)
  .max(500)
  .refine((name) => name !== "__proto__", "no field has this name");
const models = z.enum(["recorded", "mixed", "live"]).default("live");
const input = z.union([z.string().min(1).max(200_000), z.record(z.string(), json)]);

/** Bodies of the requests that write, by their name in the address. Other names in them are refused. */
export const BODIES = {
  send: z.strictObject({ thread: threadId, message: input, person }),
  answer: z.strictObject({
    thread: threadId,
    interrupt: z.string().min(1),
    answer: json,
    /** Hash of the request that the person saw. */
    hash: z.string().nullable().default(null),
    person,
  }),
  replay: z.strictObject({ thread: threadId, turn: z.int().min(1) }),
  continue: z.strictObject({ thread: threadId, person }),
  stop: z.strictObject({ thread: threadId, person }),
  edit: z.strictObject({ thread: threadId, step: z.string().min(1), field: fieldName, value: json, reason, person }),
  merge: z.strictObject({
    thread: threadId,
    fork: threadId,
    summary: z.string().trim().max(20_000).default(""),
    person,
  }),
  decide: z.strictObject({ thread: threadId, change: z.string().min(1).max(1_000), isAccepted: z.boolean(), person }),
  fork: z.strictObject({
    thread: threadId,
    step: z.string().min(1),
    to: threadId,
    changes: z.record(fieldName, json).default({}),
    message: input.optional(),
    models,
    reason,
    /** False copies and changes, and runs nothing. */
    run: z.boolean().default(true),
    person,
  }),
};

/** Name of a request that writes. */
export type WriteAction = keyof typeof BODIES;

/** Body of a request that writes. */
export type WriteBody<Action extends WriteAction> = z.infer<(typeof BODIES)[Action]>;

/** Reads the body of a request. Throws `inspect/invalidRequest`. */
export function readBody<Action extends WriteAction>(action: Action, text: string): WriteBody<Action> {
  if (text.length > LARGEST_BODY)
    throw inspectErrors.invalidRequest({ problem: `it has more than ${LARGEST_BODY} characters` });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw inspectErrors.invalidRequest({ problem: "it is not JSON" }, { cause: error });
  }
  const read = BODIES[action].safeParse(parsed);
  if (read.success) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of this action has just parsed it
    return read.data as WriteBody<Action>;
  }
  const [issue] = read.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw inspectErrors.invalidRequest({
    problem: `${place === "" ? "" : `${place}: `}${issue?.message ?? "it is invalid"}`,
  });
}
