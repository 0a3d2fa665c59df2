import type { HistorySource, StepAddress } from "../source/history-source.ts";
import { type Plain, plainValue, plainValues } from "../values/plain-value.ts";
import type { Redaction } from "../values/redaction.ts";

/** Values of a source as JSON, and what is shown of them. */
export class ShownValues {
  readonly #source: HistorySource;
  readonly redact: Redaction;
  /** Values of named fields as JSON. */
  readonly plain: (value: unknown) => Plain;

  constructor(source: HistorySource, redact: Redaction) {
    this.#source = source;
    this.redact = redact;
    this.plain = source.sharesValues === true ? plainValues() : (value) => plainValue(value);
  }

  /** Values as JSON, with everything that is redacted before it is shown. */
  async read(at: StepAddress, fields?: readonly string[]): Promise<Readonly<Record<string, Plain>>> {
    if (fields?.length === 0) return {};
    const values = await this.#source.values(at, fields);
    // Values of all fields may be objects with which an application goes on.
    const plain = fields === undefined ? plainValue : this.plain;
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
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
