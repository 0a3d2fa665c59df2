import path from "node:path";
import { memoryLocks } from "@tidemark/state-manager";
import { defineTurns } from "../../src/index.ts";
import { stormEngines, type StormSaver } from "./storm-engines.ts";
import { stormGraph } from "./storm-graph.ts";
import { Witness } from "./witness.ts";

/** What all processes of a storm share. */
export interface StormPlace {
  readonly engine: string;
  readonly saver: StormSaver;
  /** Folder of the witness. */
  readonly folder: string;
  /** Address of the database. */
  readonly place: string;
}

/** Opens the turns of a storm. */
export function stormTurns({ engine: name, saver: kind, folder, place }: StormPlace) {
  const witness = new Witness(path.join(folder, "witness.db"));
  const open = stormEngines[name];
  if (open === undefined) throw new Error(`Unknown engine "${name}". Use ${Object.keys(stormEngines).join(", ")}.`);
  const { engine, saver, close } = open(place, kind);
  const turns = defineTurns({
    name: "storm",
    graph: stormGraph(saver, witness),
    engine,
    takeOverSeconds: 1,
    maxAttempts: 1_000,
    // Locks in memory fence nobody in another process: the controls must lose turns.
    ...(kind !== "tidemark" && { locks: memoryLocks() }),
  });
  const end = async (): Promise<void> => {
    await turns.close();
    witness.close();
    await close();
  };
  return { turns, witness, end };
}
