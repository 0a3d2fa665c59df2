import { createServer, type Server, type Socket } from "node:net";
import { MemorySaver } from "@langchain/langgraph";
import { Pool } from "pg";
import { afterEach, expect, test } from "vitest";
import { defineTurns } from "../../src/index.ts";
import { postgresEngine } from "../../src/postgres.ts";
import { caseGraph } from "../../src/testing/case-graph.graph.ts";

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A message of the protocol. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const authenticated = message("R", Buffer.from([0, 0, 0, 0]));
const ready = message("Z", Buffer.from("I"));
const fields = { S: "FATAL", C: "57P01", M: "terminating connection due to administrator command" };
const ended = message(
  "E",
  Buffer.from(
    `${Object.entries(fields)
      .map(([code, value]) => `${code}${value}\0`)
      .join("")}\0`,
  ),
);

/** Accepts a connection and ends it in the same packet. */
function answer(socket: Socket): void {
  socket.on("error", () => {});
  socket.once("data", () => socket.end(Buffer.concat([authenticated, ready, ended])));
}

/** A server that accepts each connection and ends it in the same packet, as a process reads it that was frozen meanwhile. */
async function endingServer(): Promise<string> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

test("a connection that ends while it is opened is an error of the call, not of the process", async () => {
  const pool = new Pool({ connectionString: await endingServer() });
  open.push(() => pool.end());
  const store = postgresEngine(pool).store("desk");
  await expect(store.measure()).rejects.toMatchObject({ code: "workers/unavailable" });
});

test("only a call that sends something says to send it again", async () => {
  const pool = new Pool({ connectionString: await endingServer() });
  open.push(() => pool.end());
  const turns = defineTurns({ name: "desk", graph: caseGraph(new MemorySaver()), engine: postgresEngine(pool) });
  const again = "Nothing was accepted. Send the request again with the same idempotencyKey.";
  await expect(turns.send("ann", { log_text: "Hi" })).rejects.toThrow(again);
  await expect(turns.measure()).rejects.toThrow(/[^.][.] Check that it runs and can be reached[.]$/);
});
