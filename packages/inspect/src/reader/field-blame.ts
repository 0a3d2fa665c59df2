import { sameJson } from "@tidemark/reducers/internal";
import { blame, type StateMoment, type Blame } from "@tidemark/state-manager/internal";
import { branchOf, type ThreadStep, type ThreadSteps } from "../history/thread-steps.ts";
import type { TaskIds } from "../history/task-ids.ts";
import { TOOL_FIELDS, toolsBetween } from "../history/tool-results.ts";
import { INPUT } from "../source/channels.ts";
import type { HistorySource } from "../source/history-source.ts";
import type { Plain } from "../values/plain-value.ts";
import { redactedText, type Redaction } from "../values/redaction.ts";
import type { DeclaredFields } from "./declared-fields.ts";

type Unknown = { readonly outcome: "unknown"; readonly candidates: readonly string[] };

/** Author of a value, as far as one step tells it. */
type Found =
  | Exclude<Blame, { outcome: "edit" | "unknown" }>
  /** A person or a program changed the value outside of a run. `by` is null if the thread does not store who did. */
  | (Omit<Extract<Blame, { outcome: "edit" }>, "by"> & { readonly by: string | null })
  /** Several nodes ran in that step, or earlier steps are missing. */
  | Unknown;

/** Author of a value, and the step that wrote it. */
export type Attribution = (
  | Found
  /** A new turn set the field to its default, because of its lifetime. */
  | { readonly outcome: "reset"; readonly lifetime: string; readonly turnId: string | null }
) & {
  /** Step that wrote the value. Null if it is not stored. */
  readonly writtenAt: Pick<ThreadStep, "id" | "label" | "at" | "turn"> | null;
  /** Tools whose results the author has stored in its step, each once. */
  readonly tools: readonly string[];
};

/** Fields that say who wrote the others. */
const RECORDS = ["runtime_audit_log", "runtime_turn_id", "runtime_field_versions", "runtime_user_updates"];

/** Place of a thread and what is known of its fields. */
export interface BlameContext {
  readonly source: HistorySource;
  /** Values of the source as JSON. */
  readonly plain: (value: unknown) => Plain;
  readonly threadId: string;
  readonly all: ThreadSteps;
  readonly declared: DeclaredFields;
  /** Ids of the tasks of nodes. Without it, only the owner of a field tells who wrote it in a step of several nodes. */
  readonly taskIds?: TaskIds | undefined;
  /** Namespace of the graph; empty outside of subgraphs. */
  readonly namespace: string;
}

/** Finds out who wrote the value that a field has at a step. Reads the value where it may have changed, and no other step. */
async function blameField(context: BlameContext, at: ThreadStep, field: string): Promise<Attribution> {
  const { all, declared } = context;
  const branch = branchOf(all, at.id);
  const read = momentReader(context, field);
  for (const [index, step] of branch.entries()) {
    const before = branch[index + 1];
    if (before === undefined)
      return { ...only(blame([await read(step)], field, optionsOf(declared, field)), step.nodes), ...unwritten };
    if (all.stored.get(step.id)?.values[field] === all.stored.get(before.id)?.values[field]) continue;
    const [now, earlier] = [await read(step), await read(before)];
    if (sameJson(context.plain(now.values[field]), context.plain(earlier.values[field]))) continue;
    const { id, label, at: time, turn } = step;
    const writtenAt = { id, label, at: time, turn };
    if (isReset(context, field, [earlier, now])) {
      const lifetime = declared.get(field)?.lifetime ?? "turn";
      return { outcome: "reset", lifetime, turnId: turnOf(now), writtenAt, tools: [] };
    }
    const writers = now.writers.flatMap(({ node }) => (node === INPUT ? [] : [node]));
    const known = only(blame([now, earlier], field, optionsOf(declared, field)), writers);
    const found = known.outcome === "unknown" && step.source === "update" ? await editOf(context, step) : known;
    return { ...found, writtenAt, tools: await toolsOf(context, found, branch.slice(index)) };
  }
  return { outcome: "unknown", candidates: [], ...unwritten };
}

