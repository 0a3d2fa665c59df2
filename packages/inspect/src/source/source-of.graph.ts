import { DatabaseSync } from "node:sqlite";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { postgresPlaceOf } from "@tidemark/checkpoint/internal";
import type { HistorySource } from "./history-source.ts";
import { saverSource } from "./saver-source.graph.ts";
import { postgresLease, sqliteLease } from "./stored-leases.ts";
import { isTidemarkSaver, tidemarkSource } from "./tidemark-source.graph.ts";

/** Reads the threads of a saver in the way that it can answer best. The saver stays open. */
export const sourceOf = (saver: BaseCheckpointSaver): HistorySource =>
  isTidemarkSaver(saver) ? tidemarkSource(saver, leasesOf(saver)) : saverSource(saver);

/** Leases in the database of a saver. */
function leasesOf(saver: object): Pick<HistorySource, "lease"> {
  const place = postgresPlaceOf(saver);
  if (place !== null) return { lease: (threadId) => postgresLease(place.pool, { schema: place.schema, threadId }) };
  const database: unknown = Reflect.get(saver, "database");
  if (!(database instanceof DatabaseSync)) return {};
  return { lease: (threadId) => Promise.resolve(sqliteLease(database, threadId)) };
}
