// Forks of a turn that a message has joined: the message joins again at its place, where the recorded answers are given.
import { InMemoryStore } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { scriptedModel } from "@tidemark/agents/testing";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import { describe, expect, onTestFinished, test } from "vitest";
import { inspector } from "../../src/index.ts";
import { askSteered, steeredGraph } from "../replay/steered-app.ts";
import { act, ask, values } from "./writing-app.ts";

function memory(): BaseCheckpointSaver {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  return saver;
}

const writer = (saver: BaseCheckpointSaver, graph: ReturnType<typeof steeredGraph>) =>
  inspector({ saver, graph, write: true, token: "token" });

/** What people and models said, in the order of the thread. */
const said = async (app: ReturnType<typeof inspector>, thread: string): Promise<readonly string[]> => {
  const { messages } = await values(app, thread);
  return (
    JSON.stringify(messages).match(
      /Find flights to Porto|No, to Lisbon|Lisbon, from 90 euros|Thanks|You are welcome/g,
    ) ?? []
  );
};

/** Id of the first input. */
const firstInput = async (app: ReturnType<typeof inspector>, thread = "ann"): Promise<string> =>
  (await ask(app, "steps", { thread })).body.steps.find(({ source }) => source === "input")?.id ?? "";

const FORK = { thread: "ann", person: "maria", to: "ann-2" };

describe("a fork at the input of a steered turn", () => {
  test("hears the message again at its call, in a process that has recorded nothing", async () => {
    const saver = memory();
    await askSteered(saver);
    const model = scriptedModel([]);
    const looked: string[] = [];
    const looking = (where: string) => Promise.resolve(void looked.push(where));
    const app = writer(saver, steeredGraph({ saver, store: new InMemoryStore(), model, looking }));
    const fork = { ...FORK, step: await firstInput(app), models: "recorded" };
    expect(await act(app, "fork", fork)).toMatchObject({
      outcome: "done",
      problem: null,
      recorded: { prompt: 3, order: 0 },
      live: 0,
    });
    expect([model.got, looked]).toEqual([[], ["Porto", "Lisbon"]]);
    expect((await values(app, "ann-2"))["desk_city"]).toBe("Lisbon");
    expect(await said(app, "ann-2")).toEqual(["Find flights to Porto", "No, to Lisbon", "Lisbon, from 90 euros"]);
  });

  test("hears the message again in the process that ran the turn and recorded its answers", async () => {
    const saver = memory();
    const store = new InMemoryStore();
    const looked: string[] = [];
    const looking = async (where: string): Promise<void> => {
      looked.push(where);
      if (looked.length > 1) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      void openSession({ graph, threadId: "ann", userId: "maria" }).send("No, to Lisbon", {
        onBusy: "steer",
        onSteered: resolve,
      });
      await promise;
    };
    const graph = steeredGraph({ saver, store, looking });
    const app = writer(saver, graph);
    expect(await act(app, "send", { thread: "ann", person: "maria", message: "Find flights to Porto" })).toMatchObject({
      outcome: "done",
      problem: null,
    });
    const fork = { ...FORK, step: await firstInput(app), models: "recorded" };
    expect(await act(app, "fork", fork)).toMatchObject({
      outcome: "done",
      problem: null,
      recorded: { prompt: 3, order: 0 },
      live: 0,
    });
    expect(looked).toEqual(["Porto", "Lisbon", "Porto", "Lisbon"]);
    expect(await said(app, "ann-2")).toEqual(await said(app, "ann"));
    expect(await said(app, "ann-2")).toEqual(["Find flights to Porto", "No, to Lisbon", "Lisbon, from 90 euros"]);
  });

  test("hears the message again in a fork of the fork", async () => {
    const saver = memory();
    await askSteered(saver);
    const app = writer(saver, steeredGraph({ saver, store: new InMemoryStore(), model: scriptedModel([]) }));
    await act(app, "fork", { ...FORK, step: await firstInput(app), models: "recorded" });
    const again = { ...FORK, thread: "ann-2", to: "ann-3", step: await firstInput(app, "ann-2"), models: "recorded" };
    expect(await act(app, "fork", again)).toMatchObject({
      outcome: "done",
      recorded: { prompt: 3, order: 0 },
      live: 0,
    });
    expect(await said(app, "ann-3")).toEqual(await said(app, "ann-2"));
  });

  test("with live models begins with its own message alone: the other one belonged to a call that is not made again", async () => {
    const saver = memory();
    await askSteered(saver);
    const model = scriptedModel(["Lisbon, from 90 euros."]);
    const app = writer(saver, steeredGraph({ saver, store: new InMemoryStore(), model }));
    const fork = { ...FORK, step: await firstInput(app), models: "live" };
    expect(await act(app, "fork", fork)).toMatchObject({ outcome: "done", problem: null, live: 1 });
    expect(await said(app, "ann-2")).toEqual(["Find flights to Porto", "Lisbon, from 90 euros"]);
  });
});
