import type { PlantedFault } from "./bundle.ts";
import type { Order } from "./main.ts";

/** A fault of the protocol, and the world that has to find it. */
export interface ListedFault extends PlantedFault, Pick<Order, "world" | "storage"> {
  /** What is wrong, in words. */
  readonly name: string;
}

const workers = "workers" as const;
const steering = "steering" as const;

const ROWS = "workers/src/sql/turn-rows.ts";
const RUN = "workers/src/worker/run-turn.graph.ts";
const TURNS = "state-manager/src/sessions/session-turns.graph.ts";
const STEERING = "state-manager/src/steering/steering.graph.ts";

/** Faults of the queue of turns, and of messages to a running turn. */
export const PLANTED_IN_TURNS: readonly ListedFault[] = [
  {
    name: "the turns of a dead worker are not taken over",
    world: workers,
    file: "workers/src/sql/sql-turns.ts",
    line: "if (buried === 0) return 0;",
    instead: "if (buried >= 0) return 0;",
  },
  {
    name: "a turn that is taken over keeps its place as one that runs",
    world: workers,
    file: ROWS,
    line: "SET running = 0, suspect = ? WHERE",
    instead: "SET running = 1, suspect = ? WHERE",
  },
  {
    name: "the newest turn of a thread is next",
    world: workers,
    file: ROWS,
    line: "AND position IS NOT NULL ORDER BY position LIMIT 1) AS next_",
    instead: "AND position IS NOT NULL ORDER BY position DESC LIMIT 1) AS next_",
  },
  {
    name: "no turn follows the one that has ended",
    world: workers,
    file: ROWS,
    line: 'const following = new Set(nextRows.map((row) => String(row["thread_id"])));',
    instead: "const following = new Set<string>();",
  },
  {
    name: "a turn that is run again has another key",
    world: workers,
    file: RUN,
    line: "idempotencyKey: request.turnId }",
    instead: "idempotencyKey: `${request.turnId}/${turn.claim}` }",
  },
  {
    name: "a repeated request is another turn",
    world: workers,
    file: "workers/src/turns/define-turns.graph.ts",
    line: "given.idempotencyKey ?? randomIds.next()",
    instead: "randomIds.next()",
  },
  {
    name: "a death counts for the turns that ran beside the cause",
    world: workers,
    file: "workers/src/sql/sql-turns.ts",
    line: 'left.length === 1 ? "diedAlone" : "died"',
    instead: '"diedAlone"',
  },
  {
    name: "a message to a running turn is removed before the state contains it",
    world: steering,
    file: STEERING,
    line: ".filter((id) => stored.has(id)));",
    instead: '.filter((id) => stored.has(id) || id !== ""));',
  },
  {
    name: "a message that its turn contains is read again",
    world: steering,
    file: STEERING,
    line: "const own = waiting.filter(({ id }) => !known.has(id) && (",
    instead: 'const own = waiting.filter(({ id }) => (!known.has(id) || id !== "") && (',
  },
  {
    name: "a message that a turn has read is also the next turn",
    world: steering,
    file: TURNS,
    line: "    if (messageIds(values).has(message.id)) return joined(newest, message.id);\n",
    instead: "",
  },
  {
    name: "a message to a running turn ends the question that the turn asks",
    world: steering,
    file: TURNS,
    line: "if (isAsking && message !== null && ",
    instead: 'if (isAsking && message !== null && message.id === "" && ',
  },
  {
    name: "a message to a running turn is acknowledged before it is stored",
    world: steering,
    file: TURNS,
    line: "!(await inbox.add(message, thread.clock.now()))) return result;",
    instead: "(void inbox.add(message, thread.clock.now()).catch(() => false), false)) return result;",
  },
  {
    name: "a message gets the result of a turn that has not read it",
    world: steering,
    file: "state-manager/src/sessions/steered-result.graph.ts",
    line: "if (last === null) return",
    instead: "if (last === null || last !== null) return",
  },
];
