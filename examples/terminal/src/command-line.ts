import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { z } from "zod";
import { terminalErrors } from "./errors.ts";

/** Options of every program. */
export interface CommandLine {
  /** Request of a single run; null starts a conversation. */
  readonly request: string | null;
  readonly help: boolean;
  readonly yes: boolean;
  readonly json: boolean;
  /** Conversation to start or continue. */
  readonly thread: string;
  /** File of the database. */
  readonly db: string;
  /** Chat model as `provider:name`; null uses the one of the environment. */
  readonly model: string | null;
  /** Fixed current time in UTC; null uses the real clock. */
  readonly now: string | null;
  /** The given options that continue the same conversation, each with a space before it. */
  readonly again: string;
}

const FLAG = { type: "boolean", default: false } as const;
const VALUE = { type: "string" } as const;
const COMMON = { help: FLAG, yes: FLAG, json: FLAG, thread: VALUE, db: VALUE, model: VALUE };

/**
 * Parses the command line; words that are not options form the request. `own` names further options with a value, which are null when they
 * are not given.
 *
 * Throws `terminal/invalidOption` for an unknown option, a missing value or an invalid value.
 */
export function readCommandLine<Name extends string>(
  words: readonly string[],
  { own, ...defaults }: { readonly thread: string; readonly db: string; readonly own: readonly Name[] },
): CommandLine & Readonly<Record<Name, string | null>> {
  const { values, positionals } = parse(words, { ...COMMON, ...Object.fromEntries(own.map((name) => [name, VALUE])) });
  const valueOf = (name: string): string | null => {
    const value = values[name];
    return typeof value === "string" ? value : null;
  };
  const request = positionals.join(" ").trim();
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each of the names
    ...(Object.fromEntries(own.map((name) => [name, valueOf(name)])) as Record<Name, string | null>),
    request: request === "" ? null : request,
    help: values["help"] === true,
    yes: values["yes"] === true,
    json: values["json"] === true,
    thread: readName("--thread", valueOf("thread") ?? defaults.thread),
    db: valueOf("db") ?? defaults.db,
    model: valueOf("model"),
    now: readInstant(valueOf("now")),
    again: ["thread", "db"].map((name) => (valueOf(name) === null ? "" : ` --${name} ${valueOf(name)}`)).join(""),
  };
}

function parse(words: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    // `pnpm start -- …` passes its own separator on; options are allowed on both sides of the request.
    const args = words.filter((word, index) => word !== "--" || words.indexOf("--") !== index);
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [problem = "it cannot be read"] = error instanceof Error ? error.message.split(/\. |\.$/) : [];
    throw terminalErrors.invalidOption({ option: "The command line", problem });
  }
}

/** Checks a name that is part of keys. Throws `terminal/invalidOption`. */
export function readName(option: string, name: string): string {
  if (/^[\w.@-]{1,100}$/.test(name)) return name;
  const problem = "a name may contain only letters, digits, and . _ @ -, at most 100";
  throw terminalErrors.invalidOption({ option, problem });
}

/**
 * Name of a model, `provider:name`, of an option or the environment. Null if none is set. Tidemark loads the model when it is first asked,
 * and reads its key and address. Throws `terminal/invalidOption` for another form.
 */
export function modelName(configured?: string | null): string | null {
  const name = configured?.trim() ?? "";
  if (/^(?:[\w-]+:\S+)?$/.test(name)) return name === "" ? null : name;
  // The value is not repeated: it may be a key pasted by mistake.
  const problem = 'it must have the form "provider:name", such as "openai:gpt-5-mini"';
  throw terminalErrors.invalidOption({ option: "--model or TIDEMARK_MODEL", problem });
}

function readInstant(text: string | null): string | null {
  if (text === null) return null;
  const isValid = z.iso.datetime({ offset: true }).safeParse(text).success;
  if (isValid) return new Date(text).toISOString().replace(/[.]\d+Z$/, "Z");
  const problem = `"${text}" is not a valid time; use the form 2026-11-21T09:00:00Z`;
  throw terminalErrors.invalidOption({ option: "--now", problem });
}
