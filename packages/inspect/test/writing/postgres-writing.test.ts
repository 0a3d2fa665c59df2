import { randomUUID } from "node:crypto";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { plainGraphCases } from "./plain-cases.ts";

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

/** A schema for one test. */
const schemaName = (): string => `inspect_${randomUUID().replaceAll("-", "")}`;

const savers: Readonly<Record<string, () => Promise<BaseCheckpointSaver>>> = {
  "Postgres of Tidemark": () => Promise.resolve(postgresSaver(pool, { schema: schemaName() })),
  "Postgres of LangGraph": async () => {
    const saver = new PostgresSaver(pool, undefined, { schema: schemaName() });
    await saver.setup();
    return saver;
  },
};

describe.each(Object.entries(savers))("a plain graph on %s", (_, makeSaver) => {
  plainGraphCases(makeSaver);
});
