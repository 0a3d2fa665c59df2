import { MemorySaver } from "@langchain/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspector } from "../../src/index.ts";
import { ask, post } from "../writing/writing-app.ts";
import { askDesk, deskGraph, type DeskVersion, effects, TOKEN } from "./desk-app.ts";
import { askFare, bookings, fareGraph } from "./plain-app.ts";

// A replay changes no thread, so all tests read this one of two turns.
const saver = sqliteSaver();
beforeAll(() => askDesk(saver, "ann"));
afterAll(() => saver.close());

/** An inspector with a version of the application. */
function deskInspector(version: DeskVersion) {
  return inspector({ saver, graph: deskGraph({ ...version, saver }), write: true, token: "token" });
}

const lastOnly = { reduce: (current, update) => update ?? current ?? [] } satisfies DeskVersion;

async function replayOf(app: ReturnType<typeof deskInspector>, turn: number): Promise<unknown> {
  const { status, body } = await post(app, "replay", { thread: "ann", turn });
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  const query = { thread: "ann", turn: String(turn) };
  return Reflect.get((await ask(app, "replay", query)).body, "replay");
}

describe("a turn that is replayed in the inspector", () => {
  test("is shown beside the stored one, with the first difference, its author and its cause", async () => {
    const app = deskInspector(lastOnly);
    const before = (await ask(app, "steps", { thread: "ann" })).body;
    expect(await replayOf(app, 2)).toMatchObject({
      turn: 2,
      result: {
        outcome: "different",
        turns: [{ turn: 2, difference: { step: "2.4", field: "desk_seen", author: ["billing"], cause: "reducer" } }],
      },
      comparison: {
        common: { turn: 2, source: "input" },
        left: { threadId: "turn 2, stored" },
        right: { threadId: "turn 2, replayed" },
        fields: [{ name: "desk_seen", left: ["May", "June"], right: ["June"] }],
      },
    });
    expect(effects).toEqual([]);
    expect((await ask(app, "steps", { thread: "ann" })).body).toEqual(before);
    expect((await ask(app, "threads", {})).body).toMatchObject({ total: 1 });
  });

  test("has no difference where the code did not change", async () => {
    const app = deskInspector({});
    expect(await replayOf(app, 2)).toMatchObject({ result: { outcome: "same" }, comparison: { fields: [] } });
  });

  test("keeps what is masked out of the result and of the comparison", async () => {
    const app = deskInspector({ hideToken: (token) => `${token}-changed` });
    const replay = await replayOf(app, 1);
    expect(replay).toMatchObject({
      result: { turns: [{ difference: { field: "desk_api_token" } }] },
      comparison: { fields: [{ name: "desk_api_token", left: "[redacted]", right: "[redacted]" }] },
    });
    expect(JSON.stringify(replay)).toContain("[redacted]");
    expect(JSON.stringify(replay)).not.toContain(TOKEN.slice(0, 12));
  });

  test("is one of any graph of LangGraph, with the answer of its person", async () => {
    const plain = new MemorySaver();
    await askFare(plain, "ann");
    const graph = fareGraph({ saver: plain, limit: 1_000 });
    const app = inspector({ saver: plain, graph, write: true, token: "token" });
    expect(await replayOf(app, 1)).toMatchObject({
      result: { turns: [{ difference: { field: "nodes that run", cause: "route", author: ["read"] } }] },
      comparison: { right: { steps: [{}, {}, {}, {}, { nodes: ["order"] }, { nodes: ["book"] }, { nodes: ["say"] }] } },
    });
    expect(bookings).toEqual([]);
  });

  test.for([
    [{ thread: "eve", turn: 1 }, 404, "does not exist"],
    [{ thread: "ann", turn: 0 }, 400, "turn"],
  ] as const)("is refused for %j", async ([body, status, message]) => {
    const app = deskInspector({});
    const answer = await post(app, "replay", body);
    expect(answer.status).toBe(status);
    expect(answer.body.error?.message).toContain(message);
  });

  test("is not known before it has run, or for a turn that the thread does not have", async () => {
    const app = deskInspector({});
    expect((await ask(app, "replay", { thread: "ann", turn: "1" })).body).toMatchObject({ replay: null });
    expect(await replayOf(app, 9)).toMatchObject({ result: { outcome: "notJudged" }, comparison: null });
  });

  test("needs the rights of a fork", async () => {
    const graph = deskGraph({ saver });
    const reading = inspector({ saver, graph, token: "token" });
    expect((await post(reading, "replay", { thread: "ann", turn: 1 })).status).toBe(405);
    const refusing = inspector({ saver, graph, write: true, person: () => null });
    expect((await post(refusing, "replay", { thread: "ann", turn: 1 })).status).toBe(400);
  });
});
