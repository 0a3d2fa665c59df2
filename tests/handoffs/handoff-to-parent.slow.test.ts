import fc from "fast-check";
import { savers, turnsOf, type Writes } from "./company.ts";
import { expect, test } from "vitest";

const text = fc.constantFrom("a", "b", "c");
const writes: fc.Arbitrary<Writes> = fc.record(
  {
    messages: fc.array(
      text.map((content) => ({ role: "assistant", content })),
      { maxLength: 2 },
    ),
    memo_flag: fc.option(fc.boolean()),
    memo_text: text,
    memo_lines: fc.array(text, { maxLength: 3 }),
    memo_last: fc.array(text, { maxLength: 4 }),
    memo_total: fc.integer({ min: -3, max: 3 }),
    memo_highest: fc.integer({ min: 0, max: 3 }),
    memo_entries: fc.array(fc.record({ id: text, text }), { maxLength: 2 }),
    memo_places: fc.dictionary(text, text, { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);
const works = fc.array(fc.record({ desk: writes, scout: writes, weather: writes }), { minLength: 1, maxLength: 3 });

test("a company with a team has the state of a company without one, whatever its agents write", async () => {
  await fc.assert(
    fc.asyncProperty(works, fc.constantFrom(...Object.values(savers)), async (turns, create) => {
      const given = { create, works: turns };
      expect(await turnsOf("subgraph", given)).toEqual(await turnsOf("flat", given));
    }),
  );
});
