import { checkpointErrors } from "../errors.ts";

/**
 * Throws `checkpoint/unknownOption` for an option that does not exist. A misspelled `file` would store threads in memory.
 *
 * @internal
 */
export function requireKnownOptions(options: object, known: readonly string[]): void {
  const option = Object.keys(options).find((each) => !known.includes(each));
  if (option !== undefined) throw checkpointErrors.unknownOption({ option, known });
}
