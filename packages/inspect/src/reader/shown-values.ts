import type { HistorySource, StepAddress } from "../source/history-source.ts";
import { type Plain, plainValue } from "../values/plain-value.ts";
import type { Redaction } from "../values/redaction.ts";

/** Values of a source as JSON, and what is shown of them. */
export class ShownValues {
  readonly #source: HistorySource;
  readonly redact: Redaction;

  constructor(source: HistorySource, redact: Redaction) {
    this.#source = source;
    this.redact = redact;
  }

  /** Values as JSON, with everything that is redacted before it is shown. */
  async read(at: StepAddress, fields?: readonly string[]): Promise<Readonly<Record<string, Plain>>> {
    if (fields?.length === 0) return {};
    const values = await this.#source.values(at, fields);
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plainValue(value)]));
  }

  /** Values as they are shown. */
  async shown(at: StepAddress, fields: readonly string[]): Promise<Readonly<Record<string, Plain>>> {
    const values = Object.entries(await this.read(at, fields));
    return Object.fromEntries(values.map(([name, value]) => [name, this.redact(name, value)]));
  }
}

/** Those of some names that a step has. */
export const present = (names: readonly string[], ids: Readonly<Record<string, unknown>>): readonly string[] =>
  names.filter((name) => Object.hasOwn(ids, name));
