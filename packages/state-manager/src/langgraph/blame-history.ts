import type { LangGraphRunnableConfig, StateSnapshot } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers";
import { type Blame, blame, changedSince, readPlace, type StateMoment } from "../blame.ts";

/** What is asked of a graph: its history. */
export interface WithHistory {
  getStateHistory(config: LangGraphRunnableConfig): AsyncIterableIterator<StateSnapshot>;
}

/**
 * Says who wrote the value that stands at a place of a thread now, and reads no more history than that takes.
 *
 * A place is a field and what is inside it: `task_ledger[2].status`. With a `checkpoint_id` in the config, "now" is that
 * checkpoint. See `blame` for what is said where history is missing.
 */
export async function blameHistory(graph: WithHistory, config: LangGraphRunnableConfig, place: string): Promise<Blame> {
  const keys = readPlace(place);
  const moments: StateMoment[] = [];
  let newer: StateSnapshot | null = null;
  for await (const snapshot of graph.getStateHistory(config)) {
    // The host lists other branches of the thread in between.
    if (newer !== null && snapshot.config.configurable?.["checkpoint_id"] !== parentOf(newer)) continue;
    if (newer !== null) {
      const moment = momentOf(newer, snapshot);
      moments.push(moment);
      if (changedSince(momentOf(snapshot, null), moment, keys)) {
        moments.push(momentOf(snapshot, null));
        return blame(moments, place);
      }
    }
    newer = snapshot;
  }
  if (newer !== null) moments.push(momentOf(newer, null));
  return blame(moments, place);
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
    isFirst: parentOf(snapshot) === undefined,
  };
}

const fieldsOf = (result: unknown): readonly string[] => (isPlainRecord(result) ? Object.keys(result) : []);

const parentOf = ({ parentConfig }: StateSnapshot): unknown => parentConfig?.configurable?.["checkpoint_id"];
