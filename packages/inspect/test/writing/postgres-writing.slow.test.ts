import { randomUUID } from "node:crypto";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { startPostgres, type TestPostgres } from "@tidemark/test-fixtures/postgres";
import { Pool } from "pg";
import { defineState } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { threadReader } from "../../src/index.ts";
import { ThreadReader } from "../../src/reader/thread-reader.ts";
import { openDatabase } from "../../src/source/open-database.graph.ts";
import { plainGraph } from "../killed-graph.ts";
import { at } from "../threads.ts";
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

test("a thread in Postgres whose lease is held is running, for its application and for the command", async () => {
  const schema = schemaName();
  const saver = postgresSaver(pool, { schema });
  const { promise: isBooking, resolve: began } = Promise.withResolvers<void>();
  const { promise: ticket, resolve: booked } = Promise.withResolvers<string>();
  const graph = plainGraph(saver, () => {
    began();
    return ticket;
  });
  const state = defineState({ version: 1, fields: {} });
  const turn = openSession({ graph, threadId: "ann", state, turnStart: "none" }).send("Book a train");
  await isBooking;
  const source = await openDatabase({ database: server.connectionString, schema });
  onTestFinished(() => source.close());
  for (const reader of [threadReader({ saver }), new ThreadReader(source)]) {
    expect(await reader.steps("ann")).toMatchObject({ status: "running", next: ["book"] });
    expect((await reader.threads()).threads).toMatchObject([{ status: "running" }]);
  }
  booked("To Bergen");
  await turn;
  expect(await threadReader({ saver }).steps("ann")).toMatchObject({ status: "idle", next: [] });
});

test("threads of LangGraph's saver in Postgres name the nodes that run next", async () => {
  const schema = schemaName();
  const saver = new PostgresSaver(pool, undefined, { schema });
  await saver.setup();
  const graph = plainGraph(saver, () => Promise.reject(new Error("No train")));
  await graph.invoke({ messages: [{ role: "user", content: "Book" }] }, at("ann")).catch(() => null);
  const source = await openDatabase({ database: server.connectionString, schema });
  onTestFinished(() => source.close());
  expect((await new ThreadReader(source).threads()).threads).toMatchObject([{ status: "failed", next: ["book"] }]);
});
