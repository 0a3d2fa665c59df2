import type { JsonObject } from "@tidemark/core-state/internal";

/** Arguments of a call after the schema of its tool: one value for rules, guardrails, people, the tool and the records. */
export interface ReadArguments {
  /** Arguments that the schema read. */
  readonly given: JsonObject;
  /** Value that the schema returned. */
  readonly value: unknown;
  /** The value as plain JSON. The arguments themselves where JSON cannot represent it. */
  readonly json: JsonObject;
  /** Part of the value that JSON cannot represent, so that nobody can approve it. Null without one. */
  readonly unfit: string | null;
}
