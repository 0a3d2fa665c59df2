import { defineState, field, fields } from "@tidemark/core-state";
import { freezeDeep, JsonValue, type ProposedPatch } from "@tidemark/core-state/internal";
import { propose } from "@tidemark/state-manager";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyPatch, keysOf, pointerOf } from "../../src/ownership/apply-patch.ts";
import { now } from "../trip.ts";
import { parsed } from "../untyped.ts";

/** Applies an edit to a frozen value: an edit that changes it in place throws. */
const edit = (value: unknown, patch: ProposedPatch, moved = false) => applyPatch(freezeDeep(value), patch, { moved });
const made = (value: unknown) => ({ ok: true, value });
const not = (problem: string, at: string) => ({ ok: false, at, problem });

describe("pointers", () => {
  test.each([
    ["", []],
    ["/", [""]],
    ["//", ["", ""]],
    ["/a~1b", ["a/b"]],
    ["/a~0b", ["a~b"]],
    ["/~01", ["~1"]],
    ["/~10", ["/0"]],
    ["/🚂/ñ", ["🚂", "ñ"]],
    ["/__proto__/-", ["__proto__", "-"]],
  ])("%j contains the keys %j, and they form it again", (pointer, keys) => {
    expect(keysOf(pointer)).toEqual(keys);
    expect(pointerOf(keys)).toBe(pointer);
  });

  test("any keys are equal after conversion to a pointer and back", () => {
    const key = fc.oneof(fc.constantFrom("", "~", "/", "~0", "~1", "~01", "-"), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(fc.array(key), (keys) => {
        expect(keysOf(pointerOf(keys))).toEqual(keys);
      }),
    );
  });
});

describe("an edit of a record", () => {
  const value = { seat: "12A", meal: { kind: "fish" } };

  test("returns a new value that shares all unedited parts", () => {
    const patched = edit(value, { op: "replace", path: "/seat", value: "1C", was: "12A" });
    expect(patched).toEqual(made({ seat: "1C", meal: { kind: "fish" } }));
    expect(patched.ok && Reflect.get(Object(patched.value), "meal")).toBe(value.meal);
  });

  test("edits nested members, adds and removes", () => {
    expect(edit(value, { op: "add", path: "/meal/size", value: null })).toEqual(
      made({ seat: "12A", meal: { kind: "fish", size: null } }),
    );
    expect(edit(value, { op: "remove", path: "/meal/kind" })).toEqual(made({ seat: "12A", meal: {} }));
  });

  test.each(["/nothing", "/meal/nothing", "/nothing/kind", "/seat/0", "/seat/length", "/", "/meal/", "/constructor"])(
    "fails at the missing place %j",
    (path) => {
      expect(edit(value, { op: "replace", path, value: 1 })).toEqual(not("missing", path));
      expect(edit(value, { op: "remove", path })).toEqual(not("missing", path));
    },
  );

  test.each([null, "text", 7, false])("fails inside %j", (inner) => {
    expect(edit({ inner }, { op: "add", path: "/inner/key", value: 1 })).toEqual(not("missing", "/inner/key"));
  });

  test.each(["replace", "remove"] as const)("does not %s a value that the proposer has not seen", (op) => {
    const patch = { op, path: "/seat", value: "1C", was: "7F" };
    expect(edit(value, patch)).toEqual(not("changed", "/seat"));
  });

  test.each(["replace", "remove"] as const)("without the seen value may %s only while nothing has changed", (op) => {
    const patch = { op, path: "/seat", value: "1C" };
    expect(edit(value, patch).ok).toBe(true);
    expect(edit(value, patch, true)).toEqual(not("changed", "/seat"));
  });

  test("does not overwrite a value that somebody else has added", () => {
    const patch = { op: "add", path: "/seat", value: "1C" } as const;
    expect(edit(value, patch, true)).toEqual(not("taken", "/seat"));
    expect(edit({ seat: "1C" }, patch, true)).toEqual(made({ seat: "1C" }));
    expect(edit(value, patch)).toEqual(made({ ...value, seat: "1C" }));
  });

  test("does not overwrite an added value of a field without versions, unless it was chosen", () => {
    const patch = { op: "add", path: "/seat", value: "1C" } as const;
    const options = { moved: false, hasVersions: false };
    expect(applyPatch(value, patch, options)).toEqual(not("taken", "/seat"));
    expect(applyPatch({}, patch, options)).toEqual(made({ seat: "1C" }));
    expect(applyPatch(value, patch, { ...options, overrules: true })).toEqual(made({ ...value, seat: "1C" }));
  });

  test("that was chosen overwrites an existing place", () => {
    const patch = { op: "replace", path: "/seat", value: "1C", was: "7F" } as const;
    expect(applyPatch(value, patch, { moved: false, overrules: true })).toEqual(made({ ...value, seat: "1C" }));
    expect(applyPatch({}, patch, { moved: false, overrules: true })).toEqual(not("missing", "/seat"));
  });

  test("uses keys literally, also special ones", () => {
    const odd = { "": 1, "a/b": 2, "a~b": 3, "~1": 4, "-": 5, "0": 6, "🚂": 7 };
    for (const [key, was] of Object.entries(odd)) {
      const path = pointerOf([key]);
      expect(edit(odd, { op: "replace", path, value: "new", was })).toEqual(made({ ...odd, [key]: "new" }));
    }
  });
});

