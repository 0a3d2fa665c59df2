import { showsField } from "tidemark/stream";
import { type Blame, blameHistory, initialState } from "tidemark";
import { isDeepStrictEqual } from "node:util";
import type { WrittenBy } from "./api.ts";
import type { WebApplication } from "./application.ts";

/** Maximum number of past states to read; older writes are found in the audit log, or not at all. */
const MAX_STATES = 200;

/** Finds the author of each field whose value differs from its default; reads the history once for all fields. */
export async function writtenBy(application: WebApplication, threadId: string): Promise<WrittenBy> {
  const { graph, visible, session, state } = application;
  const values = new Map<string, unknown>(Object.entries((await session(threadId).state()) ?? {}));
  const shows = showsField(state, visible);
  const config = { configurable: { thread_id: threadId } };
  const history: Awaited<ReturnType<typeof graph.getState>>[] = [];
  for await (const snapshot of graph.getStateHistory(config)) {
    history.push(snapshot);
    if (history.length === MAX_STATES) break;
  }
  const recorded = {
    ...(graph.channels !== undefined && { channels: graph.channels }),
    async *getStateHistory() {
      yield* history;
    },
  };
  const changed = Object.entries(initialState(state)).filter(
    ([name, defaultValue]) => shows(name) && values.has(name) && !isDeepStrictEqual(values.get(name), defaultValue),
  );
  const entries = changed.map(async ([name]): Promise<[string, Blame]> => [
    name,
    await blameHistory(recorded, config, name),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}
