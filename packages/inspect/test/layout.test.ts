import { MemorySaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { layoutOf } from "../page/time/timeline-layout.ts";
import { threadReader } from "../src/index.ts";
import { askPlain } from "./threads.ts";

test("a node that waits for a person has a lane, although it has not finished", async () => {
  const saver = new MemorySaver();
  await askPlain(saver, "ann");
  const { steps } = await threadReader({ saver }).steps("ann");
  const { lanes, turns } = layoutOf(steps);
  expect(lanes).toEqual(["plan", "search", "choose", "book"]);
  expect(turns.flatMap((turn) => turn.steps.flatMap((step) => step.lanes)).every((lane) => lane < 3)).toBe(true);
});
