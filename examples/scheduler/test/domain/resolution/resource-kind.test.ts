import { expect, test } from "vitest";
import { resourceKind } from "../../../src/domain/resolution/resource-kind.ts";

const kind = (name: string, aliases: string[] = [], own?: string) =>
  resourceKind({ id: "r", name, aliases, capacity: 1, ...(own === undefined ? {} : { kind: own }) });

test("the household's own kind decides", () => {
  expect(kind("Van", [], "boat")).toBe("boat");
});

test("things that people name alike are of one kind", () => {
  expect([kind("Van"), kind("Old car"), kind("Toyota", ["the car"])]).toEqual(["vehicle", "vehicle", "vehicle"]);
  expect(kind("Kitchen")).not.toBe(kind("Living room"));
});

test("other names are compared by their last word", () => {
  expect(kind("Blue tent")).toBe(kind("Red tent"));
  expect(kind("Projector")).toBe("projector");
});