describe("an edit of a list", () => {
  const list = ["a", "b", "c"];

  test.each([
    [{ op: "add", path: "/0", value: "x" }, ["x", "a", "b", "c"]],
    [{ op: "add", path: "/3", value: "x" }, ["a", "b", "c", "x"]],
    [{ op: "add", path: "/-", value: "x" }, ["a", "b", "c", "x"]],
    [{ op: "replace", path: "/2", value: "x", was: "c" }, ["a", "b", "x"]],
    [{ op: "remove", path: "/0", was: "a" }, ["b", "c"]],
  ] satisfies [ProposedPatch, string[]][])("%j", (patch, expected) => {
    expect(edit(list, patch)).toEqual(made(expected));
  });

  test.each(["/3", "/-", "/-1", "/00", "/01", "/1.0", "/1e0", "/ 1", "/+1", "/", "/length", "/99999999999999999999"])(
    "fails at %j, which is not an entry",
    (path) => {
      expect(edit(list, { op: "replace", path, value: "x" })).toEqual(not("missing", path));
      expect(edit(list, { op: "remove", path })).toEqual(not("missing", path));
      expect(edit([list], { op: "add", path: `${path}/0`, value: "x" })).toEqual(not("missing", `${path}/0`));
    },
  );

  test.each(["/4", "/-1", "/01", "/x"])("adds nothing at %j", (path) => {
    expect(edit(list, { op: "add", path, value: "x" })).toEqual(not("missing", path));
  });

  test("fails if another entry is at its place", () => {
    expect(edit(list, { op: "remove", path: "/0", was: "b" }, true)).toEqual(not("changed", "/0"));
    expect(edit([{ id: "a" }], { op: "replace", path: "/0/id", value: "z", was: "b" })).toEqual(
      not("changed", "/0/id"),
    );
  });

  test("appends at the current end", () => {
    expect(edit([...list, "d"], { op: "add", path: "/-", value: "x" }, true)).toEqual(made([...list, "d", "x"]));
  });
});

describe("an edit of the whole value", () => {
  test("replaces it, and cannot remove it", () => {
    expect(edit(1, { op: "replace", path: "", value: 2, was: 1 })).toEqual(made(2));
    expect(edit(1, { op: "add", path: "", value: 2 })).toEqual(made(2));
    expect(edit(1, { op: "remove", path: "" })).toEqual(not("missing", ""));
  });

  test("does not overwrite a value that the proposer has not seen, with any operation", () => {
    expect(edit(3, { op: "replace", path: "", value: 2, was: 1 })).toEqual(not("changed", ""));
    expect(edit(3, { op: "replace", path: "", value: 2 }, true)).toEqual(not("changed", ""));
    expect(edit(3, { op: "add", path: "", value: 2 }, true)).toEqual(not("taken", ""));
    expect(edit(2, { op: "add", path: "", value: 2 }, true)).toEqual(made(2));
  });
});

