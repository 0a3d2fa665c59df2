import type { Limits } from "@tidemark/agents";
import type { StateDeclaration } from "@tidemark/core-state";
import { nearestName } from "@tidemark/core-state/internal";
import { sameJson } from "@tidemark/reducers/internal";
import { inspectErrors } from "../errors.ts";
import { type TurnMessages, turnMessages } from "../history/messages.ts";
import { type Pending, pendingOf } from "../history/pending.ts";
import { branchOf, type ThreadStep, type ThreadSteps } from "../history/thread-steps.ts";
import type { HistorySource } from "../source/history-source.ts";
import { clipChange } from "../values/clipped-change.ts";
import { clipValue, type ClipLimits } from "../values/clipped-value.ts";
import { type Plain, plainValue } from "../values/plain-value.ts";
import { type Redact, redaction } from "../values/redaction.ts";
import { diffValues, type ValueChange } from "../values/value-diff.ts";
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
import { routeReasons } from "./route-reasons.ts";
import { findStep, ThreadCache } from "./thread-cache.ts";
import { ThreadList, type ThreadPage, type ThreadQuery } from "./thread-list.ts";

/** Settings of a reader. */
export interface ReaderOptions {
  /** State of the application, for descriptions, lifetimes and hidden fields. Defaults to the fields of Tidemark. */
  readonly state?: StateDeclaration | undefined;
  /** Decides what is shown, after secrets were redacted by name. Defaults to showing everything else. */
  readonly redact?: Redact | undefined;
  /** Limits of the application, as passed to `createAgentGraph`: threads do not contain them. Defaults to the default limits. */
  readonly limits?: Partial<Limits> | undefined;
}

/** Limits of values for people. */
const LIMITS: ClipLimits = { text: 20_000, items: 1_000, parts: 20_000 };

/** No limits, for programs that asked for whole values. */
const WHOLE: ClipLimits = { text: Infinity, items: Infinity, parts: Infinity };

/** Number of writes that are read for each value of a field's history. */
const READS_PER_VALUE = 4;

/** Maximum number of differences of one field. */
const MAX_CHANGES = 500;

/** Reads the threads of a source, as people and programs ask for them. Writes nothing. */
export class ThreadReader {
  readonly #source: HistorySource;
  readonly #threads: ThreadCache;
  readonly #list: ThreadList;
  readonly #declared: DeclaredFields;
  readonly #redact: (field: string, value: Plain) => Plain;
  readonly #limits: Partial<Limits> | undefined;
  /** Turns of the thread that was read last, which only a new step changes. */
  #turns: { readonly key: string; readonly turns: readonly TurnMessages[] } = { key: "", turns: [] };

  /** @internal */
  constructor(source: HistorySource, { state, redact, limits }: ReaderOptions = {}) {
    this.#source = source;
    this.#limits = limits;
    this.#threads = new ThreadCache(source);
    this.#list = new ThreadList(source);
    this.#declared = new DeclaredFields(state);
    this.#redact = redaction(this.#declared.hidden(), redact);
  }

  /** Lists threads. */
  threads(query: ThreadQuery = {}): Promise<ThreadPage> {
    return this.#list.page(query);
  }

