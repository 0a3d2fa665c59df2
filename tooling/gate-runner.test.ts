import { describe, expect, test } from "vitest";
import type { Gate } from "./gate-contract.ts";
import { formatRows, runGates, selectGates } from "./gate-runner.ts";

const gate = (name: string, more: Partial<Gate> = {}): Gate => ({
  name,
  holds: `${name} holds`,
  run: () => Promise.resolve({ ok: true, fact: "", output: "" }),
  ...more,
});

const red = { run: () => Promise.resolve({ ok: false, fact: "1 problem", output: "it leaks" }) };

describe("runGates", () => {
  test("does not run a gate that waits for a red one", async () => {
    const rows = await runGates([gate("late", { after: ["early"] }), gate("early", red)], { root: ".", slots: 2 });
    expect(rows.map(({ name, ok, fact }) => [name, ok, fact])).toEqual([
      ["late", false, "not run: early is red"],
      ["early", false, "1 problem"],
    ]);
  });

  test("turns a gate that throws into a red row", async () => {
    const broken = gate("broken", { run: () => Promise.reject(new Error("no disk")) });
    const [row] = await runGates([broken, gate("fine")], { root: ".", slots: 1 });
    expect([row?.ok, row?.output.split("\n")[0]]).toEqual([false, "Error: no disk"]);
  });

  test("never runs more gates at once than it has slots", async () => {
    let running = 0;
    let most = 0;
    const run: Gate["run"] = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setTimeout(done, 5));
      running -= 1;
      return { ok: true, fact: "", output: "" };
    };
    await runGates(
      ["a", "b", "c", "d"].map((name) => gate(name, { run })),
      { root: ".", slots: 2 },
    );
    expect(most).toBe(2);
  });

  test("refuses to wait for a gate that is not there", async () => {
    await expect(runGates([gate("late", { after: ["gone"] })], { root: ".", slots: 2 })).rejects.toThrow(
      "These gates wait for gates that are not run: late.",
    );
  });
});

describe("selectGates", () => {
  const all = [gate("build"), gate("bytes", { after: ["build"] }), gate("lint")];

  test("brings along what a chosen gate waits for", () => {
    expect(selectGates(all, ["bytes"]).map((each) => each.name)).toEqual(["build", "bytes"]);
  });

  test("names the gates there are when one is unknown", () => {
    expect(() => selectGates(all, ["lnit"])).toThrow('There is no gate "lnit". Gates: build, bytes, lint.');
  });
});

test("formatRows shows the output of red gates below the table", () => {
  const rows = [
    { name: "build", holds: "it builds", ok: true, fact: "3 files", output: "noise", seconds: 1.23 },
    { name: "lint", holds: "it is clean", ok: false, fact: "1 problem", output: "it leaks\n", seconds: 0 },
  ];
  expect(formatRows(rows).split("\n")).toEqual([
    "gate   result  time   fact",
    "build  pass    1.2 s  3 files",
    "lint   FAIL    0.0 s  1 problem",
    "",
    "--- lint: it is clean",
    "it leaks",
  ]);
});
