import { guardCommand, guardInput, type StateDeclaration } from "tidemark";
import { z } from "zod";

/** The name of a conversation, as the terminal takes it, too. */
export const ThreadId = z
  .string()
  .regex(/^[\w.@-]{1,100}$/, "letters, digits, . _ @ - only, at most 100")
  // Savers that keep threads in plain objects refuse these names.
  .refine((name) => !(name in {}), "this name is reserved");

/** The longest message. */
const LONGEST_TEXT = 4000;

/** The deepest answer. */
const MAX_DEPTH = 100;

/** What asks for the rest of a turn that was broken off. */
export const GO_ON = z.looseObject({ goOn: z.literal(true) });

/** What the page sends to have a turn taken: one message, one answer, or the wish to go on. */
const Sent = z.looseObject({
  threadId: ThreadId,
  runId: z.string().min(1).max(200),
  messages: z
    .array(
      z.looseObject({ role: z.literal("user"), id: z.string().max(200), content: z.string().min(1).max(LONGEST_TEXT) }),
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

/** What is wrong with what a client sent to have a turn taken; null when nothing is. It may be anything. */
export function problemOf(state: StateDeclaration, body: unknown): string | null {
  // Before anything else: the schema and the guards walk into an answer, however deep it is.
  if (isDeeperThan(MAX_DEPTH, body)) return `The input is nested deeper than ${MAX_DEPTH} levels.`;
  const parsed = Sent.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${(issue?.path ?? []).join(".")}: ${issue?.message ?? "not a run"}`;
  }
  const { messages, resume = [], forwardedProps } = parsed.data;
  if (messages.length + resume.length + (GO_ON.safeParse(forwardedProps).success ? 1 : 0) !== 1)
    return "Send one message, one answer, or the wish to go on.";
  const input = guardInput(state, { messages: messages.map(({ role, content }) => ({ role, content })) });
  // All of it as it was sent: reading has left out what it does not know.
  const command = guardCommand(state, { resume: body });
  const [issue] = [...(input.ok ? [] : input.issues), ...(command.ok ? [] : command.issues)];
  return issue?.message ?? null;
}

function isDeeperThan(limit: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((each): unknown[] => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}
