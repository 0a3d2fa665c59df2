import { expect, test } from "vitest";
import { flowDiagram } from "../../src/flow/flow-diagram.ts";

test("a flow that never ends has no end node", () => {
  expect(flowDiagram("a", { a: { next: [{ to: "a", because: "round" }] } })).not.toContain("finish");
});
