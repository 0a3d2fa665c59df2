import { coreStateErrors } from "./errors.ts";
import { nearestName } from "./nearest-name.ts";

/** Names of the options of a function. The type requires each of them, and no other. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** An option that does not exist. */
export interface UnknownOption {
  readonly option: string;
  /** The option that was probably meant, or null. */
  readonly nearest: string | null;
  readonly known: readonly string[];
}

/** Finds an option that does not exist, which a call without types may contain. Null if there is none. */
export function unknownOption(options: object, known: readonly string[]): UnknownOption | null {
  const option = Object.keys(options).find((each) => !known.includes(each));
  return option === undefined ? null : { option, nearest: nearestName(option, known), known };
}

/** Throws `core-state/unknownOption` for an option that does not exist: a misspelled option would have no effect. */
export function requireKnownOptions(of: string, options: object, names: Readonly<Record<string, true>>): void {
  const found = unknownOption(options, Object.keys(names));
  if (found !== null) throw coreStateErrors.unknownOption({ of, ...found });
}