/** Maximum number of authors that are remembered. */
const KEPT = 20_000;

type FieldOfThread = Pick<BlameContext, "threadId" | "all"> & { readonly field: string };

/** Authors of values, as they are shown. A checkpoint does not change, so each is found out once. */
export class FieldAuthors {
  readonly #known = new Map<string, Promise<Attribution>>();
  readonly #read: Omit<BlameContext, "threadId" | "all">;
  readonly #redact: Redaction;

  constructor(read: Omit<BlameContext, "threadId" | "all">, redact: Redaction) {
    this.#read = read;
    this.#redact = redact;
  }

  /** Author of the value that a field has at a step. */
  async of({ threadId, all, field }: FieldOfThread, at: ThreadStep): Promise<Attribution> {
    const key = JSON.stringify([threadId, at.id, field]);
    const found = this.#known.get(key) ?? blameField({ ...this.#read, threadId, all }, at, field);
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(key, found);
    try {
      return shownAttribution(await found, this.#redact);
    } catch (error) {
      // What could not be read once may be there the next time.
      this.#known.delete(key);
      throw error;
    }
  }

  /** Nodes that may have written a field in a step: one, if that is known. */
  async writers({ threadId, all, field }: FieldOfThread, step: ThreadStep): Promise<readonly string[]> {
    const nodes = [...new Set(step.nodes)];
    const found = await writersOf({ ...this.#read, threadId, all }, { step, field, nodes });
    return found.map(({ node }) => node);
  }
}

/** Redacts an author. The reason for a value may mention another one. */
const shownAttribution = (found: Attribution, redact: Redaction): Attribution =>
  "reason" in found ? { ...found, reason: redactedText(redact, "__reason__", found.reason) } : found;

/** An edit that the state does not record: the metadata of its checkpoint name the person, if it was made in the inspector. */
async function editOf(
  { source, threadId }: BlameContext,
  { id, step }: ThreadStep,
): Promise<Extract<Found, { outcome: "edit" }>> {
  const { author } = await source.marks({ threadId, id });
  return { outcome: "edit", by: author?.person ?? null, reason: author?.reason ?? "", turnId: null, step };
}

const unwritten = { writtenAt: null, tools: [] } as const;

/** Tools of the step in which the author ran: for a proposal that is an earlier one than the commit. */
async function toolsOf(
  { source, plain, threadId, all }: BlameContext,
  found: Found,
  branch: readonly ThreadStep[],
): Promise<readonly string[]> {
  if (found.outcome !== "node" && found.outcome !== "proposal" && found.outcome !== "approved") return [];
  const [written] = branch;
  const ran = branch.find(({ nodes, turn }) => nodes.includes(found.by) && turn === written?.turn);
  const parent = ran?.parent ?? null;
  if (ran === undefined || parent === null) return [];
  const read = async (id: string) => {
    const stored = all.stored.get(id)?.values ?? {};
    const names = TOOL_FIELDS.filter((name) => Object.hasOwn(stored, name) && ran.changed.includes(name));
    const values = names.length === 0 ? {} : await source.values({ threadId, id }, names);
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
  };
  return toolsBetween(await read(parent), await read(ran.id));
}

function only(found: Blame, nodes: readonly string[]): Found {
  return found.outcome === "unknown" ? { outcome: "unknown", candidates: [...new Set(nodes)] } : found;
}

function optionsOf(declared: DeclaredFields, field: string): NonNullable<Parameters<typeof blame>[2]> {
  const declaration = declared.get(field);
  return declaration === undefined || declaration.reducer !== undefined
    ? {}
    : { unreduced: { default: declaration.default() } };
}

const turnOf = ({ values }: StateMoment): string | null => {
  const turn = values["runtime_turn_id"];
  return typeof turn === "string" ? turn : null;
};

/** Node of `createAgentGraph` that begins a turn. */
const TURN_START = "turn_start";

/** True when a new turn has set a field to its default: a declared one of the lifetime `turn`, or any that its first node has emptied. */
function isReset(
  { declared, plain }: BlameContext,
  field: string,
  [before, now]: readonly [StateMoment, StateMoment],
): boolean {
  if (turnOf(before) === turnOf(now)) return false;
  const value = plain(now.values[field]);
  const declaration = declared.get(field);
  if (declaration !== undefined) return declaration.lifetime === "turn" && declared.isDefault(field, value);
  return now.writers.every(({ node }) => node === TURN_START) && isEmptyValue(value);
}

const isEmptyValue = (value: Plain): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/** A field in a step, and the nodes that ran in it. */
interface FieldInStep {
  readonly step: ThreadStep;
  readonly field: string;
  readonly nodes: readonly string[];
}

/**
 * Nodes of a step with the fields that each may have written. Of nodes that ran side by side, the stored writes of their tasks tell who
 * wrote a field, and so does its owner. Otherwise all of them are named, and `blame` guesses none of them.
 */
async function writersOf(context: BlameContext, { step, field, nodes }: FieldInStep): Promise<StateMoment["writers"]> {
  const { source, threadId, all, declared, taskIds, namespace } = context;
  const { parent, changed } = step;
  if (nodes.length < 2 || parent === null || !changed.includes(field)) {
    return nodes.map((node) => ({ node, fields: [...changed] }));
  }
  const known = (await source.writers?.({ threadId, id: step.id })) ?? {};
  const stored = Object.hasOwn(known, field) ? known[field] : undefined;
  if (stored !== undefined) return stored.map((node) => ({ node, fields: [...changed] }));
  const byTask = Map.groupBy(await source.writes({ threadId, id: parent }), ([task]) => task);
  const tasks = step.nodes.length;
  const written = nodes.map((node) => {
    const place = { node, checkpointId: parent, step: step.step ?? 0, namespace, tasks };
    const found = (taskIds?.(place) ?? []).flatMap((id) => byTask.get(id) ?? []);
    return { node, isKnown: found.length > 0, fields: found.map(([, channel]) => channel) };
  });
  const writers = written.filter(({ isKnown, fields }) => !isKnown || fields.includes(field));
  const owners = declared.describe(field, all.stored.get(step.id)?.values ?? {})?.owner.split(", ") ?? [];
  const owning = writers.filter(({ node }) => owners.includes(node));
  const certain = writers.length > 1 && owning.length === 1 ? owning : writers;
  return certain.map(({ node }) => ({ node, fields: [...changed] }));
}

/** Reads the moments of a field, each once. */
function momentReader(context: BlameContext, field: string): (step: ThreadStep) => Promise<StateMoment> {
  const { source, threadId, all } = context;
  const known = new Map<string, Promise<StateMoment>>();
  const read = async (step: ThreadStep): Promise<StateMoment> => {
    const stored = Object.keys(all.stored.get(step.id)?.values ?? {});
    const names = [field, ...RECORDS].filter((name) => stored.includes(name));
    const isInput = step.parent !== null && all.stored.get(step.parent)?.next.includes(INPUT) === true;
    const nodes = isInput ? [INPUT] : [...new Set(step.nodes)];
    return {
      values: await source.values({ threadId, id: step.id }, names),
      step: step.step,
      source:
        step.source === "loop" || step.source === "input" || step.source === "update" || step.source === "fork"
          ? step.source
          : "unknown",
      writers: await writersOf(context, { step, field, nodes }),
      isFirst: all.stored.get(step.id)?.parent === null && step.step === -1,
    };
  };
  return (step) => {
    const moment = known.get(step.id) ?? read(step);
    known.set(step.id, moment);
    return moment;
  };
}