  /** Lists the steps of a thread, without reading their values. With `newest`, earlier steps than these may be left out. */
  async steps(threadId: string, { newest }: { readonly newest?: number } = {}): Promise<Timeline> {
    const { all, isWhole } =
      newest === undefined
        ? { all: await this.#threads.steps(threadId), isWhole: true }
        : await this.#threads.newestSteps(threadId, newest);
    // Only a task that has not finished leaves something behind.
    const ends = all.byId.get(all.newest)?.next.length === 0;
    const pending = ends ? { interrupts: [], errors: [] } : await this.#pending(threadId, all.newest);
    const changed = new Set(all.steps.flatMap((step) => step.changed));
    return {
      threadId,
      savedBy: this.#source.kind,
      newest: all.newest,
      steps: all.steps,
      isWhole,
      turns: await this.#turnsOf(threadId, all),
      ...pending,
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
    const all = await this.#threads.steps(threadId);
    const at = findStep(all, threadId, step);
    for (const field of fields ?? []) requireField(all, { threadId, at, field });
    const ids = all.stored.get(at.id)?.values ?? {};
    const values = await this.#read({ threadId, id: at.id }, fields === undefined ? undefined : present(fields, ids));
    const written = at.changed.filter((name) => fields?.includes(name) ?? true);
    const before = at.parent === null ? {} : await this.#read({ threadId, id: at.parent }, written);
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
    const ids = [all.stored.get(older.id)?.values ?? {}, others.stored.get(newer.id)?.values ?? {}] as const;
    const names = [...new Set(ids.flatMap((each) => Object.keys(each)))].toSorted();
    // Values of one thread with the same id are equal.
    const wanted = names.filter((name) => others !== all || ids[0][name] !== ids[1][name]);
    const before = await this.#read({ threadId, id: older.id }, present(wanted, ids[0]));
    const after = await this.#read({ threadId: otherThreadId, id: newer.id }, present(wanted, ids[1]));
    const fields = wanted.flatMap((name) => {
      const [old, current] = [before[name], after[name]];
      if (old !== undefined && current !== undefined && sameJson(old, current)) return [];
      const changes = this.#diff(name, old, current);
      return [{ name, changes: changes.slice(0, MAX_CHANGES).map(clipChange), isWhole: changes.length <= MAX_CHANGES }];
    });
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
      const { [field]: whole = null } = await this.#read({ threadId, id: written.id }, present([field], ids));
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
    const context = { source: this.#source, threadId, all, declared: this.#declared };
    const found: [string, Attribution][] = [];
    for (const field of fields) {
      requireField(all, { threadId, at, field });
      found.push([field, await blameField(context, at, field)]);
    }
    return Object.fromEntries(found);
  }

  /** Explains why the nodes of a step ran. */
  async why(threadId: string, step?: string): Promise<StepReason> {
    const all = await this.#threads.steps(threadId);
    const at = findStep(all, threadId, step);
    const parent = all.byId.get(at.parent ?? "");
    const values = parent === undefined ? {} : await this.#source.values({ threadId, id: parent.id });
    const limits = this.#limits;
    const routing =
      parent === undefined || at.source !== "loop" ? null : routeReasons(values, all, { ran: at, limits });
    const after = parent?.nodes ?? [];
    return { threadId, step: at, cause: causeOf(at, { after, routing }), after, routing };
  }

  /** Lists the proposals of a thread: those that are open at a step, and those that a commit has answered. */
  async proposals(threadId: string, step?: string): Promise<Proposals> {
    const all = await this.#threads.steps(threadId);
    const { id } = findStep(all, threadId, step);
    const stored = all.stored.get(id)?.values ?? {};
    const values = await this.#read({ threadId, id }, present(PROPOSAL_FIELDS, stored));
    return proposalsOf(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, this.#redact(name, value)])),
    );
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
    const { messages } = hasMessages ? await this.#read({ threadId, id: all.newest }, ["messages"]) : {};
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

  /** Values as JSON, with everything that is redacted before it is shown. */
  async #read(
    at: { readonly threadId: string; readonly id: string },
    fields?: readonly string[],
  ): Promise<Readonly<Record<string, Plain>>> {
    if (fields?.length === 0) return {};
    const values = await this.#source.values(at, fields);
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plainValue(value)]));
  }

  /** Differences of a field as they are shown. A secret that changed is a change of something redacted. */
  #diff(name: string, old: Plain | undefined, current: Plain | undefined): readonly ValueChange[] {
    const [before, after] = [old, current].map((each) => (each === undefined ? undefined : this.#redact(name, each)));
    const changes = diffValues(before, after);
    if (changes.length > 0 || before === undefined || after === undefined) return changes;
    return [{ op: "change", path: [], before, after }];
  }
}

function causeOf(
  { source, nodes }: ThreadStep,
  { after, routing }: Pick<StepReason, "after" | "routing">,
): StepReason["cause"] {
  if (source === "update") return "edit";
  if (source === "fork") return "fork";
  if (nodes.length === 0) return "input";
  if (routing !== null) return "routing";
  return after.length === 0 ? "start" : "edge";
}

const present = (names: readonly string[], ids: Readonly<Record<string, unknown>>): readonly string[] =>
  names.filter((name) => Object.hasOwn(ids, name));

/** A field that the thread has at some step may be missing at others. Throws `inspect/unknownField` for any other name. */
function requireField(
  { stored }: ThreadSteps,
  { threadId, at, field }: { readonly threadId: string; readonly at: ThreadStep; readonly field: string },
): void {
  const known = Object.keys(stored.get(at.id)?.values ?? {});
  if (known.includes(field)) return;
  for (const { values } of stored.values()) if (Object.hasOwn(values, field)) return;
  throw inspectErrors.unknownField({ field, threadId, nearest: nearestName(field, known) });
}

/** Changed fields first, those of the application before those of Tidemark. */
const rank = ({ changed, isInfrastructure }: FieldAtStep): number => (changed ? 0 : 2) + (isInfrastructure ? 1 : 0);
