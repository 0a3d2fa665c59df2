import { unknownOption } from "@tidemark/core-state/internal";
import { checkpointErrors } from "../kernel/errors.ts";

/**
 * Throws `checkpoint/unknownOption` for an option that does not exist. A misspelled `file` would store threads in memory.
 *
 * @internal
 */
export function requireKnownOptions(options: object, known: readonly string[]): void {
  const found = unknownOption(options, known);
  if (found !== null) throw checkpointErrors.unknownOption({ ...found });
}
