import type { Limits } from "@tidemark/agents";
import type { StateDeclaration } from "@tidemark/core-state";
import { sameJson } from "@tidemark/reducers/internal";
import { type TurnMessages, turnMessages } from "../history/messages.ts";
import { type Pending, pendingOf } from "../history/pending.ts";
import { branchOf, lastRun, type ThreadSteps } from "../history/thread-steps.ts";
import { ChangeWatch } from "../source/change-watch.ts";
import type { HistorySource } from "../source/history-source.ts";
import { clipValue, type ClipLimits, LIMITS } from "../values/clipped-value.ts";
import type { Traces } from "../traces/traced-call.ts";
import type { Plain } from "../values/plain-value.ts";
import { type Redact, redaction } from "../values/redaction.ts";
import { DeclaredFields } from "./declared-fields.ts";
import type {
  FieldAtStep,
  FieldHistory,
  FieldValue,
  StateAtStep,
  StepDiff,
  StepPending,
  StepReason,
  Timeline,
} from "./answers.ts";
import { type Attribution, blameField } from "./field-blame.ts";
import { type Proposals, PROPOSAL_FIELDS, proposalsOf } from "./proposals.ts";
import { causeOf } from "./step-cause.ts";
import { statusOf } from "./thread-status.ts";
import { countsOf } from "./thread-counts.ts";
import { decisionPlace, type ExplainEdge, ROUTING_FIELD, routeReasons } from "./route-reasons.ts";
import { type StepFacts, stepFacts } from "./step-facts.ts";
import { type ThreadStorage, threadStorage } from "./thread-storage.ts";
import { requireField } from "./required-field.ts";
import { diffFields } from "./step-diff.ts";
import { present, ShownValues } from "./shown-values.ts";
import { shareThread } from "../share/share-thread.ts";
import type { SharedThread } from "../source/shared-thread.ts";
import type { MigrationReport } from "./migration-report.ts";
import { findStep, ThreadCache } from "./thread-cache.ts";
import { ThreadList, type ThreadPage, type ThreadQuery } from "./thread-list.ts";

/** Settings of a reader. */
export interface ReaderOptions {
  /** State of the application, for descriptions, lifetimes and hidden fields. Defaults to the fields of Tidemark. */
  readonly state?: StateDeclaration | undefined;
  /** Decides what is shown, after secrets were redacted by name. Defaults to showing everything else. */
  readonly redact?: Redact | undefined;
  /** Limits of the application, as passed to `createAgentGraph`: threads do not contain them. Defaults to those of `graph`; without both, no others are shown than a thread contains. */
  readonly limits?: Partial<Limits> | undefined;
  /** Repeats the decision of an edge with the rules of the graph itself. Defaults to working it out of the thread. @internal */
  readonly explain?: ExplainEdge | undefined;
  /** Traces of the application, for calls of models. Defaults to none. @internal */
  readonly traces?: Traces | undefined;
  /** True if the application has declared migrations. Defaults to false. @internal */
  readonly hasMigrations?: (() => boolean) | undefined;
  /** Tries migrations. Defaults to those of the state. @internal */
  readonly migrations?: (() => Promise<MigrationReport | null>) | undefined;
}

/** No limits, for programs that asked for whole values. */
const WHOLE: ClipLimits = { text: Infinity, items: Infinity, parts: Infinity };

/** Maximum number of subgraphs that are kept. */
const MAX_INNER = 8;

/** Number of writes that are read for each value of a field's history. */
const READS_PER_VALUE = 4;

/** Reads the threads of a source, as people and programs ask for them. Writes nothing. */
export class ThreadReader {
  readonly #source: HistorySource;
  readonly #threads: ThreadCache;
  readonly #list: ThreadList;
  readonly #declared: DeclaredFields;
  readonly #values: ShownValues;
  readonly #redact: (field: string, value: Plain) => Plain;
  readonly #limits: Partial<Limits> | undefined;
  readonly #options: ReaderOptions;
  readonly #watch: ChangeWatch;
  readonly #inner = new Map<string, ThreadReader>();
  /** Turns of the thread that was read last, which only a new step changes. */
  #turns: { readonly key: string; readonly turns: readonly TurnMessages[] } = { key: "", turns: [] };

