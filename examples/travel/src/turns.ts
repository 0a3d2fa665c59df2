import type { DatabaseSync } from "node:sqlite";
import { systemClock } from "tidemark";
import { sqliteSaver, sqliteStore } from "tidemark/sqlite";
import { defineTurns } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";
import { type BookingDesk, sqliteDesk } from "./catalog/booking-desk.ts";
import { openSampleCatalog } from "./catalog/sample-catalog.ts";
import { travelGraph } from "./graph.ts";
import { modelName } from "./model-name.ts";
import type { Options } from "./terminal/options.ts";

/** Parts of turns that a program can replace. */
interface TurnParts {
  readonly desk?: BookingDesk;
  /** Name of the model in the environment. */
  readonly model?: string | undefined;
}

/** Turns of the travel planner on the file of its database, which any number of processes can run. */
export function travelTurns(database: DatabaseSync, options: Options, { desk, model }: TurnParts = {}) {
  const graph = travelGraph(
    {
      catalog: openSampleCatalog(),
      desk: desk ?? sqliteDesk(database),
      store: sqliteStore({ database }),
      model: modelName(options.model ?? model),
      clock: { ...systemClock, now: () => options.now ?? systemClock.now() },
      brief: true,
    },
    sqliteSaver({ database }),
  );
  return defineTurns({ name: "travel", graph, engine: localEngine({ file: options.db }) });
}
