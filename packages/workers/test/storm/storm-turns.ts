import path from "node:path";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { memoryLocks } from "@tidemark/state-manager";
import { defineTurns } from "../../src/index.ts";
import { localEngine } from "../../src/local.ts";
import { stormGraph, Witness } from "./storm-graph.ts";

/** Savers of a storm: ours, ours without leases in the database, and LangGraph's own without them. */
export type StormSaver = (typeof SAVERS)[number];

const SAVERS = ["tidemark", "stock", "unfenced"] as const;

/** Returns the saver with this name. Throws for an unknown one. */
export function stormSaver(name: string): StormSaver {
  const known = SAVERS.find((each) => each === name);
  if (known === undefined) throw new Error(`Unknown saver "${name}". Use ${SAVERS.join(", ")}.`);
  return known;
}

/** Opens the turns of a storm in a folder that all its processes share. */
export function stormTurns(folder: string, kind: StormSaver) {
  const witness = new Witness(path.join(folder, "witness.db"));
  const file = path.join(folder, "turns.db");
  const saver: BaseCheckpointSaver =
    kind === "stock"
      ? SqliteSaver.fromConnString(path.join(folder, "stock.db"))
      : sqliteSaver({ file, synchronous: "normal", busyTimeout: 60_000 });
  const turns = defineTurns({
    name: "storm",
    graph: stormGraph(saver, witness),
    engine: localEngine({ file }),
    takeOverSeconds: 1,
    maxAttempts: 20,
    // Locks in memory fence nobody in another process: the controls must lose turns.
    ...(kind !== "tidemark" && { locks: memoryLocks() }),
  });
  return { turns, witness };
}
