/**
 * Prints the bytes and the CPU time of a thread as it grows, for each saver and graph.
 *
 * Run it with `node benchmarks/src/checkpoints.ts`, and with numbers of turns for stages other than 10, 50, 100, 200 and 1,000; after more
 * than 200 turns, only Tidemark's savers are measured. Each saver runs in a new process. CPU time excludes that of the Postgres server.
 * `--check` fails when a thread exceeds its size limit.
 */
import { type GraphKind, GRAPHS } from "./savers/growing-graph.ts";
import { checkAtMost } from "./measure/limits.ts";
import { inPlaces, runScript } from "./savers/places.ts";
import { against, bySubject, exact, quick, report, type Result, summary } from "./measure/report.ts";
import { isOnPostgres, isTidemark } from "./savers/savers.ts";

/** Output of `grow-thread.ts`. */
interface Stage {
  readonly turn: number;
  /** Bytes of the empty tables. */
  readonly empty: number;
  readonly bytes: number;
  /** Size of the state as JSON, in bytes: all information in the thread. */
  readonly state: number;
  /** CPU milliseconds of the last turns. */
  readonly milliseconds: readonly number[];
}

const savers = ["tidemark", "tidemark on Postgres", "sqlite", "memory", "postgres"];
/** The stock SQLite saver with delta channels, whose messages and context are stored as changes. */
const deltas: readonly GraphKind[] = ["deltas", "tuned deltas"];

/** Maximum megabytes after 200 turns of the frozen graph. Its state has 1.13 MB then. */
const MOST_MEGABYTES: Readonly<Record<string, number>> = { tidemark: 1.75, "tidemark on Postgres": 2.05 };

const given = process.argv.filter((each) => /^\d+$/.test(each)).map(Number);
const turns = given.length > 0 ? given : quick ? [10, 40] : [10, 50, 100, 200, 1_000];
const results: Result[] = [];

async function measure(graph: GraphKind, saver: string, place: string): Promise<void> {
  const stages = turns.filter((turn) => turn <= 200 || isTidemark(saver));
  const isDeltas = deltas.includes(graph);
  // LangGraph also writes a snapshot of each delta channel after this number of steps. Defaults to 5,000.
  const environment = graph === "tuned deltas" ? { LANGGRAPH_DELTA_MAX_SUPERSTEPS_SINCE_SNAPSHOT: "35" } : {};
  const contender = isDeltas ? `${saver}, ${graph}` : saver;
  const name = isDeltas ? "frozen" : graph;
  const lines = await runScript("savers/grow-thread.ts", [saver, place, graph, ...stages.map(String)], environment);
  for (const line of lines) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
    const { turn, empty, bytes, state, milliseconds } = JSON.parse(line) as Stage;
    const subject = `${name} graph, ${turn} turns stored`;
    const size = (of: string, measured: number): Result => ({
      subject,
      contender: of,
      unit: "MB",
      ...exact(measured / 1e6),
      ratio: null,
    });
    results.push(size(contender, bytes));
    if (saver === "tidemark") results.push(size("state as JSON", state));
    if (isTidemark(saver) && isOnPostgres(saver) && turn === Math.min(...stages)) {
      results.push(size(`${contender}, without its empty tables`, bytes - empty));
      if (turn === 10) checkAtMost(`${subject} on Postgres, in sizes of the state`, (bytes - empty) / state, 2);
    }
    if (graph === "frozen" && turn === 200 && MOST_MEGABYTES[saver] !== undefined)
      checkAtMost(`${subject} by ${saver}, in MB`, bytes / 1e6, MOST_MEGABYTES[saver]);
    results.push({
      subject: `${name} graph, turn ${turn}`,
      contender,
      unit: "ms",
      ...summary(milliseconds),
      ratio: null,
    });
  }
}

/** Measures threads of ten turns in a database that has one, which do not need the first pages of its tables and indexes. */
async function measureFurther(graph: GraphKind, saver: string, place: string): Promise<void> {
  const [line = ""] = await runScript("savers/add-threads.ts", [saver, place, graph, "10", quick ? "3" : "9"]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the script beside this one prints it
  const { bytes, state } = JSON.parse(line) as Pick<Stage, "bytes" | "state">;
  const subject = `${graph} graph, 10 turns stored beside other threads`;
  results.push({ subject, contender: saver, unit: "MB", ...exact(bytes / 1e6), ratio: null });
  if (isTidemark(saver)) checkAtMost(`${subject} by ${saver}, in sizes of the state`, bytes / state, 2);
}

for (const graph of GRAPHS) await inPlaces(savers, (saver, place) => measure(graph, saver, place));
for (const graph of GRAPHS)
  await inPlaces(["tidemark", "tidemark on Postgres"], (saver, place) => measureFurther(graph, saver, place));
for (const graph of deltas) await inPlaces(["sqlite"], (saver, place) => measure(graph, saver, place));
report("Checkpoints of one thread", against("tidemark", bySubject(results)));
