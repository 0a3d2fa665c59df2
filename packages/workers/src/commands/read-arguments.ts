import { parseArgs } from "node:util";
import { nearestName } from "@tidemark/core-state/internal";
import { workerErrors } from "../errors.ts";
import { requireCount } from "../turns/options.ts";

/** Options of a command by name: with a value, or without one. */
export type Flags = Readonly<Record<string, "string" | "boolean">>;

/** Arguments of a command. */
export class Arguments<Names extends Flags> {
  readonly command: string;
  readonly #values: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];

  constructor(command: string, values: ReadonlyMap<string, string>, positionals: readonly string[]) {
    this.command = command;
    this.#values = values;
    this.positionals = positionals;
  }

  /** Value of an option, or null. */
  text(name: keyof Names & string): string | null {
    return this.#values.get(name) ?? null;
  }

  /** True if the option is there. */
  has(name: keyof Names & string): boolean {
    return this.#values.has(name);
  }

  /** Number of an option, or null. Throws `workers/invalidOption`. */
  count(name: keyof Names & string, least: number): number | null {
    const text = this.text(name);
    if (text === null) return null;
    const number = text.trim() === "" ? Number.NaN : Number(text);
    return requireCount(`--${name}`, Number.isNaN(number) ? text : number, least);
  }

  /** Positional argument by number. Throws `workers/missingArgument`. */
  required(index: number, argument: string): string {
    const value = this.positionals[index];
    if (value === undefined || value === "") throw workerErrors.missingArgument({ command: this.command, argument });
    return value;
  }

  /** Value of an option that has to be there. Throws `workers/missingArgument`. */
  requiredText(name: keyof Names & string, argument: string): string {
    const value = this.text(name);
    if (value === null || value === "") throw workerErrors.missingArgument({ command: this.command, argument });
    return value;
  }
}

/** Reads arguments. Throws `workers/unknownFlag`, and `workers/missingArgument` for an option without its value. */
export function readArguments<const Names extends Flags>(
  command: string,
  args: readonly string[],
  { flags, positionals: most }: { readonly flags: Names; readonly positionals: number },
): Arguments<Names> {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(flags).map(([name, type]) => [name, { type }])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const type = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (type === undefined) {
      const nearest = nearestName(token.name, Object.keys(flags));
      throw workerErrors.unknownFlag({
        command,
        flag: token.rawName,
        nearest: nearest === null ? null : `--${nearest}`,
      });
    }
    // `--key --wait`: the value was forgotten, and the next option is not meant as one.
    const isForgotten = token.value === undefined || (!token.inlineValue && token.value.startsWith("--"));
    if (type === "string" && isForgotten) {
      throw workerErrors.missingArgument({ command, argument: `a value for --${token.name}` });
    }
    if (type === "boolean" && token.value !== undefined) {
      throw workerErrors.unknownFlag({ command, flag: `--${token.name}=${token.value}`, nearest: `--${token.name}` });
    }
    values.set(token.name, token.value ?? "");
  }
  const extra = positionals[most];
  if (extra !== undefined) throw workerErrors.unknownFlag({ command, flag: JSON.stringify(extra), nearest: null });
  return new Arguments(command, values, positionals);
}
