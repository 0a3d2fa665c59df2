import { describe, expect, test } from "vitest";
import { LISBON } from "../travel.ts";
import { jsonLines, Place } from "./program.ts";

describe("several processes", () => {
  test("a question that one process asked is put and answered in the next ones", async () => {
    using place = new Place();
    await place.spawn([LISBON]);
    expect((await place.spawn(["book it"])).out).toMatch(/Answer yes or no\.\n$/);
    expect((await place.spawn([], "")).out).toMatch(/^Book Lisbon, .* Answer yes or no\.\n$/);
    expect((await place.spawn(["yes"])).out).toMatch(/^Booked as TM-/);
    expect((await place.spawn(["book it"])).out).toMatch(/^This trip is booked already/);
  });

  test("a process that is killed with the question on screen loses nothing", async () => {
    using place = new Place();
    await place.spawn([LISBON]);
    const child = place.start(["--json"]);
    child.stdin.write("book it\n");
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const closed = new Promise((resolve) => child.on("close", resolve));
    child.kill("SIGKILL");
    await closed;
    expect((await place.spawn(["yes"])).out).toMatch(/^Booked as TM-/);
  });

  test("two that answer at once book once", async () => {
    using place = new Place();
    await place.spawn([LISBON]);
    await place.spawn(["book it"]);
    const runs = await Promise.all([place.spawn(["--json", "yes"]), place.spawn(["--json", "yes"])]);
    const references = runs.flatMap(({ out }) => jsonLines(out)).map(({ message }) => message);
    expect(references.some((message) => message.startsWith("Booked as"))).toBe(true);
    const { out } = await place.spawn(["--json", "show the trip"]);
    expect(out.match(/Booked as TM-/g)).toHaveLength(1);
  });
});
