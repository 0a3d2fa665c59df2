import { defineErrors } from "@tidemark/reducers";
import vm from "node:vm";
import { describe, expect, test } from "vitest";

const errors = defineErrors("calendar", {
  slotTaken: (details: { slot: string; by: readonly string[] }) =>
    `Slot ${details.slot} is taken by ${details.by.join(", ")}. Choose another one.`,
  noCalendar: (details: { file: string }) => `"${details.file}" contains no calendar. Pass another file.`,
});

const error = errors.slotTaken({ slot: "09:00", by: ["Emma", "Noah"] });

describe("an error of a table", () => {
  test("is an Error with code, message and typed details", () => {
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("TidemarkError");
    expect(error.code).toBe("calendar/slotTaken");
    expect(error.message).toBe("Slot 09:00 is taken by Emma, Noah. Choose another one.");
    expect(error.details.by).toEqual(["Emma", "Noah"]);
    expect(String(error)).toMatch(/^TidemarkError: Slot/);
  });

  test("has a stack that starts with its name and message", () => {
    expect(error.stack).toMatch(/^TidemarkError: Slot 09:00/);
  });

  test("carries the error that caused it", () => {
    const cause = new Error("disk");
    expect(errors.noCalendar({ file: "a.ics" }, { cause }).cause).toBe(cause);
  });

  test("lists only its code and details as own keys", () => {
    expect(Object.keys(error)).toEqual(["code", "details"]);
  });
});

describe("is", () => {
  test("recognizes the kind and narrows the type of the details", () => {
    const caught: unknown = error;
    expect(errors.slotTaken.is(caught) && caught.details.slot).toBe("09:00");
  });

  test("distinguishes kinds of one table", () => {
    expect(errors.noCalendar.is(error)).toBe(false);
  });

  test("recognizes an error from another copy of the package", () => {
    const copy = defineErrors("calendar", { slotTaken: (details: { slot: string }) => details.slot });
    expect(errors.slotTaken.is(copy.slotTaken({ slot: "1" }))).toBe(true);
  });

  test("recognizes an error from another realm", () => {
    const foreign: unknown = vm.runInNewContext(
      `Object.assign(new Error("x"), { code: "calendar/slotTaken", details: {}, "~tidemark/error": true })`,
    );
    expect(foreign).not.toBeInstanceOf(Error);
    expect(errors.slotTaken.is(foreign)).toBe(true);
  });

  test.each([null, undefined, "calendar/slotTaken", { code: "calendar/slotTaken" }, new Error("x")])(
    "refuses %s",
    (value) => {
      expect(errors.slotTaken.is(value)).toBe(false);
    },
  );
});

describe("a table", () => {
  test("lists every kind with its code and a sample of its message", () => {
    expect(Object.values(errors).map((kind) => [kind.code, kind.sample()])).toEqual([
      ["calendar/slotTaken", "Slot {slot} is taken by {by}. Choose another one."],
      ["calendar/noCalendar", '"{file}" contains no calendar. Pass another file.'],
    ]);
  });

  test("creates samples of messages that compute with their details", () => {
    const table = defineErrors("x", {
      computed: (d: { list: readonly { name: string }[]; path: string; data: object }) =>
        `${d.list.map((each) => each.name).join(" or ")}, ${d.path.split("_")[0]}, ${JSON.stringify(d.data)}`,
    });
    expect(table.computed.sample()).toBe(`{list}, {path}, "{data}"`);
  });

  test("cannot be changed", () => {
    expect(Object.isFrozen(errors) && Object.isFrozen(errors.slotTaken)).toBe(true);
  });

  test("refuses missing or mistyped details at compile time", () => {
    // @ts-expect-error "by" is missing
    expect(() => errors.slotTaken({ slot: "09:00" })).toThrow(TypeError);
    // @ts-expect-error "file" must be a string
    expect(errors.noCalendar({ file: 1 }).message).toMatch(/"1"/);
  });
});