  /** @internal */
  constructor(source: HistorySource, options: ReaderOptions = {}) {
    const { state, redact, limits } = options;
    this.#options = options;
    this.#source = source;
    this.#limits = limits;
    this.#watch = new ChangeWatch(source);
    this.#threads = new ThreadCache(source);
    this.#declared = new DeclaredFields(state, source.described);
    this.#redact = redaction(this.#declared.hidden(), redact);
    this.#values = new ShownValues(source, this.#redact);
    this.#list = new ThreadList(source, this.#redact);
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
  async steps(threadId: string, { newest }: { readonly newest?: number } = {}): Promise<Timeline> {
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

  /** Reads the values of a step, all or some. Defaults to the newest step. */
  async state(
    threadId: string,
    {
      step,
      fields,
      whole = false,
    }: { readonly step?: string; readonly fields?: readonly string[]; readonly whole?: boolean } = {},
  ): Promise<StateAtStep> {
    // A field that the step does not have may be known from any other one.
    const all =
      fields === undefined ? await this.#threads.stepsWith(threadId, step) : await this.#threads.steps(threadId);
    const at = findStep(all, threadId, step);
    for (const field of fields ?? []) requireField(all, { threadId, at, field });
    const ids = all.stored.get(at.id)?.values ?? {};
    const values = await this.#values.read({ threadId, id: at.id }, present(fields ?? Object.keys(ids), ids));
    const written = at.changed.filter((name) => fields?.includes(name) ?? true);
    const before = at.parent === null ? {} : await this.#values.read({ threadId, id: at.parent }, written);
    const changed = new Set(written.filter((name) => !sameJson(values[name] ?? null, before[name] ?? null)));
    const names = [...new Set([...Object.keys(values), ...changed])].toSorted();
    const limits = whole ? WHOLE : LIMITS;
    const read = names.map((name): FieldAtStep => {
      const { value, isWhole } = clipValue(this.#redact(name, values[name] ?? null), limits);
      const isChanged = changed.has(name);
      const earlier = before[name];
      return {
        name,
        value,
        isWhole,
        changed: isChanged,
        ...(isChanged && earlier !== undefined && { before: clipValue(this.#redact(name, earlier), limits).value }),
        declared: this.#declared.describe(name, ids),
        isInfrastructure: this.#declared.isInfrastructure(name),
      };
    });
    return {
      threadId,
      step: at,
      fields: read.toSorted((one, other) => rank(one) - rank(other)),
    };
  }

  /** Compares two steps of a thread, or of two threads. */
  async diff(
    threadId: string,
    {
      from,
      to,
      otherThreadId = threadId,
    }: { readonly from: string; readonly to: string; readonly otherThreadId?: string },
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

  /** Lists the values that a field had up to a step, newest first. */
  async field(
    threadId: string,
    field: string,
    { step, limit = 50 }: { readonly step?: string; readonly limit?: number } = {},
  ): Promise<FieldHistory> {
    const all = await this.#threads.steps(threadId);
    const at = findStep(all, threadId, step);
    requireField(all, { threadId, at, field });
    const writes = branchOf(all, at.id).filter(({ changed }) => changed.includes(field));
    const values: (FieldValue & { readonly whole: Plain })[] = [];
    let hasMore = writes.length > limit * READS_PER_VALUE;
    for (const written of writes.slice(0, limit * READS_PER_VALUE)) {
      const ids = all.stored.get(written.id)?.values ?? {};
      const { [field]: whole = null } = await this.#values.read({ threadId, id: written.id }, present([field], ids));
      // A saver of LangGraph counts a write of the same value: the first one is meant.
      if (values.length > 0 && sameJson(values.at(-1)?.whole, whole)) values.pop();
      hasMore ||= values.length === limit;
      if (values.length === limit) break;
      values.push({ step: written, whole, ...clipValue(this.#redact(field, whole), LIMITS) });
    }
    const shown = values.map(({ step: written, value, isWhole }) => ({ step: written, value, isWhole }));
    return {
      threadId,
      field,
      declared: this.#declared.describe(field, all.stored.get(at.id)?.values ?? {}),
      values: shown,
      hasMore,
    };
  }

  /** Finds out who wrote the values that fields have at a step. */
  async blame(
    threadId: string,
    { step, fields }: { readonly step?: string; readonly fields: readonly string[] },
  ): Promise<Readonly<Record<string, Attribution>>> {
    const all = await this.#threads.steps(threadId);
    const at = findStep(all, threadId, step);
    const context = { source: this.#source, plain: this.#values.plain, threadId, all, declared: this.#declared };
    const found: [string, Attribution][] = [];
    for (const field of fields) {
      requireField(all, { threadId, at, field });
      found.push([field, await blameField(context, at, field)]);
    }
    return Object.fromEntries(found);
  }

  /** Explains why the nodes of a step ran. */
  async why(threadId: string, step?: string): Promise<StepReason> {
    const all = await this.#threads.stepsWith(threadId, step, ROUTING_FIELD);
    const at = findStep(all, threadId, step);
    const before = all.byId.get(at.parent ?? "");
    const parent = before?.source === "fork" ? lastRun(all, before.id) : before;
    const place = decisionPlace(all, at);
    // Without this field there is no routing to explain, and the other values are not read.
    const isRouted = Object.hasOwn(all.stored.get(place?.at.id ?? "")?.values ?? {}, ROUTING_FIELD);
    const values = place === null || !isRouted ? {} : await this.#source.values({ threadId, id: place.at.id });
    const limits = this.#limits;
    const { explain } = this.#options;
    const routing = place === null ? null : routeReasons(values, all, { threadId, ran: at, place, limits, explain });
    const after = parent?.nodes ?? [];
    return { threadId, step: at, cause: causeOf(at, { parent, routing }), after, routing };
  }

  /** Lists the proposals of a thread: those that are open at a step, and those that a commit has answered. */
  async proposals(threadId: string, step?: string): Promise<Proposals> {
    const all = await this.#threads.steps(threadId);
    const { id } = findStep(all, threadId, step);
    const stored = all.stored.get(id)?.values ?? {};
    const values = await this.#values.read({ threadId, id }, present(PROPOSAL_FIELDS, stored));
    return proposalsOf(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, this.#redact(name, value)])),
    );
  }

  /** Reads the plan at a step, the used part of each limit, and what models and tools did in it. */
  async facts(threadId: string, step?: string): Promise<StepFacts> {
    const all = await this.#threads.stepsWith(threadId, step, ROUTING_FIELD);
    const at = findStep(all, threadId, step);
    return stepFacts({ threadId, at, all, values: this.#values, limits: this.#limits, traces: this.#options.traces });
  }

  /** Lists the namespaces of the subgraphs of a thread. `within` reads one of them. */
  async subgraphs(threadId: string): Promise<readonly string[]> {
    return this.#source.namespaces(threadId);
  }

  /** Reads the subgraph of a namespace instead, with the same settings. */
  within(namespace: string): ThreadReader {
    if (namespace === "") return this;
    const known = this.#inner.get(namespace);
    const inner = known ?? new ThreadReader(this.#source.within(namespace), this.#options);
    if (this.#inner.size >= MAX_INNER) this.#inner.clear();
    this.#inner.set(namespace, inner);
    return inner;
  }

  /**
   * Writes the newest turns of a thread as a document, redacted, which a page shows without a server. Throws `inspect/tooLarge`.
   *
   * @internal
   */
  async share(threadId: string, { turns = 100 }: { readonly turns?: number } = {}): Promise<SharedThread> {
    const all = await this.#threads.steps(threadId);
    return shareThread({
      source: this.#source,
      threadId,
      all,
      describe: (name, ids) => this.#declared.describe(name, ids),
      redact: this.#redact,
      turns,
    });
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
    return threadStorage(this.#source, threadId, await this.#threads.steps(threadId));
  }

  /** Ends the connection, if the reader has opened it. */
  close(): Promise<void> {
    return this.#source.close();
  }

  async #pending(threadId: string, id: string): Promise<Pending> {
    const { interrupts, errors } = pendingOf(await this.#source.writes({ threadId, id }));
    return {
      interrupts: interrupts.map((each) => ({ ...each, value: this.#redact("__interrupt__", each.value) })),
      errors: errors.map((each) => this.#redact("__error__", each)).filter((each) => typeof each === "string"),
    };
  }

  async #turnsOf(threadId: string, all: ThreadSteps): Promise<readonly TurnMessages[]> {
    const key = JSON.stringify([threadId, all.newest]);
    if (this.#turns.key === key) return this.#turns.turns;
    const hasMessages = Object.hasOwn(all.stored.get(all.newest)?.values ?? {}, "messages");
    const { messages } = hasMessages ? await this.#values.read({ threadId, id: all.newest }, ["messages"]) : {};
    const turns = turnMessages(messages, all.byId.get(all.newest)?.turn ?? 0).map(({ text, tokens }) => {
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

/** Changed fields first, those of the application before those of Tidemark. */
const rank = ({ changed, isInfrastructure }: FieldAtStep): number => (changed ? 0 : 2) + (isInfrastructure ? 1 : 0);
