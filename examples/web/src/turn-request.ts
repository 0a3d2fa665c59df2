import { guardCommand, guardInput, type StateDeclaration } from "tidemark";
import { z } from "zod";

/** Name of a conversation, with the same rules as in the terminal. */
export const ThreadId = z
  .string()
  .regex(/^[\w.@-]{1,100}$/, "letters, digits, . _ @ - only, at most 100")
  // Savers that keep threads in plain objects refuse these names.
  .refine((name) => !(name in {}), "this name is reserved");

/** Maximum length of a message, in characters. */
const MAX_TEXT_LENGTH = 4000;

/** Maximum nesting depth of an answer. */
const MAX_DEPTH = 100;

/** Properties of a request to continue an unfinished turn. */
export const ContinueRequest = z.looseObject({ continueTurn: z.literal(true) });

/** Properties of a request to follow the turn that runs. */
export const FollowRequest = z.looseObject({ followTurn: z.literal(true) });

/** Body of a turn request: one message, one answer, or a request to continue or to follow a turn. */
const TurnRequest = z.looseObject({
  threadId: ThreadId,
  runId: z.string().min(1).max(200),
  messages: z
    .array(
      z.looseObject({
        role: z.literal("user"),
        id: z.string().max(200),
        content: z.string().min(1).max(MAX_TEXT_LENGTH),
      }),
    )
    .max(1),
  resume: z
    .array(
      z.strictObject({ interruptId: z.string().min(1).max(200), status: z.literal("resolved"), payload: z.json() }),
    )
    .max(1)
    .optional(),
  forwardedProps: z.looseObject({}).nullish(),
});

/** Validates the body of a turn request, which can be anything; returns the problem, or null when it is valid. */
export function requestProblem(state: StateDeclaration, body: unknown): string | null {
  // Checked first, because the schema and the guards recurse into the answer.
  if (isDeeperThan(MAX_DEPTH, body)) return `The input is nested deeper than ${MAX_DEPTH} levels.`;
  const parsed = TurnRequest.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${(issue?.path ?? []).join(".")}: ${issue?.message ?? "not a turn request"}`;
  }
  const { messages, resume = [], forwardedProps } = parsed.data;
  const isAboutTurn = z.union([ContinueRequest, FollowRequest]).safeParse(forwardedProps).success;
  if (messages.length + resume.length + (isAboutTurn ? 1 : 0) !== 1)
    return "Send exactly one message, one answer, or a request to continue or to follow a turn.";
  const input = guardInput(state, { messages: messages.map(({ role, content }) => ({ role, content })) });
  // The raw body, because parsing drops unknown keys.
  const command = guardCommand(state, { resume: body });
  const [issue] = [...(input.ok ? [] : input.issues), ...(command.ok ? [] : command.issues)];
  return issue?.message ?? null;
}

function isDeeperThan(limit: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((entry): unknown[] =>
      typeof entry === "object" && entry !== null ? Object.values(entry) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
