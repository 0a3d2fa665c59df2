import { describe, expect, test } from "vitest";
import { jsonLines, Workspace } from "../workspace.ts";

describe("another process", () => {
  test("continues the conversation of the previous one", async () => {
    using workspace = new Workspace();
    const asked = await workspace.spawn(["--json", "Tell me about it", "--thread", "birds"]);
    expect(jsonLines(asked.out).at(-1)?.outcome).toBe("clarification");
    const answered = await workspace.spawn(["--json", "the puffins, how are they counted", "--thread", "birds"]);
    expect(jsonLines(answered.out).at(-1)?.message).toContain("endoscope");
    const first = await workspace.spawn(["How accurate is the tide gauge?"]);
    expect(first.out).toContain("4 millimeters");
    const second = await workspace.spawn(["And which gauge did it replace?"]);
    expect(second.out).toContain("float gauge");
    const history = await workspace.spawn(["history"]);
    expect(history.out).toContain("> How accurate is the tide gauge?");
    expect(history.out).not.toContain("puffins");
  });

  test("can ask at the same time", async () => {
    using workspace = new Workspace();
    await workspace.run(["Where is smoking allowed?"]);
    const runs = await Promise.all(
      ["How accurate is the tide gauge?", "How are puffins counted?"].map((question) => workspace.spawn([question])),
    );
    expect(runs.map(({ code, err }) => [code, err])).toEqual([
      [0, ""],
      [0, ""],
    ]);
    const { out } = await workspace.run(["history"]);
    expect(out.match(/^> /gm)).toHaveLength(3);
  });

  test("reads a question from standard input", async () => {
    using workspace = new Workspace();
    const { out, code } = await workspace.spawn([], "Where is smoking allowed?\n");
    expect([code, out.includes("boat shed")]).toEqual([0, true]);
  });
});
