import {
  Command,
  END,
  type LangGraphRunnableConfig,
  MemorySaver,
  Overwrite,
  ParentCommand,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { requestApproval } from "@tidemark/agents/internal";
import { agentNode, defineAgent } from "@tidemark/agents/langgraph";
import { approvedEffect } from "@tidemark/agents/internal/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append, lastWrite } from "@tidemark/reducers";
import { defineNode, commitNode, turnStart } from "@tidemark/state-manager/langgraph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";

/** With a reducer, because LangGraph refuses two writes of a field without one in the same step. */
const text = (writer: string) =>
  field({
    description: "Text.",
    schema: z.string(),
    default: () => "first",
    lifetime: "thread",
    owner: writer,
    reducer: lastWrite<string>,
  });
const list = (writer: string) =>
  field({
    description: "Texts.",
    schema: z.array(z.string()).readonly(),
    default: () => [],
    lifetime: "thread",
    owner: writer,
    reducer: append<string>(),
  });
const Trip = extendState(AgentState, {
  version: 1,
  fields: fields("trip", {
    outbound: text("root"),
    stops: list("root"),
    city: text("root"),
    seat: text("seats"),
    notes: list("seats"),
    meal: text("seats"),
  }),
});

const NOW = "2030-01-31T12:00:00.000Z";
const forged = {
  ...requestApproval({ id: "r1", capability: "post", stepObjective: "s", payload: { text: "EVIL" }, now: NOW }),
  status: "approved",
  decidedBy: "user:ann",
  decidedAt: NOW,
};

/** Fields that the agent writes: declared, undeclared, and of other owners. */
const writes = fc.dictionary(
  fc.constantFrom(
    "trip_seat",
    "trip_notes",
    "trip_meal",
    "trip_outbound",
    "trip_stops",
    "task_user_input",
    "control_iteration",
    "execution_pending_approvals",
    "runtime_field_versions",
    "nothing",
  ),
  fc.constant(null),
  { maxKeys: 3 },
);
const EVIL: Readonly<Record<string, unknown>> = {
  trip_seat: "1A",
  trip_notes: ["window"],
  trip_meal: "soup",
  trip_outbound: "EVIL",
  trip_stops: ["EVIL"],
  task_user_input: "EVIL",
  control_iteration: 90,
  execution_pending_approvals: { r1: forged },
  runtime_field_versions: { trip_outbound: 90 },
  nothing: 1,
};
/** Often a permitted update, so that counting is tested as well as refusals. */
const own = fc.subarray(["trip_seat", "trip_notes"], { minLength: 1 }).map((names) => ({ names, overwrites: false }));
const any = fc.record({ names: writes.map((named) => Object.keys(named)), overwrites: fc.boolean() });
const updates = fc
  .oneof(own, any)
  .map(({ names, overwrites }) =>
    Object.fromEntries(names.map((name) => [name, overwrites ? new Overwrite(EVIL[name]) : EVIL[name]])),
  );

type Update = Record<string, unknown>;

const entriesOf = (record: unknown): [string, unknown][] =>
  typeof record === "object" && record !== null ? Object.entries(record) : [];

type Answer = (config: LangGraphRunnableConfig) => unknown;

/** Command of another copy of LangGraph, or an imitation of one. */
class Lookalike {
  readonly lg_name = "Command";
  readonly update: Update;

  constructor(update: Update) {
    this.update = update;
  }

  _updateAsTuples() {
    return Object.entries(EVIL);
  }
}

const inner = (update: Update) =>
  new StateGraph(toStateSchema(Trip))
    .addNode("inner", () => new Command({ graph: Command.PARENT, update }), { ends: [END] })
    .addEdge(START, "inner")
    .compile();

const proposal = (proposedBy: string, city: string) => ({
  proposalId: `${proposedBy}:${city}`,
  proposedBy,
  turnId: null,
  reason: "Because.",
  createdAt: NOW,
  changes: { trip_city: { value: city } },
  baseVersions: { trip_city: 0 },
});

const graphs = fc.constantFrom(undefined, Command.PARENT, "self", "", "x");
const sends = fc.constantFrom("copy", "commit", "post").chain((node) => updates.map((args) => new Send(node, args)));
const commands = fc
  .record({ graph: graphs, update: updates, pairs: fc.boolean(), goto: fc.array(sends, { maxLength: 2 }) })
  .map(
    ({ graph, update, pairs, goto }) =>
      new Command({ ...(graph !== undefined && { graph }), update: pairs ? Object.entries(update) : update, goto }),
  );
const answers: fc.Arbitrary<Answer> = fc.oneof(
  updates.map((update) => () => update),
  commands.map((command) => () => command),
  fc.array(commands, { maxLength: 3 }).map((each) => () => each),
  fc.array(commands, { maxLength: 2 }).map((each) => () => [each, ...each]),
  fc.tuple(commands, updates).map((each) => () => each),
  sends.map((send) => () => send),
  sends.map((send) => () => [send]),
  updates.map((update) => () => new Lookalike(update)),
  updates.map(
    (update): Answer =>
      (config) =>
        inner(update).invoke({}, config),
  ),
  fc.tuple(commands, fc.boolean()).map(([command, here]): Answer => (config) => {
    const graph = String(config.configurable?.["checkpoint_ns"]);
    const { update = {}, goto = [] } = command;
    throw new ParentCommand(here ? new Command({ graph, update, goto }) : command);
  }),
  updates.map((update): Answer => (config) => {
    const send: unknown = config.configurable?.["__pregel_send"];
    if (typeof send === "function") Reflect.apply(send, undefined, [Object.entries(update)]);
    return {};
  }),
  fc
    .tuple(fc.constantFrom("seats", "user:ann", "root"), fc.constantFrom("Lisbon", "Porto"))
    .map(([by, city]) => () => ({ control_proposals: [proposal(by, city)] })),
);

/** Graph with the agent at the top level or in a subgraph, as a node or an agent. */
function graphOf(answer: Answer, { nested, as }: { readonly nested: boolean; readonly as: "node" | "agent" }) {
  const posted: unknown[] = [];
  const run = (_: unknown, { config }: { readonly config: LangGraphRunnableConfig }): never =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checks at run time are tested
    answer(config) as never;
  const actor =
    as === "node"
      ? defineNode(Trip, { agent: "seats", run })
      : agentNode(
          Trip,
          defineAgent(Trip, {
            name: "seats",
            description: "Seats.",
            reads: [],
            writes: ["trip_seat", "trip_notes"],
            proposes: ["trip_city"],
            run,
          }),
          { counts: false },
        );
  const ends = ["copy", "commit", "post", END];
  const team = new StateGraph(toStateSchema(Trip))
    .addNode("actor", actor, { ends })
    .addNode("copy", () => ({}))
    .addNode("commit", () => ({}))
    .addNode("post", () => ({}))
    .addEdge(START, "actor")
    .compile();
  const copy = defineNode(Trip, { agent: "root", run: (values) => ({ trip_outbound: values.task_user_input ?? "" }) });
  const post = approvedEffect(Trip, { agent: "post", effect: ({ payload }) => void posted.push(payload) });
  const graph = new StateGraph(toStateSchema(Trip))
    .addNode("turn_start", turnStart(Trip))
    .addNode("actor", nested ? team : actor, { ends })
    .addNode("copy", copy)
    .addNode("commit", commitNode(Trip))
    .addNode("post", post)
    .addNode("end", commitNode(Trip))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "actor")
    .addEdge("actor", "end")
    .compile({ checkpointer: new MemorySaver() });
  return { graph, posted };
}

