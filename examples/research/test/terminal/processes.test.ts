import { describe, expect, test } from "vitest";
import { jsonLines, Place } from "../place.ts";

describe("another process", () => {
  test("goes on with the conversation where the last one left it", async () => {
    using place = new Place();
    const asked = await place.spawn(["--json", "Tell me about it", "--thread", "birds"]);
    expect(jsonLines(asked.out).at(-1)?.outcome).toBe("clarification");
    const answered = await place.spawn(["--json", "the puffins, how are they counted", "--thread", "birds"]);
    expect(jsonLines(answered.out).at(-1)?.message).toContain("endoscope");
    const first = await place.spawn(["How accurate is the tide gauge?"]);
    expect(first.out).toContain("4 millimetres");
    const second = await place.spawn(["And which gauge did it replace?"]);
    expect(second.out).toContain("float gauge");
    const history = await place.spawn(["history"]);
    expect(history.out).toContain("> How accurate is the tide gauge?");
    expect(history.out).not.toContain("puffins");
  });

  test("may ask at the same time", async () => {
    using place = new Place();
    await place.run(["Where is smoking allowed?"]);
    const runs = await Promise.all(
      ["How accurate is the tide gauge?", "How are puffins counted?"].map((question) => place.spawn([question])),
    );
    expect(runs.map(({ code, err }) => [code, err])).toEqual([
      [0, ""],
      [0, ""],
    ]);
    const { out } = await place.run(["history"]);
    expect(out.match(/^> /gm)).toHaveLength(3);
  });

  test("reads the present question from a pipe", async () => {
    using place = new Place();
    const { out, code } = await place.spawn([], "Where is smoking allowed?\n");
    expect([code, out.includes("boat shed")]).toEqual([0, true]);
  });
});
