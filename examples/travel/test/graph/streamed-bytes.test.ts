import { expect, test } from "vitest";
import { TravelState } from "../../src/state.ts";
import { LISBON, TestApp } from "../test-app.ts";

type Field = keyof typeof TravelState.fields;

/** Streams one turn in the mode `values`. Returns the size of all chunks in bytes, and the names of their fields. */
async function streamed(outputKeys?: Field[]) {
  let bytes = 0;
  const fields = new Set<string>();
  const run = await new TestApp().graph.stream(
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

test("a turn streams at most 60 KB of output values, and other fields only on request", async () => {
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the declared fields
  const everything = await streamed(Object.keys(TravelState.fields) as Field[]);
  expect(everything.fields).toHaveLength(Object.keys(TravelState.fields).length);
  expect(everything.bytes).toBeGreaterThan(2 * output.bytes);
});
