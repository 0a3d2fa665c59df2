import type { Limits } from "@tidemark/agents";
import type { StateDeclaration } from "@tidemark/core-state";
import { type TurnMessages, turnMessages } from "../history/messages.ts";
import { type Pending, pendingOf, shownPending } from "../history/pending.ts";
import { type Subgraph, subgraphSteps } from "../history/subgraph-steps.ts";
import type { TaskIds } from "../history/task-ids.ts";
import type { ThreadStep, ThreadSteps } from "../history/thread-steps.ts";
import { INPUT } from "../source/channels.ts";
import { ChangeWatch } from "../source/change-watch.ts";
import type { HistorySource } from "../source/history-source.ts";
import type { Traces } from "../traces/traced-call.ts";
import { HiddenTexts } from "../values/hidden-texts.ts";
import type { Plain } from "../values/plain-value.ts";
import { isSecretPlace, partRedaction, type Redact, redaction } from "../values/redaction.ts";
import { DeclaredFields } from "./declared-fields.ts";
import type {
  FieldHistory,
  FieldQuery,
  StateAtStep,
  StateQuery,
  StepDiff,
  StepPending,
  StepReason,
  Timeline,
} from "./answers.ts";
import { type Attribution, FieldAuthors } from "./field-blame.ts";
import { fieldValues } from "./field-history.ts";
import { type Proposals, stepProposals } from "./proposals.ts";
import { stepReason } from "./step-cause.ts";
import { statusOf, type ThreadStatus } from "./thread-status.ts";
import { countsOf } from "./thread-counts.ts";
import { type ExplainEdge, ROUTING_FIELD } from "./route-reasons.ts";
import { type StepFacts, stepFacts } from "./step-facts.ts";
import { type ThreadStorage, threadStorage } from "./thread-storage.ts";
import { diffFields } from "./step-diff.ts";
import { present, ShownValues } from "./shown-values.ts";
import { ShownRules } from "./shown-rules.ts";
import { wholeFields, windowedFields } from "./step-state.ts";
import { findInValues, type FoundParts, type PartQuery, partOfValue, type ValuePart } from "./value-parts.ts";
import { shareThread } from "../share/share-thread.ts";
import type { SharedThread } from "../source/shared-thread.ts";
import type { MigrationReport } from "./migration-report.ts";
import { findStep, requireField, ThreadCache } from "./thread-cache.ts";
import { ThreadList, type ThreadPage, type ThreadQuery } from "./thread-list.ts";

/** Settings of a reader. */
export interface ReaderOptions {
  /** State of the application, for descriptions, lifetimes and hidden fields. Defaults to the fields of Tidemark. */
  readonly state?: StateDeclaration | undefined;
  /** Decides what is shown, after secrets were redacted by name. Defaults to showing everything else. */
  readonly redact?: Redact | undefined;
  /** Names that are hidden wherever they occur, besides fields with `ui: false`: `price`, or a path as `trip.email`. Defaults to none. @internal */
  readonly hide?: readonly string[] | undefined;
  /** Limits of the application, as passed to `createAgentGraph`: threads do not contain them. Defaults to those of `graph`; without both, no others are shown than a thread contains. */
  readonly limits?: Partial<Limits> | undefined;
  /** Repeats the decision of an edge with the rules of the graph itself. Defaults to working it out of the thread. @internal */
  readonly explain?: ExplainEdge | undefined;
  /** Ids of tasks, by which savers store writes. Defaults to naming authors by the owners of fields. @internal */
  readonly taskIds?: TaskIds | undefined;
  /** Namespace of the graph. Defaults to none, outside of subgraphs. @internal */
  readonly namespace?: string | undefined;
  /** Traces of the application, for calls of models. Defaults to none. @internal */
  readonly traces?: Traces | undefined;
  /** True if the application has declared migrations. Defaults to false. @internal */
  readonly hasMigrations?: (() => boolean) | undefined;
  /** Tries migrations. Defaults to those of the state. @internal */
  readonly migrations?: (() => Promise<MigrationReport | null>) | undefined;
}

/** Maximum number of subgraphs that are kept. */
const MAX_INNER = 8;

/** Reads the threads of a source, as people and programs ask for them. Writes nothing. */
export class ThreadReader {
  readonly #source: HistorySource;
  readonly #threads: ThreadCache;
  readonly #list: ThreadList;
  readonly #declared: DeclaredFields;
  readonly #values: ShownValues;
  readonly #rules: ShownRules;
  readonly #redact: (field: string, value: Plain) => Plain;
  readonly #limits: Partial<Limits> | undefined;
  readonly #options: ReaderOptions;
  readonly #watch: ChangeWatch;
  readonly #authors: FieldAuthors;
  readonly #inner = new Map<string, ThreadReader>();
  /** Turns of the thread that was read last, which only a new step changes. */
  #turns: { readonly key: string; readonly turns: readonly TurnMessages[] } = { key: "", turns: [] };

