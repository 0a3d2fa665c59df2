import { MemorySaver, START, StateGraph } from "@langchain/langgraph";
import {
  AgentState,
  append,
  extendState,
  field,
  fields,
  mergeByKey,
  openSession,
  toStateSchema,
  turnStart,
  upsertById,
} from "tidemark";
import { agentNode, defineAgent, defineRegistry } from "tidemark/agents";
import { sqliteSaver } from "tidemark/sqlite";
import { z } from "zod";

const Entry = z.object({ id: z.string(), text: z.string() }).readonly();

/** Fields of each kind: replaced, and with the reducers of a package or of the application. */
export const State = extendState(AgentState, {
  version: 1,
  fields: fields("memo", {
    flag: field(z.boolean().nullable(), { default: null, lifetime: "thread" }),
    text: field(z.string(), { default: "", lifetime: "turn" }),
    lines: field(z.array(z.string()).readonly(), { default: [], lifetime: "thread", reducer: append<string>() }),
    last: field(z.array(z.string()).readonly(), {
      default: [],
      lifetime: "thread",
      reducer: append<string>({ cap: 3 }),
    }),
    total: field(z.number(), { default: 0, lifetime: "thread", reducer: (one, other) => (one ?? 0) + (other ?? 0) }),
    highest: field(z.number(), {
      default: 0,
      lifetime: "thread",
      reducer: (one, other) => Math.max(one ?? 0, other ?? 0),
    }),
    entries: field(z.array(Entry).readonly(), {
      default: [],
      lifetime: "thread",
      reducer: upsertById<z.output<typeof Entry>>({ key: ({ id }) => id }),
    }),
    places: field(z.record(z.string(), z.string()), { default: {}, lifetime: "thread", reducer: mergeByKey<string>() }),
  }),
});

/** Fields that the agents of the company write. */
const MEMO = [
  "messages",
  "memo_flag",
  "memo_text",
  "memo_lines",
  "memo_last",
  "memo_total",
  "memo_highest",
  "memo_entries",
  "memo_places",
] as const;

export type Writes = Readonly<Record<string, unknown>>;

/** What happens in a turn. */
export interface Work {
  /** Writes of an agent before the team. */
  readonly desk?: Writes;
  /** Writes of the earlier agent of the team. */
  readonly scout?: Writes;
  /** Writes with which the team is left. */
  readonly weather?: Writes;
  /** Called by the leaving agent before its handoff. */
  readonly ask?: () => unknown;
}

export const say = (content: string): Writes => ({ messages: [{ role: "assistant", content }] });

const part = (name: "desk" | "scout", work: () => Work) =>
  defineAgent(State, {
    name,
    description: "Does what its turn says.",
    reads: [],
    writes: MEMO,
    run: () => ({ ...work()[name] }),
  });

/** The agents of a company, with the work of the present turn. */
export function agentsOf(work: () => Work, to = "mail") {
  const weather = defineAgent(State, {
    name: "weather",
    description: "Reports the weather.",
    reads: [],
    writes: MEMO,
    run: (_, { handoff }) => {
      work().ask?.();
      const update = { ...work().weather };
      const result = handoff(to, { reason: "user_request", payload: { to: "ben" }, update });
      return result.outcome === "handedOff" ? result.command : {};
    },
  });
  const mail = defineAgent(State, {
    name: "mail",
    description: "Sends mail.",
    reads: [],
    writes: MEMO,
    run: (_, { received }) => say(`Sent to ${String(received?.payload?.["to"])}.`),
  });
  const parts = [part("desk", work), part("scout", work), weather, mail] as const;
  return {
    parts,
    registry: defineRegistry([
      ...parts,
      defineAgent(State, {
        name: "nobody",
        description: "Is part of no graph.",
        reads: [],
        writes: [],
        run: () => ({}),
      }),
    ]),
  };
}

export const savers = {
  memory: () => new MemorySaver(),
  sqlite: () => sqliteSaver({ file: ":memory:" }),
};

type Saver = MemorySaver | ReturnType<typeof sqliteSaver>;

/** How the team is part of the company: not at all, as a subgraph, or as a subgraph with its own checkpoints. */
export type Form = "flat" | "subgraph" | "own checkpoints";

type Resources = Parameters<typeof agentNode<typeof State>>[2];

/** A desk, a team of scout and weather, and mail, to which weather hands the work. */
export function company(
  work: () => Work,
  { form, saver, to }: { readonly form: Form; readonly saver: Saver | undefined; readonly to?: string },
) {
  const { parts, registry } = agentsOf(work, to);
  const [desk, scout, weather, mail] = parts;
  const node = (agent: Parameters<typeof agentNode<typeof State>>[1], resources: Resources = {}) =>
    agentNode(State, agent, { registry, ...resources });
  if (form === "flat") {
    return new StateGraph(toStateSchema(State))
      .addNode("turn_start", turnStart(State))
      .addNode("desk", node(desk))
      .addNode("scout", node(scout))
      .addNode("weather", node(weather), { ends: ["mail"] })
      .addNode("mail", node(mail))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "desk")
      .addEdge("desk", "scout")
      .addEdge("scout", "weather")
      .compile({ ...(saver !== undefined && { checkpointer: saver }) });
  }
  const team = new StateGraph(toStateSchema(State))
    .addNode("scout", node(scout))
    .addNode("weather", node(weather, { handoffs: { graph: "parent" } }))
    .addEdge(START, "scout")
    .addEdge("scout", "weather")
    .compile(form === "own checkpoints" ? { checkpointer: true } : {});
  return new StateGraph(toStateSchema(State))
    .addNode("turn_start", turnStart(State))
    .addNode("desk", node(desk))
    .addNode("team", team, { ends: ["mail"] })
    .addNode("mail", node(mail))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "desk")
    .addEdge("desk", "team")
    .compile({ ...(saver !== undefined && { checkpointer: saver }) });
}

/** Values of the fields that agents write, and the text of messages, after each turn. */
export async function turnsOf(
  form: Form,
  { create, works }: { readonly create: () => Saver; readonly works: readonly Work[] },
) {
  let work: Work = {};
  const session = openSession({ graph: company(() => work, { form, saver: create() }), threadId: "ann" });
  const turns: unknown[] = [];
  for (work of works) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- turns of one thread
    const { outcome } = await session.send("Tell Ben");
    // oxlint-disable-next-line eslint/no-await-in-loop -- turns of one thread
    turns.push([outcome, seen(await session.state())]);
  }
  return turns;
}

function seen(state: object | null) {
  const values: Writes = { ...state };
  const history = values["execution_handoff_history"];
  const messages = Array.isArray(values["messages"]) ? values["messages"] : [];
  return {
    ...Object.fromEntries(MEMO.map((name) => [name, values[name]])),
    messages: messages.map((message: { readonly name?: string; readonly text?: string }) => [
      message.name,
      message.text,
    ]),
    handoffs: Array.isArray(history) ? history.length : 0,
    iterations: values["control_iteration"],
  };
}