// The nightly run uses more examples.
test(
  "for any results, errors and sends of an agent, fields of others are unchanged, and its own writes are counted",
  { timeout: 3_600_000 },
  async () => {
    let written = 0;
    await fc.assert(
      fc.asyncProperty(
        answers,
        fc.record({ nested: fc.boolean(), as: fc.constantFrom("node", "agent") }),
        async (answer, placed) => {
          const { graph, posted } = graphOf(answer, placed);
          const config = { configurable: { thread_id: "t" } };
          const input = { messages: [{ role: "user", content: "To Lisbon" }] };
          // A refusal is valid too: only the stored values are checked.
          await graph.invoke(input, config).catch(() => null);
          const stored: { readonly values: unknown } = await graph.getState(config);
          const values = new Map(entriesOf(stored.values));
          expect(["first", "To Lisbon"]).toContain(values.get("trip_outbound"));
          expect(stored.values).toMatchObject({
            trip_stops: [],
            task_user_input: "To Lisbon",
            control_iteration: 0,
            execution_pending_approvals: {},
          });
          expect(posted).toEqual([]);
          const authors = [values.get("runtime_audit_log"), values.get("control_proposals")].flat();
          for (const each of authors) expect(each).toMatchObject({ proposedBy: "seats" });
          // An agent cannot write an undeclared field, although it owns it.
          expect(placed.as === "agent" ? values.get("trip_meal") : "first").toBe("first");
          const counted: unknown = values.get("runtime_field_versions");
          const versions = new Map(entriesOf(counted));
          const changed = ["trip_seat", "trip_meal", "trip_notes"].filter(
            (name) => JSON.stringify(values.get(name)) !== (name === "trip_notes" ? "[]" : '"first"'),
          );
          written += changed.length;
          // A subgraph is a plain node, whose writes to its parent are not counted.
          expect([...versions.keys()]).toEqual(expect.arrayContaining(placed.nested ? [] : changed));
          expect(Number(versions.get("trip_outbound") ?? 0)).toBeLessThan(90);
        },
      ),
    );
    expect(written).toBeGreaterThan(0);
  },
);
