import { expect, test } from "vitest";
import { SeedState } from "../../src/fields/agent-state.ts";

test("only the runtime can write the fields of the runtime", () => {
  const kept = Object.values(SeedState.fields).filter(({ prefix }) => prefix === "runtime");
  expect(kept.map(({ owner }) => owner)).toEqual(Array.from({ length: 12 }, () => "runtime"));
});

test("versions are stored per field and merged by name", () => {
  const { reducer, schema } = SeedState.fields.runtime_field_versions;
  expect(reducer?.({ a: 1, b: 1 }, { b: 2, c: 1 })).toEqual({ a: 1, b: 2, c: 1 });
  expect(schema.safeParse({ a: -1 }).success).toBe(false);
});

const entry = (to: number) => ({
  action: "transition",
  from: "x",
  to: String(to),
  timestamp: "2026-01-08T20:30:00Z",
});

test("the audit log keeps the newest 200 entries", () => {
  const kept = SeedState.fields.runtime_audit_log.reducer?.(
    [entry(0)],
    Array.from({ length: 200 }, (_, index) => entry(index + 1)),
  );
  expect(kept).toHaveLength(200);
  expect(kept).toMatchObject({ 0: { to: "1" }, 199: { to: "200" } });
});

test("times of the session are in UTC, and null before the first turn", () => {
  const { default: initial, schema } = SeedState.fields.runtime_created_at;
  expect(initial()).toBeNull();
  expect(schema.safeParse("2026-01-08T20:30:00Z").success).toBe(true);
  expect(schema.safeParse(1_767_904_200).success).toBe(false);
});
