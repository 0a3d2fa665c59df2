import { NewestEntries } from "../newest-entries.ts";
import type { ThreadSteps } from "../history/thread-steps.ts";
import type { HistorySource } from "../source/history-source.ts";
import { HiddenNames } from "../values/hidden-names.ts";
import { HiddenTexts } from "../values/hidden-texts.ts";
import { type Plain, plainValue } from "../values/plain-value.ts";
import type { Redact, RedactionRules } from "../values/redaction.ts";
import type { DeclaredFields } from "./declared-fields.ts";

/** Number of threads whose hidden values are kept: as many as those whose steps are. */
const KEPT = 8;

/** Number of values of a hidden field that are read for a thread: the newest ones. */
const MAX_VALUES = 100;

/** A name of a position in a list is not the name of a value. */
const POSITION = /(?:^|[.])\d+(?:[.]|$)/;

/** Hidden names of a reader, and the hidden values of the threads that it has read. */
export class ShownRules implements RedactionRules {
  readonly hidden: HiddenNames;
  readonly mentioned: HiddenNames;
  readonly custom: Redact | undefined;
  readonly #source: HistorySource;
  readonly #declared: DeclaredFields;
  /** Fields whose values are looked for in texts. */
  readonly #mentionedFields: readonly string[];
  readonly #fields = new Set<string>();
  readonly #threads = new NewestEntries<HiddenTexts>(KEPT);

  constructor(
    source: HistorySource,
    {
      declared,
      hide = [],
      custom,
    }: {
      readonly declared: DeclaredFields;
      readonly hide: readonly string[] | undefined;
      readonly custom: Redact | undefined;
    },
  ) {
    const names = [...declared.hidden(), ...hide];
    this.#mentionedFields = names.filter((name) => !declared.isInfrastructure(name) && !POSITION.test(name));
    this.hidden = new HiddenNames(names);
    this.mentioned = new HiddenNames(this.#mentionedFields);
    this.custom = custom;
    this.#source = source;
    this.#declared = declared;
  }

  readonly isField = (name: string): boolean =>
    this.#fields.has(name) || (this.#declared.get(name) !== undefined && !this.#declared.isInfrastructure(name));

  readonly texts = {
    conceal: (value: Plain, mask: string): Plain =>
      [...this.#threads.values()].reduce((shown, texts) => texts.conceal(shown, mask), value),
  };

  /** Notes the fields of a thread, and reads the values that are to be hidden wherever they are mentioned. */
  readonly learn = async (threadId: string, { steps, stored, newest }: ThreadSteps): Promise<void> => {
    const names = Object.keys(stored.get(newest)?.values ?? {});
    if (this.custom !== undefined) for (const name of names) this.#fields.add(name);
    const tops = new Set(this.#mentionedFields.map((name) => name.split(".")[0] ?? name));
    const fields = names.filter((name) => tops.has(name));
    if (fields.length === 0) return;
    const texts = new HiddenTexts(this.mentioned);
    for (const field of fields) {
      const writes = steps.filter(({ changed }) => changed.includes(field)).slice(-MAX_VALUES);
      for (const id of new Set([...writes.map((each) => each.id), newest])) {
        if (!Object.hasOwn(stored.get(id)?.values ?? {}, field)) continue;
        const { [field]: value } = await this.#source.values({ threadId, id }, [field]);
        texts.collect(field, plainValue(value));
      }
    }
    this.#threads.set(threadId, texts);
  };

  /** Fields of a thread in a list whose values are not to be mentioned beside it. */
  get mentionedFields(): readonly string[] {
    return this.#mentionedFields;
  }
}
