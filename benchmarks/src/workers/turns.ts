import { END, START, StateGraph } from "@langchain/langgraph";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { defineState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { defineTurns } from "@tidemark/workers";
import { postgresEngine } from "@tidemark/workers/postgres";
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

/** Place of turns: a schema of a database. */
export interface TurnsPlace {
  readonly url: string;
  readonly schema: string;
  readonly takeOverSeconds?: number;
}

/** Turns of a graph of three nodes. `work` runs in the second one. */
export function openTurns({ url, schema, takeOverSeconds = 5 }: TurnsPlace, work: () => Promise<void>) {
  const pool = new Pool({ connectionString: url, max: 8 });
  const saver = postgresSaver(pool, { schema });
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
    .compile({ checkpointer: saver });
  const engine = postgresEngine(pool, { schema });
  const turns = defineTurns({ name: "bench", graph, engine, takeOverSeconds });
  return { turns, store: engine.store("bench"), pool };
}
