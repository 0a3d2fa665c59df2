import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { memoryLocks } from "@tidemark/checkpoint/internal";
import { defineTurns } from "../../src/index.ts";
import { localEngine } from "../../src/local.ts";
import { countingGraph, type Stops } from "../counting-graph.ts";

/** Leases in the database, or locks that only their own process sees. */
export type TakeoverLocks = "leases" | "memory";

interface TakeoverStops extends Stops {
  readonly takeOverSeconds?: number;
}

/** Turns in a file that several processes share, which take over after a second. */
export function takeoverTurns(
  file: string,
  locks: TakeoverLocks,
  { takeOverSeconds = 1, ...stops }: TakeoverStops = {},
) {
  const saver = sqliteSaver({ file, busyTimeout: 60_000 });
  return defineTurns({
    name: "desk",
    graph: countingGraph(saver, stops),
    engine: localEngine({ file }),
    takeOverSeconds,
    ...(locks === "memory" && { locks: memoryLocks() }),
  });
}
