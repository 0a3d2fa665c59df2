import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, test } from "vitest";
import { untyped } from "../untyped.ts";
import { tripSession } from "./session-graph.ts";

const notesOf = (result: { readonly outcome: string }): unknown =>
  "state" in result ? Reflect.get(Object(result.state), "trip_notes") : result.outcome;

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("edits of a session on %s", (_, makeSaver) => {
  test("an edit from outside is written in the writer's name, recorded with its author, and runs no node", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    const edited = await session.update({ trip_city: "Oslo" }, { author: "user:ann", reason: "A typo." });
    expect(edited).toMatchObject({ outcome: "saved", state: { trip_city: "Oslo", trip_notes: ["sea"] } });
    expect((await session.state())?.runtime_audit_log).toMatchObject([
      { action: "edit", author: "user:ann", reason: "A typo.", turnId: "turn_1", fields: ["trip_city"] },
    ]);
    await expect(session.update(untyped({ runtime_user_id: "eve" }), { author: "eve" })).rejects.toThrow(/is owned by/);
    expect(await session.continue()).toMatchObject({ outcome: "nothingToContinue" });
    expect(notesOf(await session.send("hills"))).toEqual(["sea", "hills"]);
  });

  test("an edit of an unfinished turn is refused, so that its nodes run again under the keys of their first run", async () => {
    const { session } = tripSession({ saver: makeSaver(), failures: 1 });
    await expect(session.send("sea")).rejects.toThrow("power cut");
    const unfinished = { outcome: "unfinished", turnId: "turn_1", nodes: ["work"] };
    expect(await session.update({ trip_city: "Oslo" }, { author: "ann" })).toEqual(unfinished);
    expect(await session.propose({ trip_city: "Oslo" }, { userId: "ann", reason: "" })).toEqual(unfinished);
    expect(await session.decide({ any: true }, { userId: "ann" })).toEqual(unfinished);
    expect(notesOf(await session.continue())).toEqual(["sea"]);
    expect(await session.update({ trip_city: "Oslo" }, { author: "ann" })).toMatchObject({ outcome: "saved" });
  });

  test("a person's proposal is committed immediately, by the same rules as an agent's", async () => {
    const { session } = tripSession({ saver: makeSaver() });
    await session.send("sea");
    const answered = await session.propose({ trip_city: "Oslo" }, { userId: "ann", reason: "We changed our mind." });
    expect(answered).toMatchObject({
      outcome: "answered",
      decisions: [{ outcome: "accepted", proposedBy: "user:ann" }],
      state: { trip_city: "Oslo" },
    });
    const refused = await session.propose({ trip_locked: "mine" }, { userId: "eve", reason: "" });
    expect(refused).toMatchObject({ decisions: [{ outcome: "refused", reason: { code: "notAllowed" } }] });
    expect(notesOf(await session.send("hills"))).toEqual(["sea", "hills"]);
    expect((await session.state())?.trip_city).toBe("Oslo");
  });

  test("a person's proposal is stale if the field has changed since they saw it", async () => {
    const { session } = tripSession({ saver: makeSaver(), policies: { trip_city: "ask" } });
    await session.send("sea");
    const base = (await session.state())?.runtime_field_versions ?? {};
    await session.propose({ trip_city: "Oslo" }, { userId: "ann", reason: "", base });
    const late = await session.propose({ trip_city: "Rome" }, { userId: "ben", reason: "I saw none.", base });
    expect(late).toMatchObject({ decisions: [{ outcome: "asked" }], state: { trip_city: "Oslo" } });
    expect(late).toMatchObject({ state: { control_proposals: [{ proposedBy: "user:ben" }] } });
  });

  test("an open change can be answered once later, also in another turn", async () => {
    const { session } = tripSession({ saver: makeSaver(), policies: { trip_city: "ask" } });
    await session.send("sea");
    await session.propose({ trip_city: "Oslo" }, { userId: "ann", reason: "", base: {} });
    await session.propose({ trip_city: "Rome" }, { userId: "ben", reason: "", base: {} });
    await session.send("hills");
    const [id = ""] = Object.keys((await session.state())?.execution_pending_approvals ?? {});
    const answers = await Promise.all([
      session.decide({ [id]: true }, { userId: "cleo" }),
      session.decide({ [id]: false }, { userId: "dan" }),
    ]);
    expect(answers).toMatchObject([
      { outcome: "answered", decisions: [{ outcome: "accepted", how: "chosen" }], state: { trip_city: "Rome" } },
      { outcome: "notOpen", answerIds: [id] },
    ]);
    const state = await session.state();
    expect(state?.runtime_audit_log.at(-1)).toMatchObject({ proposedBy: "user:ben", decidedBy: "user:cleo" });
    expect([state?.control_proposals, state?.execution_pending_approvals]).toEqual([[], {}]);
    expect(await session.decide({ [id]: true, other: true }, { userId: "cleo" })).toMatchObject({ outcome: "notOpen" });
  });

  test("nothing is edited while an interrupt waits", async () => {
    const { session } = tripSession({ saver: makeSaver(), asks: true });
    await session.send("sea");
    expect(await session.update({ trip_city: "Oslo" }, { author: "ann" })).toMatchObject({
      outcome: "interrupted",
      interrupts: [{ node: "ask" }],
    });
    expect((await session.pending()).length).toBe(1);
  });
});
