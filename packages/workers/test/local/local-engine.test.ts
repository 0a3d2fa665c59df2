import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { describe, expect, test } from "vitest";
import { localEngine } from "../../src/local.ts";
import { testEngine } from "../engine-contract.ts";

describe("localEngine", () => {
  testEngine(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "tidemark-turns-"));
    const file = path.join(folder, "turns.db");
    const saver = sqliteSaver({ file });
    const close = () => {
      saver.close();
      rmSync(folder, { recursive: true });
    };
    return { engine: localEngine({ file }), saver, close };
  });

  test("a file that cannot be opened is an error", () => {
    const engine = localEngine({ file: "/nowhere/turns.db" });
    expect(() => engine.store("desk")).toThrow(expect.objectContaining({ code: "workers/unavailable" }));
  });
});