  /** @internal */
  constructor(source: HistorySource, options: ReaderOptions = {}) {
    const { state, redact, hide, limits } = options;
    this.#options = options;
    this.#source = source;
    this.#limits = limits;
    this.#watch = new ChangeWatch(source);
    this.#declared = new DeclaredFields(state, source.described);
    const rules = new ShownRules(source, { declared: this.#declared, hide, custom: redact });
    this.#rules = rules;
    this.#threads = new ThreadCache(source, rules.learn);
    this.#redact = redaction(rules);
    this.#values = new ShownValues(source, { redact: this.#redact, redactPart: partRedaction(rules) });
    const { taskIds, namespace = "" } = options;
    const read = { source, plain: this.#values.plain, declared: this.#declared, taskIds, namespace };
    this.#authors = new FieldAuthors(read, this.#redact);
    this.#list = new ThreadList(source, {
      redact: this.#redact,
      mentioned: rules.mentioned,
      mentionedFields: rules.mentionedFields,
    });
  }

  /** Lists threads. */
  threads(query: ThreadQuery = {}): Promise<ThreadPage> {
    return this.#list.page(query);
  }

  /**
   * Waits until the database has changed since a mark, at most some seconds, and returns its mark. Reads no thread. With a saver that does
   * not say, it returns after a second.
   *
   * @internal
   */
  changes(known: string, seconds = 20): Promise<string> {
    return this.#watch.changed(known, seconds);
  }

  /** Lists the steps of a thread, without reading their values. With `newest`, earlier steps than these may be left out. */
  async steps(threadId: string, { newest }: { readonly newest?: number | undefined } = {}): Promise<Timeline> {
    const { all, isWhole } =
      newest === undefined
        ? { all: await this.#threads.steps(threadId), isWhole: true }
        : await this.#threads.newestSteps(threadId, newest);
    // Only a task that has not finished leaves something behind.
    const next = all.byId.get(all.newest)?.next ?? [];
    const pending = next.length === 0 ? { interrupts: [], errors: [] } : await this.#pending(threadId, all.newest);
    const lease = next.length === 0 ? null : await this.#source.lease?.(threadId);
    const changed = new Set(all.steps.flatMap((step) => step.changed));
    return {
      threadId,
      savedBy: this.#source.kind,
      newest: all.newest,
      steps: all.steps,
      isWhole,
      counts: countsOf(all),
      turns: await this.#turnsOf(threadId, all),
      ...pending,
      status: statusOf({ ...pending, next, lease }),
      next: [...new Set(next)],
      infrastructure: [...changed].filter((name) => this.#declared.isInfrastructure(name)).toSorted(),
    };
  }

  /** Reads the questions and errors that wait at a step: those of the newest step are open, those of an earlier one were left. */
  async pending(threadId: string, step?: string): Promise<StepPending> {
    const all = await this.#threads.steps(threadId);
    const at = findStep(all, threadId, step);
    return { threadId, step: at, ...(await this.#pending(threadId, at.id)) };
  }

  /**
   * Reads the values of a step, all or some. Defaults to the newest step. With `window`, long lists, records and texts are cut to this
   * number of items, and the answer says where.
   */
  async state(threadId: string, { step, fields, whole = false, window }: StateQuery = {}): Promise<StateAtStep> {
    const { at, ids } = await this.#stepWith(threadId, fields ?? [], step);
    const context = { threadId, at, ids, values: this.#values, declared: this.#declared, fields };
    const read = window === undefined ? wholeFields(context, { whole }) : windowedFields(context, { size: window });
    return { threadId, step: at, fields: await read };
  }

  /**
   * Reads a part of the value of a field: items of a list, entries of a record, or characters of a text.
   *
   * @internal
   */
  async part(
    threadId: string,
    field: string,
    { step, ...query }: PartQuery & { readonly step?: string | undefined },
  ): Promise<ValuePart> {
    const { at, ids } = await this.#stepWith(threadId, [field], step);
    const { [field]: shown = null } = await this.#values.shown({ threadId, id: at.id }, present([field], ids));
    return partOfValue(field, shown, query);
  }

  /**
   * Finds the names, texts and numbers of a step that contain a text, in any case. What is redacted is not found.
   *
   * @internal
   */
  async find(
    threadId: string,
    {
      step,
      text,
      limit = 100,
    }: { readonly step?: string | undefined; readonly text: string; readonly limit?: number | undefined },
  ): Promise<FoundParts> {
    const all = await this.#threads.stepsWith(threadId, step);
    const { id } = findStep(all, threadId, step);
    const names = Object.keys(all.stored.get(id)?.values ?? {});
    return findInValues(await this.#values.shown({ threadId, id }, names), { text, limit });
  }

  /** Compares two steps of a thread, or of two threads. */
  async diff(
    threadId: string,
    {
      from,
      to,
      otherThreadId = threadId,
    }: { readonly from: string; readonly to: string; readonly otherThreadId?: string | undefined },
  ): Promise<StepDiff> {
    const all = await this.#threads.steps(threadId);
    const older = findStep(all, threadId, from);
    const others = otherThreadId === threadId ? all : await this.#threads.steps(otherThreadId);
    const newer = findStep(others, otherThreadId, to);
    const points = [
      { threadId, id: older.id, ids: all.stored.get(older.id)?.values ?? {} },
      { threadId: otherThreadId, id: newer.id, ids: others.stored.get(newer.id)?.values ?? {} },
    ] as const;
    const fields = await diffFields(points, this.#values);
    const sorted = fields.toSorted((one, other) => this.#rank(one.name) - this.#rank(other.name));
    return { threadId, from: older, to: newer, fields: sorted };
  }

  /** Lists the values that a field had up to a step with their authors, newest first. With `window`, long ones are cut, and each says what changed in it. */
  async field(threadId: string, field: string, { step, limit = 50, window }: FieldQuery = {}): Promise<FieldHistory> {
    const all = await this.#threads.steps(threadId);
    const at = findStep(all, threadId, step);
    requireField(all, { threadId, at, field });
    const declared = this.#declared.describe(field, all.stored.get(at.id)?.values ?? {});
    const authorOf = (written: ThreadStep) => this.#authors.of({ threadId, all, field }, written);
    const read = await fieldValues({ threadId, at, all, values: this.#values, field, limit, window, authorOf });
    return { threadId, field, declared, ...read };
  }

  /** Finds out who wrote the values that fields have at a step. */
  async blame(
    threadId: string,
    { step, fields }: { readonly step?: string | undefined; readonly fields: readonly string[] },
  ): Promise<Readonly<Record<string, Attribution>>> {
    const all = await this.#threads.steps(threadId);
    const at = findStep(all, threadId, step);
    const found: [string, Attribution][] = [];
    for (const field of fields) {
      requireField(all, { threadId, at, field });
      found.push([field, await this.#authors.of({ threadId, all, field }, at)]);
    }
    return Object.fromEntries(found);
  }

  /** Explains why the nodes of a step ran. Without a step it explains the nodes that are next, or those of the newest step if the turn has ended. */
  async why(threadId: string, step?: string): Promise<StepReason> {
    const all = await this.#threads.stepsWith(threadId, step, ROUTING_FIELD);
    const at = findStep(all, threadId, step);
    const isNext = step === undefined && at.next.some((node) => node !== INPUT);
    const status = isNext ? await this.#statusOf(threadId, at) : null;
    const { explain } = this.#options;
    const context = { source: this.#source, threadId, all, limits: this.#limits, explain, redact: this.#redact };
    return stepReason(context, at, status);
  }

  /** Lists the proposals of a thread: those that are open at a step, and those that a commit has answered. */
  async proposals(threadId: string, step?: string): Promise<Proposals> {
    const all = await this.#threads.steps(threadId);
    const { id } = findStep(all, threadId, step);
    return stepProposals({ threadId, all, id, values: this.#values });
  }

  /** Reads the plan at a step, the used part of each limit, and what models and tools did in it. */
  async facts(threadId: string, step?: string): Promise<StepFacts> {
    const all = await this.#threads.stepsWith(threadId, step, ROUTING_FIELD);
    const at = findStep(all, threadId, step);
    return stepFacts({ threadId, at, all, values: this.#values, limits: this.#limits, traces: this.#options.traces });
  }

  /** Lists the subgraphs of a thread, in the order of the steps in which they ran. `within` reads the one of a namespace. */
  async subgraphs(threadId: string): Promise<readonly Subgraph[]> {
    const namespaces = await this.#source.namespaces(threadId);
    if (namespaces.length === 0) return [];
    return subgraphSteps(namespaces, await this.#threads.steps(threadId), this.#options.taskIds);
  }

  /** Reads the subgraph of a namespace instead, with the same settings. */
  within(namespace: string): ThreadReader {
    if (namespace === "") return this;
    const known = this.#inner.get(namespace);
    const inner = known ?? new ThreadReader(this.#source.within(namespace), { ...this.#options, namespace });
    if (this.#inner.size >= MAX_INNER) this.#inner.clear();
    this.#inner.set(namespace, inner);
    return inner;
  }

  /**
   * Writes the newest turns of a thread as a document, redacted, which a page shows without a server. Throws `inspect/tooLarge`.
   *
   * @internal
   */
  async share(threadId: string, { turns = 100 }: { readonly turns?: number | undefined } = {}): Promise<SharedThread> {
    const all = await this.#threads.steps(threadId);
    return shareThread({
      source: this.#source,
      threadId,
      all,
      describe: (name, ids) => this.#declared.describe(name, ids),
      redact: this.#redact,
      writersOf: (step, field) => this.#authors.writers({ threadId, all, field }, step),
      mentioned: this.#rules.mentioned,
      turns,
    });
  }

  /** A value as it is shown, for what the inspector shows besides threads. @internal */
  redact(field: string, value: Plain): Plain {
    return this.#redact(field, value);
  }

  /** Collects what is masked in values by its name, so that no other text mentions it. @internal */
  hiddenTexts(): { collect(field: string, value: Plain): void; conceal(value: Plain, mask: string): Plain } {
    return new HiddenTexts(this.#rules.mentioned, { isSecret: isSecretPlace });
  }

  /** True if the application has declared migrations, which can be tried. @internal */
  get hasMigrations(): boolean {
    return this.#options.hasMigrations?.() ?? false;
  }

  /** Tries the migrations of the state on the newest checkpoint of every thread. Null if the application has declared none. */
  async migrations(): Promise<MigrationReport | null> {
    return (await this.#options.migrations?.()) ?? null;
  }

  /** Measures what a thread takes up, what pruning would leave, and who has the thread. Tries prunes on a copy in memory. */
  async storage(threadId: string): Promise<ThreadStorage> {
    return threadStorage(this.#source, threadId, await this.#threads.steps(threadId), this.#values);
  }

  /** Ends the connection, if the reader has opened it. */
  close(): Promise<void> {
    return this.#source.close();
  }

  /** A step that fields are read at. Throws `inspect/unknownField` for one that the thread does not have. */
  async #stepWith(threadId: string, fields: readonly string[], step: string | undefined) {
    const some = await this.#threads.stepsWith(threadId, step);
    const at = findStep(some, threadId, step);
    const ids = some.stored.get(at.id)?.values ?? {};
    if (fields.every((field) => Object.hasOwn(ids, field))) return { at, ids };
    // A field that the step does not have may be known from any other one.
    const all = await this.#threads.steps(threadId);
    for (const field of fields) requireField(all, { threadId, at, field });
    return { at, ids };
  }

  async #statusOf(threadId: string, { id, next }: ThreadStep): Promise<ThreadStatus> {
    return statusOf({ ...(await this.#pending(threadId, id)), next, lease: await this.#source.lease?.(threadId) });
  }

  async #pending(threadId: string, id: string): Promise<Pending> {
    return shownPending(pendingOf(await this.#source.writes({ threadId, id })), this.#redact);
  }

  async #turnsOf(threadId: string, all: ThreadSteps): Promise<readonly TurnMessages[]> {
    const key = JSON.stringify([threadId, all.newest, all.steps.length]);
    if (this.#turns.key === key) return this.#turns.turns;
    const turn = all.byId.get(all.newest)?.turn ?? 0;
    const [first] = all.steps;
    // Of a part of the steps, the conversation is read from its first turn on.
    const begin = first !== undefined && all.steps.length < all.byId.size ? first : null;
    const hasMessages = Object.hasOwn(all.stored.get(all.newest)?.values ?? {}, "messages");
    const { items, isAll } = hasMessages
      ? await this.#values.itemsSince({ threadId, id: all.newest }, begin?.parent ?? null, "messages")
      : { items: [], isAll: true };
    const earlier = isAll ? 0 : (begin?.turn ?? 1) - 1;
    const read = turnMessages(items, turn - earlier);
    const none = Array.from({ length: read.length === 0 ? 0 : earlier }, () => ({ text: null, tokens: null }));
    const turns = [...none, ...read].map(({ text, tokens }) => {
      const shown = text === null ? null : this.#redact("messages", text);
      return { text: typeof shown === "string" ? shown : null, tokens };
    });
    this.#turns = { key, turns };
    return turns;
  }

  /** Fields of the application come first. */
  #rank(name: string): number {
    return this.#declared.isInfrastructure(name) ? 1 : 0;
  }
}
