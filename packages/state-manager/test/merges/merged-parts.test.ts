import { type BaseCheckpointSaver, END, InMemoryStore, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { migratingSaver, openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { expect, test } from "vitest";
import { JourneyOne, JourneyTwo, toTwo } from "../migrations/journeys.ts";
import { BareTrip } from "../trip.ts";
import { conversation, profileGraph } from "../users/profile.ts";
import { deskSession, writing } from "./merge-graph.ts";

async function parted(options: Parameters<typeof deskSession>[0] = {}) {
  const session = deskSession(options);
  await session.send(writing({ desk_color: "white" }));
  return { session, fork: await session.fork({ threadId: "f" }) };
}

const by = ({ user }: { readonly user: string }) => user === "boss";

test("a field of the turn is left, and so are proposals that are open in the fork", async () => {
  const { session, fork } = await parted({ policies: { desk_color: "ask" } });
  await fork.send(writing({ desk_mood: "fine", desk_color: "blue" }));
  await fork.propose({ desk_color: "red" }, { userId: "ann", reason: "", base: {} });
  expect(await session.merge(fork)).toMatchObject({
    taken: ["desk_color"],
    left: [
      { field: "desk_mood", reason: "turn" },
      { field: "control_proposals", reason: "undecided" },
    ],
    state: { desk_mood: "", desk_color: "blue", control_proposals: [] },
  });
});

test("a field that both changed takes the side on which its owner has written it", async () => {
  const { session, fork } = await parted();
  await session.propose({ desk_city: "Oslo" }, { userId: "ann", reason: "I live there." });
  await fork.send(writing({ desk_city: "Rome" }));
  expect(await session.merge(fork)).toMatchObject({ taken: ["desk_city"], state: { desk_city: "Rome" } });

  const other = await parted();
  await other.session.send(writing({ desk_city: "Rome" }));
  await other.fork.propose({ desk_city: "Oslo" }, { userId: "ann", reason: "I live there." });
  expect(await other.session.merge(other.fork)).toMatchObject({
    taken: [],
    left: [{ field: "desk_city", reason: "owner" }],
    state: { desk_city: "Rome" },
  });
});

test("a policy refuses the value of the fork, keeps both, or says who may decide", async () => {
  const policies = { desk_city: "reject", desk_draft: "keepBoth", desk_color: { policy: "ask", by } } as const;
  const { session, fork } = await parted({ policies });
  await session.send(writing({ desk_city: "Oslo", desk_draft: "Mine", desk_color: "red" }));
  await fork.send(writing({ desk_city: "Rome", desk_draft: "Yours", desk_color: "blue" }));
  const merged = await session.merge(fork);
  if (merged.outcome !== "merged") throw new Error(merged.outcome);
  expect(merged.left).toEqual([{ field: "desk_city", reason: "policy" }]);
  expect(merged.proposed).toMatchObject([{ field: "desk_draft" }, { field: "desk_color" }]);
  const [draft = "", color = ""] = merged.proposed.map(({ answerId }) => answerId);
  expect(await session.decide({ [color]: true }, { userId: "ann" })).toMatchObject({ outcome: "notAllowed" });
  expect(await session.decide({ [color]: true, [draft]: true }, { userId: "boss" })).toMatchObject({
    state: { desk_color: "blue", desk_draft: "Yours", desk_city: "Oslo" },
  });
});

test("a proposal of a fork is still open after a turn that commits, and is decided with the rights of no owner", async () => {
  const { session, fork } = await parted();
  await session.send(writing({ desk_draft: "Mine" }));
  await fork.send(writing({ desk_draft: "Yours" }));
  await session.merge(fork);
  await session.send(writing({ desk_cost: 1 }));
  const state = await session.state();
  expect(state?.control_proposals).toMatchObject([{ proposedBy: "fork:f" }]);
  const [answerId = ""] = Object.keys(state?.execution_pending_approvals ?? {});
  expect(await session.decide({ [answerId]: true }, { userId: "ann" })).toMatchObject({
    decisions: [{ outcome: "accepted", how: "chosen" }],
    state: { desk_draft: "Yours" },
  });
});

test("an answer to a proposal of a fork does not count after the field has changed again", async () => {
  const { session, fork } = await parted();
  await session.send(writing({ desk_city: "Oslo" }));
  await fork.send(writing({ desk_city: "Rome" }));
  const merged = await session.merge(fork);
  const answerId = merged.outcome === "merged" ? (merged.proposed[0]?.answerId ?? "") : "";
  await session.update({ desk_city: "Bonn" }, { author: "ann" });
  expect(await session.decide({ [answerId]: true }, { userId: "ann" })).toMatchObject({
    decisions: [{ outcome: "refused", reason: { code: "changedSinceAsked" } }],
    state: { desk_city: "Bonn" },
  });
});

/** Messages of a call of a tool. */
const searched = (id: string) => [
  { role: "assistant", content: "", tool_calls: [{ id, name: "search", args: {} }] },
  { role: "tool", content: "90 euros", tool_call_id: id, name: "search" },
];

test("tools that ran in the fork are listed, in every turn of it, and named in the message", async () => {
  const { session, fork } = await parted();
  for (const id of ["c1", "c2"]) await fork.send(writing({ messages: searched(id) }));
  const merged = await session.merge(fork, { summary: "Flights cost 90 euros." });
  expect(merged).toMatchObject({
    effects: [
      { name: "search", id: "c1" },
      { name: "search", id: "c2" },
    ],
    note: ['Merged from the fork "f".', "Flights cost 90 euros.", "These ran there and do not run again: search."].join(
      "\n",
    ),
  });
  expect((await session.state())?.messages.at(-1)?.text).toContain("Flights cost 90 euros.");
});

test("values of a user are left, because they were stored when the fork wrote them", async () => {
  const graph = profileGraph({ store: new InMemoryStore() });
  const session = conversation(graph, "t");
  await session.send("name Ann");
  const fork = await session.fork({ threadId: "f" });
  await fork.send("likes trains");
  const merged = await session.merge(fork);
  expect(merged).toMatchObject({ taken: [], combined: [], left: [{ field: "profile_facts", reason: "user" }] });
  expect(await session.state()).toMatchObject({ profile_facts: ["likes trains"] });
  const other = conversation(graph, "other");
  await other.send("");
  expect(await other.state()).toMatchObject({ profile_facts: ["likes trains"] });
});

test("a state without proposals leaves what both have changed", async () => {
  const graph = new StateGraph(toStateSchema(BareTrip))
    .addNode("work", ({ trip_city: city }) => ({ trip_city: `${city ?? ""}.` }))
    .addEdge(START, "work")
    .addEdge("work", END)
    .compile({ checkpointer: new MemorySaver() });
  const session = openSession({ graph, threadId: "t", turnStart: "none" });
  await session.send({ trip_city: "Oslo" });
  const fork = await session.fork({ threadId: "f" });
  await session.send({ trip_city: "Rome" });
  await fork.send({ trip_city: "Bonn" });
  expect(await session.merge(fork)).toMatchObject({
    proposed: [],
    left: [{ field: "trip_city", reason: "conflict" }],
    state: { trip_city: "Rome." },
  });
});

/** Graph of either version, whose turns write a note. */
const noting = (state: StateDeclaration, note: unknown, checkpointer: BaseCheckpointSaver) =>
  new StateGraph(toStateSchema(state))
    .addNode("turn_start", turnStart(state))
    .addNode("note", () => ({ journey_notes: [note] }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "note")
    .addEdge("note", END)
    .compile({ checkpointer });

test("a fork of an older version is merged after the migration of its thread", async () => {
  const saver = new MemorySaver();
  const before = (threadId: string, note: string) => openSession({ graph: noting(JourneyOne, note, saver), threadId });
  await before("t", "start").send("go");
  const fork = await before("t", "").fork({ threadId: "f" });
  await before(fork.threadId, "theirs").send("go");
  const migrated = migratingSaver(saver, toTwo);
  const session = openSession({ graph: noting(JourneyTwo, { text: "ours" }, migrated), threadId: "t" });
  await session.send("go");
  expect(await session.merge({ threadId: "f" })).toMatchObject({
    combined: ["journey_notes"],
    left: [],
    state: { journey_notes: [{ text: "start" }, { text: "ours" }, { text: "theirs" }] },
  });
});
