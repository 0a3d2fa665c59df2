import { showsField } from "tidemark/stream";
import { blameHistory, initialState } from "tidemark";
import { isDeepStrictEqual } from "node:util";
import type { WrittenBy } from "./api.ts";
import type { WebApplication } from "./application.ts";

/** How many states of the past are read; what was written before them is known from the audit log, or not any more. */
const MOST_STATES = 200;

/** Says who wrote each field that is not as it was at first; reads the history once for all of them. */
export async function writtenBy(application: WebApplication, threadId: string): Promise<WrittenBy> {
  const { graph, hidden, session, state } = application;
  const values = new Map<string, unknown>(Object.entries((await session(threadId).state()) ?? {}));
  const shows = showsField(state, hidden);
  const config = { configurable: { thread_id: threadId } };
  const history: Awaited<ReturnType<typeof graph.getState>>[] = [];
  for await (const snapshot of graph.getStateHistory(config)) {
    history.push(snapshot);
    if (history.length === MOST_STATES) break;
  }
  const known = {
    ...(graph.channels !== undefined && { channels: graph.channels }),
    async *getStateHistory() {
      yield* history;
    },
  };
  const changed = Object.entries(initialState(state)).filter(
    ([name, initial]) => shows(name) && values.has(name) && !isDeepStrictEqual(values.get(name), initial),
  );
  const entries = changed.map(async ([name]) => [name, await blameHistory(known, config, name)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