describe("keys that can change a prototype", () => {
  test.each(["/__proto__/bad", "/constructor/prototype/bad", "/toString/bad"])("%j leads nowhere", (path) => {
    for (const value of [{}, [], { inner: {} }]) {
      expect(edit(value, { op: "add", path, value: true })).toEqual(not("missing", path));
    }
    expect(Reflect.get({}, "bad")).toBeUndefined();
  });

  test("are ordinary keys if a record contains them", () => {
    const patched = edit(parsed('{"__proto__":{"a":1},"b":2}'), { op: "add", path: "/__proto__/bad", value: true });
    expect(JSON.stringify(patched.ok && patched.value)).toBe('{"__proto__":{"a":1,"bad":true},"b":2}');
    const added = edit({}, { op: "add", path: "/__proto__", value: { bad: true } });
    expect(JSON.stringify(added.ok && added.value)).toBe('{"__proto__":{"bad":true}}');
    expect(added.ok && Reflect.get(Object(added.value), "bad")).toBeUndefined();
    const removed = edit(parsed('{"__proto__":{"a":1},"b":2}'), { op: "remove", path: "/__proto__" });
    expect(JSON.stringify(removed.ok && removed.value)).toBe('{"b":2}');
  });
});

test("a path of two thousand levels is followed", () => {
  const keys = Array.from({ length: 2000 }, () => "a");
  const deep = (leaf: unknown) => keys.reduce<unknown>((inner) => ({ a: inner }), leaf);
  const patched = applyPatch(deep(1), { op: "replace", path: pointerOf(keys), value: 2, was: 1 }, { moved: true });
  expect(JSON.stringify(patched.ok && patched.value)).toBe(JSON.stringify(deep(2)));
});

const Sheet = defineState({
  version: 1,
  fields: fields("sheet", {
    content: field({
      description: "Anything.",
      schema: JsonValue,
      default: () => null,
      lifetime: "thread",
      owner: "root",
    }),
  }),
});

const key = fc.constantFrom("a", "b", "a/b", "~", "~1", "0", "", "ñ");
const { content } = fc.letrec((tie) => ({
  content: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, 0, 1, "", "x"),
    fc.array(tie("content"), { maxLength: 3 }),
    fc.dictionary(key, tie("content"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

/** One edit as a program makes it, at an existing place. */
const step = fc.record({
  turns: fc.array(fc.nat(5), { maxLength: 3 }),
  kind: fc.constantFrom("set", "delete", "push", "unshift", "splice"),
  key,
  at: fc.nat(3),
  value: content,
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

function perform(root: unknown, { turns, kind, key: name, at, value }: Step): void {
  let place: unknown = root;
  for (const turn of turns) {
    const members: unknown[] = typeof place === "object" && place !== null ? Object.values(place) : [];
    const next = members[turn % Math.max(1, members.length)];
    if (typeof next !== "object" || next === null) break;
    place = next;
  }
  const copy: unknown = structuredClone(value);
  if (Array.isArray(place)) {
    if (kind === "push") place.push(copy);
    else if (kind === "unshift") place.unshift(copy);
    else if (kind === "splice") place.splice(at, 1, copy);
    else if (kind === "delete") place.splice(at, 1);
    else if (at < place.length) place[at] = copy;
  } else if (typeof place === "object" && place !== null) {
    if (kind === "delete") Reflect.deleteProperty(place, name);
    else Reflect.set(place, name, copy);
  }
}

describe("the recorded edits of a draft", () => {
  const cases = fc.tuple(content, fc.array(step, { minLength: 1, maxLength: 6 }));

  test.each([false, true])("applied to the same value, changed since or not, give the draft: %j", (moved) => {
    fc.assert(
      fc.property(cases, ([before, steps]) => {
        const expected = { root: structuredClone(before) };
        for (const each of steps) perform(expected, each);
        const values = freezeDeep({ runtime_turn_id: null, sheet_content: { root: before } });
        const draft = { agent: "a", reason: "", now, proposalId: "p" };
        const proposal = propose(Sheet, values, {
          ...draft,
          changes: (sheet) => {
            for (const each of steps) perform(sheet.sheet_content, each);
          },
        });
        const change = proposal.changes["sheet_content"];
        const patches = change !== undefined && "patches" in change ? change.patches : [];
        const start: unknown = change !== undefined && "value" in change ? change.value : values.sheet_content;
        let current = start;
        for (const patch of patches) {
          const patched = applyPatch(freezeDeep(current), patch, { moved });
          expect(patched).toMatchObject({ ok: true });
          if (patched.ok) current = patched.value;
        }
        expect(current).toEqual(expected);
      }),
    );
  });
});
