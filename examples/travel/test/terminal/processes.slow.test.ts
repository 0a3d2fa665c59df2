import { describe, expect, test } from "vitest";
import { LISBON } from "../test-app.ts";
import { jsonLines, Workspace } from "./workspace.ts";

describe("several processes", () => {
  test("show and answer the question that an earlier process asked", async () => {
    using workspace = new Workspace();
    await workspace.spawn([LISBON]);
    expect((await workspace.spawn(["book it"])).out).toMatch(
      /\? \(yes \/ no\)\nNothing has been done yet\. To answer, run: /,
    );
    expect((await workspace.spawn([], "")).out).toMatch(
      /^This question is still open:\n- Lisbon, [^]*\nBook Lisbon for .*\? \(yes \/ no\)\n$/,
    );
    expect((await workspace.spawn(["yes"])).out).toMatch(/^Booked as TM-/);
    expect((await workspace.spawn(["book it"])).out).toMatch(/^This trip is already booked/);
  });

  test("keep the question of a process that was killed", async () => {
    using workspace = new Workspace();
    await workspace.spawn([LISBON]);
    const child = workspace.start(["--json"]);
    child.stdin.write("book it\n");
    await new Promise<void>((resolve) => {
      let out = "";
      child.stdout.on("data", (chunk) => {
        out += String(chunk);
        if (out.includes('"type":"result"')) resolve();
      });
    });
    const closed = new Promise((resolve) => child.on("close", resolve));
    child.kill("SIGKILL");
    await closed;
    expect((await workspace.spawn(["yes"])).out).toMatch(/^Booked as TM-/);
  });

  test("book once when two answer at the same time", async () => {
    using workspace = new Workspace();
    await workspace.spawn([LISBON]);
    await workspace.spawn(["book it"]);
    const runs = await Promise.all([workspace.spawn(["--json", "yes"]), workspace.spawn(["--json", "yes"])]);
    const messages = runs.flatMap(({ out }) => jsonLines(out)).map(({ message }) => message);
    expect(messages.some((message) => message.startsWith("Booked as"))).toBe(true);
    const { out } = await workspace.spawn(["--json", "show the trip"]);
    expect(
      jsonLines(out)
        .at(-1)
        ?.message.match(/Booked as TM-/g),
    ).toHaveLength(1);
  });
});
