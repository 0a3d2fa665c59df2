import { guardCommand } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Trip } from "../trip.ts";
import { parsed } from "../untyped.ts";

const hello = { messages: [{ role: "user", content: "Hello" }] };

describe("guardCommand", () => {
  test.each([false, 0, "", null, { q1: false }, [1]])("accepts the answer %j", (resume) => {
    expect(guardCommand(Trip, { resume })).toEqual({ ok: true, command: { resume } });
  });

  test("validates an answer with the given schema", () => {
    const options = { resume: z.record(z.string(), z.boolean()) };
    expect(guardCommand(Trip, { resume: { q1: false } }, options).ok).toBe(true);
    expect(guardCommand(Trip, { resume: { q1: "yes" } }, options)).toMatchObject({
      issues: [{ field: "resume", at: "q1" }],
    });
  });

  test("checks an update like an input", () => {
    expect(guardCommand(Trip, { update: hello })).toEqual({ ok: true, command: { update: hello } });
    expect(guardCommand(Trip, { resume: true, update: { trip_city: "Oslo" } })).toMatchObject({
      ok: false,
      issues: [{ code: "notForClients" }],
    });
  });

  test("lets a client go only to allowed nodes", () => {
    const options = { clientMayGoTo: ["ask"] };
    expect(guardCommand(Trip, { goto: "ask" }, options)).toEqual({ ok: true, command: { goto: ["ask"] } });
    expect(guardCommand(Trip, { goto: ["ask", "commit"] }, options).ok).toBe(false);
    expect(guardCommand(Trip, { goto: { node: "commit" } }, options).ok).toBe(false);
    expect(guardCommand(Trip, { goto: "ask" }).ok).toBe(false);
  });

  test.each([
    null,
    7,
    { graph: "parent" },
    parsed('{ "resume": { "__proto__": 1 } }'),
    { resume: { lc: 1, type: "secret", id: ["HOME"] } },
  ])("refuses %j", (command) => {
    expect(guardCommand(Trip, command).ok).toBe(false);
  });
});
