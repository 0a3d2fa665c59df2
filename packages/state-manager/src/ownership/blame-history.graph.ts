import type { LangGraphRunnableConfig, StateSnapshot } from "@langchain/langgraph";
import { nearestName } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Blame, blame, type BlameOptions, changedSince, readPlace, type StateMoment } from "./blame.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { branchOf, parentIdOf } from "./state-branch.graph.ts";

/** What is used of a graph: its history, and the names of its channels where it has them. */
export interface WithHistory {
  readonly channels?: object;
  getStateHistory(config: LangGraphRunnableConfig): AsyncIterableIterator<StateSnapshot>;
}

/**
 * Says who wrote the value that stands at a place of a thread now, and reads no more history than that takes.
 *
 * A place is a field and what is inside it: `task_ledger[2].status`. With a `checkpoint_id` in the config, "now" is that
 * checkpoint. See `blame` for what is said where history is missing. A field that neither the graph nor the state has throws
 * `state-manager/unknownField`, with the nearest name.
 */
export async function blameHistory(graph: WithHistory, config: LangGraphRunnableConfig, place: string): Promise<Blame> {
  const keys = readPlace(place);
  const options = optionsOf(graph, keys[0] ?? "");
  const moments: StateMoment[] = [];
  let newer: StateSnapshot | null = null;
  for await (const snapshot of branchOf(graph.getStateHistory(config))) {
    if (newer === null) requireField(graph, snapshot, keys[0] ?? "");
    else {
      const moment = momentOf(newer, snapshot);
      moments.push(moment);
      if (changedSince(momentOf(snapshot, null), moment, keys)) {
        moments.push(momentOf(snapshot, null));
        return blame(moments, place, options);
      }
    }
    newer = snapshot;
  }
  if (newer === null) requireField(graph, { values: {} }, keys[0] ?? "");
  else moments.push(momentOf(newer, null));
  return blame(moments, place, options);
}

/** Graphs on a server show no channels: there the values of the state are all that is known. */
function requireField({ channels = {} }: WithHistory, { values }: Pick<StateSnapshot, "values">, field: string): void {
  const found: unknown = values;
  const names = [...Object.keys(channels), ...Object.keys(isPlainRecord(found) ? found : {})];
  const known = [...new Set(names)].filter((name) => !name.startsWith("__") && !name.includes(":"));
  if (known.length === 0 || known.includes(field)) return;
  throw stateManagerErrors.unknownField({ field, nearest: nearestName(field, known), known });
}

/** A graph without channels, such as one on a server, does not show which of its fields have reducers. */
function optionsOf({ channels = {} }: WithHistory, field: string): BlameOptions {
  const channel: unknown = Object.hasOwn(channels, field) ? Reflect.get(channels, field) : null;
  if (typeof channel !== "object" || channel === null) return {};
  if (Reflect.get(channel, "lc_graph_name") !== "LastValue") return {};
  const makeDefault: unknown = Reflect.get(channel, "initialValueFactory");
  const value: unknown = typeof makeDefault === "function" ? Reflect.apply(makeDefault, channel, []) : undefined;
  return { unreduced: { default: value } };
}

/** A snapshot tells what made it, and the one before it which nodes that were. */
function momentOf(snapshot: StateSnapshot, before: StateSnapshot | null): StateMoment {
  const { metadata } = snapshot;
  const values: unknown = snapshot.values;
  return {
    values: isPlainRecord(values) ? values : {},
    step: metadata?.step ?? null,
    source: metadata?.source ?? "unknown",
    writers: (before?.tasks ?? []).map(({ name, result }) => ({ node: name, fields: fieldsOf(result) })),
    // What pruning or a copy left as the oldest has no parent either, but a later step.
    isFirst: parentIdOf(snapshot) === null && metadata?.step === -1,
  };
}

const fieldsOf = (result: unknown): readonly string[] => (isPlainRecord(result) ? Object.keys(result) : []);
