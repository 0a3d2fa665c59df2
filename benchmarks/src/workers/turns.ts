import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { defineState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { defineTurns } from "@tidemark/workers";
import { dbosEngine } from "@tidemark/workers/dbos";
import { localEngine } from "@tidemark/workers/local";
import { postgresEngine } from "@tidemark/workers/postgres";
import { restateEngine } from "@tidemark/workers/restate";
import { Pool } from "pg";
import { z } from "zod";

const Notes = defineState({
  version: 1,
  fields: fields("notes", {
    text: field({
      description: "Text of the turn.",
      schema: z.string(),
      default: () => "",
      lifetime: "thread",
      owner: "root",
    }),
    all: field({
      description: "Texts of all turns.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "root",
      reducer: append<string>(),
    }),
  }),
});

/** Place of turns: a schema of a database, or a SQLite file. */
export interface TurnsPlace {
  /** Connection string of Postgres, or the path of a file. */
  readonly url: string;
  /** Schema of Postgres. Null for a file. */
  readonly schema: string | null;
  readonly takeOverSeconds?: number;
  /** True for a saver in memory. Defaults to one in the database of the turns. */
  readonly isUnsaved?: boolean;
  /** What brings the turns of Postgres to the workers. Defaults to Postgres itself. */
  readonly carrier?: "dbos" | { readonly ingress: string; readonly admin: string };
}

/** Port of the worker of Restate. */
const PORT = 9_080;

/** Opens the saver and the engine of a place. */
function openPlace({ url, schema, carrier }: TurnsPlace) {
  if (schema === null) {
    const saver = sqliteSaver({ file: url, busyTimeout: 60_000 });
    return { saver, engine: localEngine({ file: url }), end: async () => saver.close() };
  }
  const pool = new Pool({ connectionString: url, max: 8 });
  const saver = postgresSaver(pool, { schema });
  const storage = postgresEngine(pool, { schema });
  const engine =
    carrier === undefined
      ? storage
      : carrier === "dbos"
        ? dbosEngine({ storage, connectionString: url, schema: `${schema}_dbos` })
        : restateEngine({ storage, ...carrier, endpoint: `http://127.0.0.1:${PORT}`, port: PORT });
  return { saver, engine, end: () => pool.end(), pool };
}

/** Turns of a graph of three nodes. `work` runs in the second one. */
export function openTurns(place: TurnsPlace, work: () => Promise<void>) {
  const { saver, engine, end, pool } = openPlace(place);
  const graph = new StateGraph(toStateSchema(Notes))
    .addNode("read", () => ({}))
    .addNode("work", async () => {
      await work();
      return {};
    })
    .addNode("write", ({ notes_text }) => ({ notes_all: [notes_text] }))
    .addEdge(START, "read")
    .addEdge("read", "work")
    .addEdge("work", "write")
    .addEdge("write", END)
    .compile({ checkpointer: place.isUnsaved === true ? new MemorySaver() : saver });
  const turns = defineTurns({ name: "bench", graph, engine, takeOverSeconds: place.takeOverSeconds ?? 5 });
  return { turns, store: engine.store("bench"), end, pool };
}

/** Sends turns on as many threads. */
export async function fill(
  { turns }: Pick<ReturnType<typeof openTurns>, "turns">,
  count: number,
  threads: number,
): Promise<void> {
  for (let index = 0; index < count; index += 50) {
    const batch = Array.from({ length: Math.min(50, count - index) }, (_, at) => index + at);
    await Promise.all(batch.map((each) => turns.send(`thread ${each % threads}`, { notes_text: `note ${each}` })));
  }
}
