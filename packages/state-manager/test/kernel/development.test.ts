import { defineState, field, fields } from "@tidemark/core-state";
import { type DevelopmentChecks } from "@tidemark/state-manager/internal";
import { stateManagerErrors } from "@tidemark/state-manager";
import { defineNode } from "@tidemark/state-manager/langgraph";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";

const list = z.array(z.object({ city: z.string() }).loose());
const Trip = defineState({
  version: 1,
  fields: fields("trip", {
    legs: field({ description: "Flights.", schema: list, default: () => [], lifetime: "thread" }),
    notes: field({
      description: "Notes.",
      schema: z.array(z.string()),
      default: () => ["first"],
      lifetime: "thread",
      reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
    }),
  }),
});
const Quiet = defineState({ version: 1, fields: { trip_legs: Trip.fields.trip_legs } });

const legs = () => [{ city: "Oslo" }, { city: "Rome" }];

/** Runs a node that applies the function to its values. */
const runNode = (
  work: (legs: { city: string }[]) => void,
  checks: DevelopmentChecks<typeof Quiet> = {},
  given: unknown[] = legs(),
) => {
  const node = defineNode(Quiet, {
    agent: "planner",
    checks,
    run: (values) => {
      work(values.trip_legs);
      return {};
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- such values can only come from an untyped graph
  return node({ trip_legs: given as { city: string }[] }, {});
};

const rename = (given: { city: string }[]) => {
  const [, second] = given;
  if (second !== undefined) second.city = "Bergen";
};

const nothing = () => {};

const environment = process.env["NODE_ENV"];
afterEach(() => {
  process.env["NODE_ENV"] = environment;
});

describe("development checks outside production", () => {
  test("a value that a node changes in place is reported with node and path", async () => {
    const error = stateManagerErrors.mutatedValue({ node: "planner", at: "trip_legs[1].city" });
    await expect(runNode(rename)).rejects.toThrow(error.message);
  });

  test("an entry that a node adds or removes in place is reported", async () => {
    await expect(runNode((given) => given.push({ city: "Bonn" }))).rejects.toThrow('"trip_legs[2]"');
    await expect(runNode((given) => given.pop())).rejects.toThrow('"trip_legs[1]"');
  });

  test("a value that is not JSON is reported with its path before the node runs", async () => {
    let ran = false;
    const given = [{ city: "Oslo", at: new Date(0) }];
    const running = runNode(() => (ran = true), {}, given);
    await expect(running).rejects.toMatchObject({
      code: "state-manager/unstorableValue",
      details: { node: "planner", at: "trip_legs[0].at", found: "Date" },
    });
    expect(ran).toBe(false);
  });

  test.each([
    [{ entries: 1 }, "2 entries", "1 entries"],
    [{ bytes: 10 }, "33 bytes", "10 bytes"],
  ])("a field over the limit %j is reported with its size", async (limit, size, most) => {
    const running = runNode(() => {}, { limits: { trip_legs: limit } });
    await expect(running).rejects.toMatchObject({
      code: "state-manager/overLimit",
      details: { field: "trip_legs", size, limit: most },
    });
  });

  test("a reducer that returns a new object for an undefined update is reported when its node is defined", () => {
    expect(() => defineNode(Trip, { agent: "planner", run: () => ({}) })).toThrow(
      stateManagerErrors.reducerWithoutIdentity({ node: "planner", field: "trip_notes" }).message,
    );
  });

  test("an ignored field is not checked", async () => {
    await expect(runNode(rename, { ignore: ["trip_legs"] })).resolves.toEqual({});
  });

  test("slow checks are reported by default, with the clock of the machine", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const node = defineNode(Quiet, { agent: "planner", run: () => ({}) });
    await node({ trip_legs: Array.from({ length: 300_000 }, () => ({ city: "Oslo" })) }, {});
    const warned = warn.mock.calls.flat();
    warn.mockRestore();
    expect(warned).toEqual([expect.stringMatching(/^The development checks of "planner" took \d+ ms/)]);
  });

  test("a value that is frozen at every depth is walked once, and a change beside it is still found", async () => {
    let reads = 0;
    const city = new Proxy(Object.freeze({ city: "Oslo" }), {
      ownKeys: (target) => {
        reads += 1;
        return Reflect.ownKeys(target);
      },
    });
    const frozen = () => Object.freeze([city]);
    await runNode(nothing, {}, [frozen()]);
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    await runNode(nothing, {}, [frozen(), Object.freeze({ city: "Rome" })]);
    expect(reads).toBe(0);
    await expect(runNode(rename, {}, [city, { city: "Rome" }])).rejects.toThrow('"trip_legs[1].city"');
  });

  test("a frozen value with a part that is not JSON is refused each time", async () => {
    const given = Object.freeze([Object.freeze({ city: "Oslo", at: new Date(0) })]);
    for (let run = 0; run < 2; run += 1) {
      await expect(runNode(() => {}, {}, [...given])).rejects.toThrow("trip_legs[0].at");
    }
  });

  test("a value is checked next to a field without a value", async () => {
    const Two = defineState({
      version: 1,
      fields: {
        ...fields("trip", {
          absent: field({ description: "Absent.", schema: z.string(), default: () => "", lifetime: "thread" }),
        }),
        trip_legs: Trip.fields.trip_legs,
      },
    });
    const node = defineNode(Two, { agent: "planner", run: () => ({}) });
    const given: object = { trip_legs: [{ city: "Oslo", at: new Date(0) }] };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- such values can only come from an untyped graph
    await expect(node(given as never, {})).rejects.toThrow("trip_legs[0].at");
  });

  test("slow checks are reported once per node", async () => {
    const reports: string[] = [];
    let now = 0;
    const clock = { now: () => new Date((now += 40)).toISOString(), wait: () => Promise.resolve() };
    const checks = { clock, report: (message: string) => reports.push(message) };
    const node = defineNode(Quiet, { agent: "planner", checks, run: () => ({}) });
    await node({ trip_legs: [] }, {});
    await node({ trip_legs: [] }, {});
    expect(reports).toEqual([expect.stringMatching(/^The development checks of "planner" took 40 ms/)]);
  });
});

describe("development checks in production", () => {
  test.each([
    ["a value changed in place", rename, legs()],
    ["a value that is not JSON", () => {}, [{ city: "Oslo", at: new Date(0) }]],
  ])("allow %s", async (_, work, given) => {
    process.env["NODE_ENV"] = "production";
    await expect(runNode(work, { limits: { trip_legs: { entries: 0 } } }, given)).resolves.toEqual({});
  });

  test("allow a reducer without identity", () => {
    process.env["NODE_ENV"] = "production";
    expect(() => defineNode(Trip, { agent: "planner", run: () => ({}) })).not.toThrow();
  });

  test("can be enabled explicitly", async () => {
    process.env["NODE_ENV"] = "production";
    await expect(runNode(rename, { enabled: true })).rejects.toThrow(/in place/);
  });

  test.each(["development", "production"])("a foreign write is refused in %s", async (mode) => {
    process.env["NODE_ENV"] = mode;
    const Owned = defineState({
      version: 1,
      fields: fields("trip", {
        city: field({
          description: "Destination.",
          schema: z.string(),
          default: () => "",
          lifetime: "thread",
          owner: "root",
        }),
      }),
    });
    const wrong: object = { trip_city: "Oslo" };
    const node = defineNode(Owned, { agent: "planner", run: () => wrong });
    await expect(node({ trip_city: "" }, {})).rejects.toThrow('"trip_city" is owned by "root"');
  });

  test.each(["development", "production"])("a returned value that is not JSON is refused in %s", async (mode) => {
    process.env["NODE_ENV"] = mode;
    const wrong: object = { trip_legs: [{ city: "Oslo", at: new Date(0) }] };
    const node = defineNode(Quiet, { agent: "planner", run: () => wrong });
    await expect(node({ trip_legs: [] }, {})).rejects.toThrow("trip_legs");
  });
});
