import type { StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { z } from "zod";
import { copyJson, guardInput, type GuardOptions, type InputIssue, orderIn } from "./guard-input.ts";

/** Options of `guardCommand`. */
export interface CommandGuardOptions<State extends StateDeclaration> extends GuardOptions<State> {
  /** Nodes that a client may go to. Defaults to none. */
  readonly clientMayGoTo?: readonly string[];
  /** Schema of an answer. Defaults to any plain JSON. */
  readonly resume?: z.ZodType;
}

/** Checked parts of a command. */
export interface GuardedParts {
  readonly resume?: unknown;
  readonly update?: Readonly<Record<string, unknown>>;
  readonly goto?: string | readonly string[];
}

/** Result of checking a command. */
export type GuardedCommand =
  | { readonly ok: true; readonly command: GuardedParts }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/**
 * Checks the `command` of a client, in the form the LangGraph SDK sends it, before it reaches a graph.
 *
 * `resume` may be any plain JSON, including `false`, `0` and `""`. `update` is checked like an input of `guardInput`. `goto` may
 * name the nodes in `clientMayGoTo`. Other commands are refused. Answer by interrupt id (`{ [id]: false }`): LangGraph before 1.5
 * treats a bare falsy answer as missing, and every version does so with `null`.
 *
 * @example
 * ```ts
 * import { AgentState } from "tidemark";
 * import { guardCommand } from "tidemark/agents";
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
  if (!isPlainRecord(copy.value)) return { ok: false, issues: [refused("A command must be an object.")] };
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
      const nodes = nodeNames(value);
      const unlisted = nodes?.find((node) => options.clientMayGoTo?.includes(node) !== true);
      if (nodes === null) issues.push(refused("`goto` must be a node name or a list of node names."));
      else if (unlisted !== undefined) issues.push(refused(`A client may not go to "${unlisted}".`));
      else parts.goto = nodes;
    } else issues.push(refused(`A client command may not contain "${part}".`));
  }
  return issues.length === 0 ? { ok: true, command: parts } : { ok: false, issues };
}

function checkAnswer(value: unknown, schema: z.ZodType | undefined): readonly InputIssue[] {
  const order = orderIn(value);
  if (order !== null) {
    return [
      {
        code: "commandNotAllowed",
        field: "resume",
        at: order,
        message: "An answer may not contain LangGraph commands.",
      },
    ];
  }
  const parsed = schema?.safeParse(value);
  return (parsed?.error?.issues ?? []).map(({ message, path }) => ({
    code: "invalidValue",
    field: "resume",
    at: path.map(String).join("."),
    message: `The answer is invalid: ${message}.`,
  }));
}

const nodeNames = (value: unknown): readonly string[] | null => {
  const list: readonly unknown[] = [value].flat();
  return list.every((each): each is string => typeof each === "string") ? list : null;
};

const refused = (message: string): InputIssue => ({ code: "notAnUpdate", found: "command", message });
