import path from "node:path";
import { memoryLocks } from "@tidemark/checkpoint/internal";
import { defineTurns, type TurnEngine } from "../../src/index.ts";
import type { TurnStore } from "../../src/store/turn-store.ts";
import { stormEngines, type StormSaver } from "./storm-engines.ts";
import { stormGraph } from "./storm-graph.ts";
import { Witness } from "./witness.ts";

/** What all processes of a storm share. */
export interface StormPlace {
  readonly engine: string;
  readonly saver: StormSaver;
  /** Longest time of an effect, in milliseconds. */
  readonly effect: number;
  /** Folder of the witness. */
  readonly folder: string;
  /** Address of the database. */
  readonly place: string;
}

/**
 * An engine whose workers never notice that others have taken over their turns, as in a queue with leases alone. Ours stop within
 * milliseconds after they wake up, so without this most mistakes of the other savers would not happen.
 */
const trusting = (engine: TurnEngine): TurnEngine => ({
  ...engine,
  store(queue) {
    const store = engine.store(queue);
    const replaced: Pick<TurnStore, "append" | "beat"> = {
      async append(turn, events) {
        await store.append(turn, events);
        return true;
      },
      async beat(worker) {
        if ((await store.beat(worker)) === null) await store.enter(worker);
        return [];
      },
    };
    return new Proxy(store, {
      get(target, name) {
        if (name === "append" || name === "beat") return replaced[name];
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  },
});

/** Opens the turns of a storm. */
export function stormTurns({ engine: name, saver: kind, folder, place, effect }: StormPlace) {
  const witness = new Witness(path.join(folder, "witness.db"));
  const open = stormEngines[name];
  if (open === undefined) throw new Error(`Unknown engine "${name}". Use ${Object.keys(stormEngines).join(", ")}.`);
  const opened = open(place, kind);
  const { saver, close } = opened;
  const engine = kind === "tidemark" ? opened.engine : trusting(opened.engine);
  const turns = defineTurns({
    name: "storm",
    graph: stormGraph(saver, witness, effect),
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
