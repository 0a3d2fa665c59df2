import { contextManager, defineContexts } from "@tidemark/state-manager";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { textLike } from "../matchers.ts";
import { untyped } from "../untyped.ts";

const schema = z.object({ v: z.number() });
const registry = defineContexts({ T: schema, U: z.object({ name: z.string() }) });
const data = { T: { k: { v: 1, _meta: { producedBy: "a" } }, k2: { v: 2 } } };
const contexts = contextManager(registry, { capability_context_data: data });

const extracted = (values: unknown) => ({ outcome: "extracted", contexts: values });
const failed = (code: string, message: unknown) => ({ outcome: "failed", code, message });

describe("extractFromStep", () => {
  test("CM-06 returns the context that a step names", () => {
    expect(contexts.extractFromStep({ inputs: [{ T: "k" }] })).toEqual(extracted({ T: { v: 1 } }));
  });

  test("CM-07 returns several contexts of a type as a list, in the order of the inputs", () => {
    expect(contexts.extractFromStep({ inputs: [{ T: "k2" }, { T: "k" }] })).toEqual(
      extracted({ T: [{ v: 2 }, { v: 1 }] }),
    );
  });

  test("CM-08 returns a context that is named twice once", () => {
    expect(contexts.extractFromStep({ inputs: [{ T: "k" }, { T: "k" }] })).toEqual(extracted({ T: { v: 1 } }));
  });

  test("CM-09 names the missing context", () => {
    expect(contexts.extractFromStep({ inputs: [{ T: "zz" }] })).toEqual(
      failed("missingContext", "Context T.zz not found"),
    );
  });

  test("CM-10 with hard constraints names the missing types", () => {
    expect(contexts.extractFromStep({ inputs: [{ T: "k" }] }, { constraints: ["U"] })).toEqual(
      failed("missingTypes", "Missing required context types: ['U']"),
    );
    expect(contexts.extractFromStep({ inputs: [] }, { constraints: ["T", "U", "T"] })).toEqual(
      failed("missingTypes", "Missing required context types: ['T', 'U']"),
    );
  });

  test("CM-11 with soft constraints one of the types is sufficient", () => {
    expect(contexts.extractFromStep({ inputs: [{ T: "k" }] }, { constraints: ["U", "T"], mode: "soft" })).toEqual(
      extracted({ T: { v: 1 } }),
    );
  });

  test("CM-12 with soft constraints fails only if all types are missing", () => {
    expect(contexts.extractFromStep({ inputs: [{ T: "k" }] }, { constraints: ["U"], mode: "soft" })).toEqual(
      failed("missingTypes", "None of the required context types found: ['U']"),
    );
  });

  test("CM-13 a `single` constraint fails for a step that names 2, with the count", () => {
    expect(contexts.extractFromStep({ inputs: [{ T: "k" }, { T: "k2" }] }, { constraints: [["T", "single"]] })).toEqual(
      failed("wrongCardinality", textLike(/'T'.* 2 instances/)),
    );
  });

  test("CM-14 a `multiple` constraint fails for a step that names 1", () => {
    expect(contexts.extractFromStep({ inputs: [{ T: "k" }] }, { constraints: [["T", "multiple"]] })).toEqual(
      failed("wrongCardinality", textLike(/'T'.* 1 instance/)),
    );
  });

  test("CM-15 an unknown cardinality is a failure, even if the type is missing", () => {
    for (const constraint of [
      ["T", "few"],
      ["U", "few"],
      ["T", undefined],
      ["T", 2],
    ]) {
      expect(contexts.extractFromStep({ inputs: [{ T: "k" }] }, { constraints: untyped([constraint]) })).toEqual(
        failed("invalidCardinality", textLike(/^Invalid cardinality '.*' for context type '[TU]'/)),
      );
    }
  });

  test("CM-16 an unknown mode is a failure", () => {
    expect(contexts.extractFromStep({ inputs: [{ T: "k" }] }, { mode: untyped("zz") })).toEqual(
      failed("invalidMode", "Invalid constraint mode 'zz': expected 'hard' or 'soft'"),
    );
  });

  test("CM-17 without inputs and constraints returns nothing", () => {
    expect(contexts.extractFromStep({ inputs: [] })).toEqual(extracted({}));
    expect(contexts.extractFromStep({ inputs: [] }, { constraints: [], mode: "soft" })).toEqual(extracted({}));
  });

  test("CM-18 without inputs, constraints fail when nothing is stored", () => {
    const empty = contextManager(registry, { capability_context_data: {} });
    expect(empty.extractFromStep({}, { constraints: ["U"] })).toEqual(
      failed("missingTypes", "Missing required context types: ['U']"),
    );
  });

  test("CM-19 without inputs, constraints fail even if other contexts are stored", () => {
    expect(contexts.extractFromStep({ inputs: [] }, { constraints: ["U"] })).toMatchObject({ code: "missingTypes" });
    expect(contexts.extractFromStep({}, { constraints: ["U"], mode: "soft" })).toMatchObject({ code: "missingTypes" });
    expect(contexts.extractFromStep({}, { constraints: ["T"] })).toMatchObject({ code: "missingTypes" });
  });

  test("CM-20 null inputs and a null step count as empty", () => {
    for (const step of [{ inputs: null }, {}, null, undefined]) {
      expect(contexts.extractFromStep(step)).toEqual(extracted({}));
      expect(contexts.extractFromStep(step, { constraints: ["T"] })).toMatchObject({ outcome: "failed" });
    }
  });

  test.each([
    ["inputs that are not a list", { T: "k" }, /^The inputs of a step must be a list, not an object$/],
    ["an input that is not an object", ["T.k"], /^inputs\[0\] is a string/],
    ["a key that is not a string", [{ T: "k" }, { T: ["k"] }], /^inputs\[1\] has a list as the key of T/],
  ])("%s are a failure, because plans come from models", (_, inputs, message) => {
    expect(contexts.extractFromStep({ inputs: untyped(inputs) })).toEqual(failed("invalidInputs", textLike(message)));
  });

  test("an invalid stored context is a failure with its path", () => {
    const broken = contextManager(registry, { capability_context_data: untyped({ T: { k: { v: "1" } } }) });
    expect(broken.extractFromStep({ inputs: [{ T: "k" }] })).toEqual(
      failed("invalidContext", textLike(/"T.k" at "v"/)),
    );
  });

  test("inputs may name types outside the registry, but not prototypes", () => {
    const other = contextManager(registry, { capability_context_data: { SPORT: { a: { text: "hi" } } } });
    expect(other.extractFromStep({ inputs: [{ SPORT: "a" }] })).toEqual(extracted({ SPORT: { text: "hi" } }));
    expect(other.extractFromStep({ inputs: [{ ["__proto__"]: "toString" }] })).toMatchObject({
      code: "missingContext",
    });
  });

  test("the result has the types of the constraints", () => {
    type T = { v: number };
    const hard = contexts.extractFromStep({ inputs: [{ T: "k" }] }, { constraints: [["T", "single"]] });
    if (hard.outcome === "extracted") {
      expectTypeOf(hard.contexts.T).toEqualTypeOf<T>();
      expectTypeOf(hard.contexts.U).toEqualTypeOf<{ name: string } | readonly { name: string }[] | undefined>();
    }
    const several = contexts.extractFromStep(null, { constraints: [["T", "multiple"], "U"] });
    if (several.outcome === "extracted") {
      expectTypeOf(several.contexts.T).toEqualTypeOf<readonly T[]>();
      expectTypeOf(several.contexts.U).toEqualTypeOf<{ name: string } | readonly { name: string }[]>();
    }
    const soft = contexts.extractFromStep(null, { constraints: [["T", "single"]], mode: "soft" });
    if (soft.outcome === "extracted") expectTypeOf(soft.contexts.T).toEqualTypeOf<T | undefined>();
    const open: ("T" | "U")[] = ["T"];
    const unknownUntilRun = contexts.extractFromStep(null, { constraints: open });
    if (unknownUntilRun.outcome === "extracted") {
      expectTypeOf(unknownUntilRun.contexts.T).toEqualTypeOf<T | readonly T[] | undefined>();
    }
    // @ts-expect-error the type X is unknown
    expect(contexts.extractFromStep(null, { constraints: ["X"] })).toMatchObject({ outcome: "failed" });
    // @ts-expect-error the mode is unknown
    expect(contexts.extractFromStep(null, { mode: "firm" })).toMatchObject({ outcome: "failed" });
  });
});
