import type { LangGraphRunnableConfig, StateSnapshot } from "@langchain/langgraph";
import { nearestName } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Blame, blame, type BlameOptions, changedSince, readPlace, type StateMoment } from "./blame.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { branchOf, parentIdOf } from "./state-branch.graph.ts";

/** Part of a graph that `blameHistory` uses: its history and, if available, its channels. */
export interface WithHistory {
  /** Channels by name. */
  readonly channels?: object;
  getStateHistory(config: LangGraphRunnableConfig): AsyncIterableIterator<StateSnapshot>;
}

/**
 * Finds out who wrote the current value at a path of a thread. Reads only as much history as needed.
 *
 * A path starts with the name of a field: `task_ledger[2].status`. With a `checkpoint_id` in the config, the value at that
 * checkpoint is examined. `blame` describes the results for incomplete history. An unknown field throws
 * `state-manager/unknownField` with the nearest name.
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

/** Throws for an unknown field. A graph on a server has no channels, so the values of the state must be sufficient. */
function requireField({ channels = {} }: WithHistory, { values }: Pick<StateSnapshot, "values">, field: string): void {
  const found: unknown = values;
  const names = [...Object.keys(channels), ...Object.keys(isPlainRecord(found) ? found : {})];
  const known = [...new Set(names)].filter((name) => !name.startsWith("__") && !name.includes(":"));
  if (known.length === 0 || known.includes(field)) return;
  throw stateManagerErrors.unknownField({ field, nearest: nearestName(field, known), known });
}

/** Options of `blame` from the channel of a field. A graph on a server has no channels. */
function optionsOf({ channels = {} }: WithHistory, field: string): BlameOptions {
  const channel: unknown = Object.hasOwn(channels, field) ? Reflect.get(channels, field) : null;
  if (typeof channel !== "object" || channel === null) return {};
  if (Reflect.get(channel, "lc_graph_name") !== "LastValue") return {};
  const makeDefault: unknown = Reflect.get(channel, "initialValueFactory");
  const value: unknown = typeof makeDefault === "function" ? Reflect.apply(makeDefault, channel, []) : undefined;
  return { unreduced: { default: value } };
}

/** Converts a snapshot. Its metadata contains the source of its step; the snapshot before it lists the nodes. */
function momentOf(snapshot: StateSnapshot, before: StateSnapshot | null): StateMoment {
  const { metadata } = snapshot;
  const values: unknown = snapshot.values;
  return {
    values: isPlainRecord(values) ? values : {},
    step: metadata?.step ?? null,
    source: metadata?.source ?? "unknown",
    writers: (before?.tasks ?? []).map(({ name, result }) => ({ node: name, fields: fieldsOf(result) })),
    // The oldest checkpoint after pruning or copying has no parent either, but a later step.
    isFirst: parentIdOf(snapshot) === null && metadata?.step === -1,
  };
}

const fieldsOf = (result: unknown): readonly string[] => (isPlainRecord(result) ? Object.keys(result) : []);
