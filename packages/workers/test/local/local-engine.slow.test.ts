import { expect, test } from "vitest";
import { localEngine } from "../../src/local.ts";
import { testEngine } from "../engines/test-engine.ts";

testEngine("local");

test("a file that cannot be opened is an error", () => {
  const engine = localEngine({ file: "/nowhere/turns.db" });
  expect(() => engine.store("desk")).toThrow(expect.objectContaining({ code: "workers/unavailable" }));
});
