import type { StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { z } from "zod";
import { copyJson, guardInput, type GuardOptions, type InputIssue, orderIn } from "./guard-input.ts";

/** What a client may order. */
export interface CommandGuardOptions<State extends StateDeclaration> extends GuardOptions<State> {
  /** Nodes that a client may go to; none when not said. */
  readonly clientMayGoTo?: readonly string[];
  /** What an answer has to be; any plain JSON when not said. */
  readonly resume?: z.ZodType;
}

/** The parts of a command that passed. */
export interface GuardedParts {
  readonly resume?: unknown;
  readonly update?: Readonly<Record<string, unknown>>;
  readonly goto?: string | readonly string[];
}

/** What came of looking at a command. */
export type GuardedCommand =
  | { readonly ok: true; readonly command: GuardedParts }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/**
 * Looks at the `command` of a client, as the SDK sends it, before it reaches a graph.
 *
 * An answer may be any plain JSON, `false`, `0` and `""` too; an update is looked at as `guardInput` does; a client goes only
 * where `clientMayGoTo` says. Every other order is refused. Answer by interrupt id (`{ [id]: false }`): LangGraph before 1.5
 * reads a bare falsy answer as a missing one, and every version does so with `null`.
 *
 * @example
 * ```ts
 * import { AgentState } from "@tidemark/core-state";
 * import { guardCommand } from "@tidemark/state-manager";
 *
 * console.log(guardCommand(AgentState, { resume: { "question-1": false } }));
 * // { ok: true, command: { resume: { 'question-1': false } } }
 * const guarded = guardCommand(AgentState, { goto: "write_calendar" });
 * console.log(guarded.ok ? "fine" : guarded.issues[0]?.message); // A client may not go to "write_calendar".
 * ```
 */
export function guardCommand<State extends StateDeclaration>(
  state: State,
  command: unknown,
  options: CommandGuardOptions<State> = {},
): GuardedCommand {
  const copy = copyJson(command);
  if (!copy.ok) return { ok: false, issues: [copy.issue] };
  if (!isPlainRecord(copy.value)) return { ok: false, issues: [refused("A command is an object.")] };
  const issues: InputIssue[] = [];
  const parts: { resume?: unknown; update?: Readonly<Record<string, unknown>>; goto?: string | readonly string[] } = {};
  for (const [part, value] of Object.entries(copy.value)) {
    if (part === "resume") {
      const answer = checkAnswer(value, options.resume);
      if (answer.length > 0) issues.push(...answer);
      else parts.resume = value;
    } else if (part === "update") {
      const guarded = guardInput(state, value, options);
      if (guarded.ok) parts.update = guarded.input;
      else issues.push(...guarded.issues);
    } else if (part === "goto") {
      const aims = goals(value);
      const astray = aims?.find((node) => options.clientMayGoTo?.includes(node) !== true);
      if (aims === null) issues.push(refused("A client goes to nodes by their names."));
      else if (astray !== undefined) issues.push(refused(`A client may not go to "${astray}".`));
      else parts.goto = aims;
    } else issues.push(refused(`A client's command has no "${part}".`));
  }
  return issues.length === 0 ? { ok: true, command: parts } : { ok: false, issues };
}

function checkAnswer(value: unknown, schema: z.ZodType | undefined): readonly InputIssue[] {
  const order = orderIn(value);
  if (order !== null) {
    return [{ code: "orderToTheHost", field: "resume", at: order, message: "An answer may give the host no orders." }];
  }
  const parsed = schema?.safeParse(value);
  return (parsed?.error?.issues ?? []).map(({ message, path }) => ({
    code: "invalidValue",
    field: "resume",
    at: path.map(String).join("."),
    message: `The answer does not fit: ${message}.`,
  }));
}

const goals = (value: unknown): readonly string[] | null => {
  const list: readonly unknown[] = [value].flat();
  return list.every((each): each is string => typeof each === "string") ? list : null;
};

const refused = (message: string): InputIssue => ({ code: "notAnUpdate", found: "command", message });
