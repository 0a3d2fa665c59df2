import { parseArgs } from "node:util";
import { inspectErrors } from "../errors.ts";
import { argumentProblem, type Verb, type VerbArgument, type VerbInput } from "./verbs.ts";

const SCHEMA: VerbArgument = { name: "schema", kind: "text", description: "Schema of the tables in Postgres." };

/** Arguments that every command has. */
const COMMON: readonly VerbArgument[] = [
  { name: "json", kind: "switch", description: "Print JSON." },
  { name: "help", kind: "switch", description: "Print this text." },
];

/** Arguments of a command line. */
export interface CommandArguments {
  readonly database: string | null;
  readonly schema: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
  readonly input: VerbInput;
}

/** A verb, or the command of the page. */
export interface Command extends Pick<Verb, "name" | "summary" | "arguments"> {
  /** Sources that the command opens, for its help: their name in the usage, and each kind with its meaning. Defaults to a database. */
  readonly source?: {
    readonly place: string;
    readonly kinds: readonly (readonly [name: string, meaning: string])[];
    /** True for a command that opens no database. Defaults to false. */
    readonly isModule?: boolean;
  };
}

/** All arguments of a command. */
const argumentsOf = ({ arguments: own, source = DATABASE }: Command): readonly VerbArgument[] => [
  ...own,
  ...(source.isModule === true ? [] : [SCHEMA]),
  ...COMMON,
];

/** Usage of a command in one line. */
function usageOf(command: Command): string {
  const { name, source = DATABASE } = command;
  const all = argumentsOf(command);
  const places = all
    .filter(({ positional }) => positional === true)
    .map(({ name: each, required, kind }) => {
      const place = kind === "texts" ? `${each}...` : each;
      return required === true ? `<${place}>` : `[${place}]`;
    });
  const options = all.filter(({ positional }) => positional !== true);
  const named = options.map(({ name: each, kind }) => (kind === "switch" ? `[--${each}]` : `[--${each} …]`));
  return ["tidemark", name, source.place, ...places, ...named].join(" ");
}

const DATABASE: NonNullable<Command["source"]> = {
  place: "<database>",
  kinds: [["<database>", "SQLite file, URL that begins with postgres://, or thread that was shared as one page."]],
};

/** Help of a command. */
export function helpOf(command: Command): string {
  const lines = argumentsOf(command).map(
    ({ name, positional, description }) =>
      `  ${(positional === true ? `<${name}>` : `--${name}`).padEnd(12)} ${description}`,
  );
  const { kinds } = command.source ?? DATABASE;
  const sources = kinds.map(([name, meaning]) => `  ${name.padEnd(12)} ${meaning}`);
  return [command.summary, "", `Usage: ${usageOf(command)}`, "", ...sources, ...lines].join("\n");
}

/** Reads the arguments of a command. Throws `inspect/invalidArguments`. */
export function readArguments(command: Command, argv: readonly string[]): CommandArguments {
  const options = argumentsOf(command).filter(({ positional }) => positional !== true || isBoth(command, positional));
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: Object.fromEntries(
        options.map(({ name, kind }) => [
          name,
          { type: kind === "switch" ? "boolean" : "string", multiple: kind === "texts" },
        ]),
      ),
    });
    const [database = null, ...places] = positionals;
    const { schema } = values;
    const help = values["help"] === true;
    const input: Record<string, unknown> = { ...values };
    const wanted = command.arguments.filter(({ positional }) => positional === true);
    for (const { name, kind, required } of wanted) {
      const given = kind === "texts" ? places.splice(0) : places.shift();
      if (given !== undefined && given.length > 0) input[name] = given;
      else if (required === true && !help) throw new TypeError(`<${name}> is missing`);
    }
    const left = options.find((each) => each.required === true && input[each.name] === undefined);
    if (left !== undefined && !help) throw new TypeError(`--${left.name} is missing`);
    if (places[0] !== undefined) throw new TypeError(`"${places[0]}" is one argument too many`);
    if (database === null && !help) throw new TypeError(`${(command.source ?? DATABASE).place} is missing`);
    const problem = help ? null : argumentProblem(command.arguments, input);
    if (problem !== null) throw new TypeError(problem);
    return {
      database,
      schema: typeof schema === "string" ? schema : undefined,
      json: values["json"] === true,
      help,
      input,
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw inspectErrors.invalidArguments(
      { problem: sentence(error.message), usage: usageOf(command) },
      { cause: error },
    );
  }
}

/** An optional place of `why` may be named too. */
const isBoth = ({ name }: Command, positional: boolean): boolean => positional && name === "why";

const sentence = (text: string): string => {
  const [first = ""] = text.split(/[.] /);
  return first.endsWith(".") ? first : `${first}.`;
};
