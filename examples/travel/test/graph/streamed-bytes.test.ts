import { expect, test } from "vitest";
import { TravelState } from "../../src/state.ts";
import { LISBON, Office } from "../travel.ts";

type Field = keyof typeof TravelState.fields;

/** What one turn streams in `values`: the bytes of all chunks, and the names of the fields in them. */
async function streamed(outputKeys?: Field[]) {
  let bytes = 0;
  const fields = new Set<string>();
  const run = await new Office().graph.stream(
    { messages: [{ role: "user", content: LISBON }] },
    {
      configurable: { thread_id: "trip", user_id: "ann" },
      streamMode: "values",
      ...(outputKeys !== undefined && { outputKeys }),
    },
  );
  for await (const values of run) {
    bytes += Buffer.byteLength(JSON.stringify(values));
    for (const field of Object.keys(values)) fields.add(field);
  }
  return { bytes, fields: [...fields].toSorted() };
}

test("a turn streams its output in at most 60 KB of values, and every field only to those who ask for it", async () => {
  const output = await streamed();
  expect(output.fields).toEqual([
    "execution_final_answer",
    "execution_pending_approvals",
    "messages",
    "travel_alternatives",
    "travel_bookings",
    "travel_itinerary",
  ]);
  expect(output.bytes).toBeLessThanOrEqual(60_000);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the declaration
  const everything = await streamed(Object.keys(TravelState.fields) as Field[]);
  expect(everything.fields).toHaveLength(Object.keys(TravelState.fields).length);
  expect(everything.bytes).toBeGreaterThan(2 * output.bytes);
});
