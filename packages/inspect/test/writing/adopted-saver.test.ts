import { MemorySaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { inspector } from "../../src/index.ts";
import { adoptedSaver } from "../../src/running/adopted-saver.graph.ts";
import { CountingModel, fareGraph } from "./desks.ts";
import { act, stepOf, values } from "./writing-app.ts";

/** A saver as another copy of LangGraph has it: the same methods, and another class. */
function foreignSaver(): object {
  const saver = new MemorySaver();
  class Other {
    readonly #saver = saver;
    readonly serde = saver.serde;
    getTuple = (...input: Parameters<MemorySaver["getTuple"]>) => this.#saver.getTuple(...input);
    list = (...input: Parameters<MemorySaver["list"]>) => this.#saver.list(...input);
    put = (...input: Parameters<MemorySaver["put"]>) => this.#saver.put(...input);
    putWrites = (...input: Parameters<MemorySaver["putWrites"]>) => this.#saver.putWrites(...input);
    deleteThread = (...input: Parameters<MemorySaver["deleteThread"]>) => this.#saver.deleteThread(...input);
    getNextVersion(current: number | undefined): number {
      return this.#saver.getNextVersion(current);
    }
  }
  return new Other();
}

test("threads of a saver of another copy of LangGraph are written and forked", async () => {
  const saver = adoptedSaver(foreignSaver());
  if (saver === null) throw new Error("The saver was not recognized.");
  const graph = fareGraph(saver, new CountingModel(() => "The fare is 520."));
  const app = inspector({ saver, graph, write: true, token: "token", person: "maria" });
  expect(await act(app, "send", { thread: "ann", message: "To Lisbon" })).toMatchObject({ outcome: "interrupted" });
  const step = await stepOf(app, "ann", "search");
  const fork = { thread: "ann", step, to: "ann-2", changes: { price: 480 } };
  expect(await act(app, "fork", fork)).toMatchObject({ outcome: "done" });
  expect(await values(app, "ann-2")).toMatchObject({ price: 480, route: "booked" });
});

test("what is not a saver is not taken for one", () => {
  for (const value of [undefined, null, true, false, {}, { getTuple: () => null }])
    expect(adoptedSaver(value)).toBeNull();
});
