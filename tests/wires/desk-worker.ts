// A worker in a separate process that can be killed while a tool waits.
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { sqliteSaver, sqliteStore } from "tidemark/sqlite";
import { defineTurns, startWorker } from "tidemark/workers";
import { localEngine } from "tidemark/workers/local";
import { privateDesk, PrivateState, VISIBLE_TOOLS } from "./private-desk.ts";

/** Files of the database, that a tool makes when it waits, and for which it waits. */
export interface DeskFiles {
  readonly database: string;
  readonly waiting: string;
  readonly gate: string;
}

/** Creates the turns of the private desk. */
export const deskTurns = ({ database: file, waiting, gate }: DeskFiles) =>
  defineTurns({
    name: "desk",
    graph: privateDesk(sqliteSaver({ file }), sqliteStore({ file }), async (signal) => {
      writeFileSync(waiting, "");
      while (!existsSync(gate)) await wait(10, undefined, { signal });
      return "It waited.";
    }),
    state: PrivateState,
    tools: VISIBLE_TOOLS,
    engine: localEngine({ file }),
    takeOverSeconds: 1,
  });

/** Runs turns until the process ends. */
export async function run(files: DeskFiles): Promise<void> {
  await startWorker(deskTurns(files));
}
