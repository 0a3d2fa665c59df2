// Runs turns at random on a thread that another process uses as well, and prints the result of each on a line.
import { setTimeout as pause } from "node:timers/promises";
import { type BaseCheckpointSaver, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { postgresLocks, postgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteLocks, sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { type ThreadLocks } from "@tidemark/state-manager";
import { openSession, type Session, turnStart } from "@tidemark/state-manager/langgraph";
import pg from "pg";
import { z } from "zod";

/** Command-line arguments of a worker. */
export interface WorkerArguments {
  readonly store: "sqlite" | "postgres";
  /** A file, or a connection string. */
  readonly at: string;
  readonly name: string;
  readonly calls: number;
  readonly leaseMilliseconds: number;
}

/** Result of one call. */
export interface ScheduledCall {
  /** Entry that the call adds to the log of the thread. */
  readonly entry: string;
  /** Outcome, or the code of an error. */
  readonly outcome: string;
  /** True if the outcome says that the complete call is stored. */
  readonly stored: boolean;
  /** Last log entry in the state that the call returned; null without one. */
  readonly last: string | null;
}

/** State with a log of messages and answers. */
export const Schedule = extendState(AgentState, {
  version: 1,
  fields: fields("schedule", {
    log: field({
      description: "Messages and answers. Never reset.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "root",
      reducer: append<string>(),
    }),
  }),
});

/** Graph that works for a moment, asks if the message ends in a question mark, and logs the message. */
const graphOn = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(toStateSchema(Schedule))
    .addNode("turn_start", turnStart(Schedule))
    .addNode("work", async () => {
      await pause(Math.random() * 20);
      return {};
    })
    .addNode("note", ({ task_user_input: userInput }) => {
      const text = userInput ?? "";
      return { schedule_log: [text.endsWith("?") ? `${text}${String(interrupt(text))}` : text] };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "work")
    .addEdge("work", "note")
    .addEdge("note", END)
    .compile({ checkpointer });

const sometimes = (share: number): boolean => Math.random() < share;

/** Opens the session of a worker, whose leases sometimes cannot be released. */
export async function openSchedule(
  orders: Pick<WorkerArguments, "store" | "at" | "leaseMilliseconds">,
): Promise<{ readonly session: Session<typeof Schedule>; readonly close: () => Promise<void> }> {
  const { store, at, leaseMilliseconds } = orders;
  const open = (checkpointer: BaseCheckpointSaver, locks: ThreadLocks) =>
    openSession({ graph: graphOn(checkpointer), state: Schedule, threadId: "shared", locks });
  if (store === "sqlite") {
    const saver = sqliteSaver({ file: at });
    const { database } = saver;
    const connection = {
      exec: (sql: string) => database.exec(sql),
      prepare: (sql: string) => {
        if (sql.includes("expires_at = 0 ") && sometimes(0.2)) throw new Error("disk I/O error");
        return database.prepare(sql);
      },
    };
    const close = () => Promise.resolve(saver.close());
    return { session: open(saver, sqliteLocks(connection, { leaseMilliseconds })), close };
  }
  const pool = new pg.Pool({ connectionString: at, max: 4 });
  pool.on("error", () => {});
  const saver = postgresSaver(pool);
  await saver.setup();
  const connection = {
    query: (text: string, values?: unknown[]) =>
      text.includes("'-infinity'") && sometimes(0.2)
        ? Promise.reject(new Error("Connection terminated unexpectedly"))
        : pool.query(text, values),
  };
  return { session: open(saver, postgresLocks(connection, { leaseMilliseconds })), close: () => pool.end() };
}

/** Runs with a clock that is sometimes set to another time. */
async function withRandomClock<Value>(call: () => Promise<Value>): Promise<Value> {
  const { now } = Date;
  const shift = sometimes(0.2) ? Math.round(Math.random() * 200) - 100 : 0;
  Date.now = () => now() + shift;
  try {
    return await call();
  } finally {
    Date.now = now;
  }
}

type Result = Awaited<ReturnType<Session<typeof Schedule>["send"]>>;

async function report(entry: string, call: () => Promise<Result>): Promise<Result | null> {
  const print = (outcome: Omit<ScheduledCall, "entry">) =>
    process.stdout.write(`${JSON.stringify({ entry, ...outcome } satisfies ScheduledCall)}\n`);
  try {
    const result = await withRandomClock(call);
    const { outcome } = result;
    const last = outcome === "done" ? (result.state.schedule_log.at(-1) ?? null) : null;
    print({ outcome, stored: "stored" in result && result.stored, last });
    return result;
  } catch (error) {
    print({
      outcome: String(Reflect.get(Object(error), "code") ?? `untyped: ${String(error)}`),
      stored: false,
      last: null,
    });
    return null;
  }
}

/** Makes the calls. Called by the bundle of the test. */
export async function run(orders: WorkerArguments): Promise<void> {
  const { session, close } = await openSchedule(orders);
  for (let call = 0; call < orders.calls; call += 1) {
    const userInput = `${orders.name}${call}`;
    if (sometimes(0.7)) {
      await report(userInput, () => session.send(userInput));
      continue;
    }
    const asked = await report(`${userInput}?`, () => session.send(`${userInput}?`));
    if (asked?.outcome !== "interrupted") continue;
    // The other process may answer as well, or continue without an answer.
    await pause(Math.random() * 30);
    const [question] = sometimes(0.5) ? asked.interrupts : await session.pending();
    if (question === undefined) continue;
    const answer = `=${userInput}`;
    await report(`${String(question.value)}${answer}`, () => session.resume(question.id, answer));
  }
  await close();
}
