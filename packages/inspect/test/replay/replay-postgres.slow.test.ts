import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askFare, bookings } from "./plain-app.ts";
import { replay } from "./replay-command.ts";

let server: TestPostgres;
let pool: Pool;
beforeAll(async () => {
  server = await startPostgres();
  pool = new Pool({ connectionString: server.connectionString });
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

test.for([
  ["of LangGraph", "stock"],
  ["of Tidemark", "own"],
] as const)("threads in a Postgres %s are run again, and differ where the code does", async ([, schema]) => {
  const stock = new PostgresSaver(pool, undefined, { schema });
  const saver = schema === "stock" ? stock : postgresSaver(pool, { schema });
  if (schema === "stock") await stock.setup();
  await askFare(saver, "ann");
  const url = server.connectionString;
  const same = await replay(url, "plain-app.ts", "same", "--schema", schema);
  expect(same).toEqual({ code: 0, text: "1 thread, 1 turn: 1 same, 0 different.", warned: "" });
  const { code, text } = await replay(url, "plain-app.ts", "changedRoute", "--schema", schema);
  expect(code).toBe(1);
  expect(text).toContain("1 thread: `nodes that run` at read, because another node ran");
  expect(bookings).toEqual([]);
});
