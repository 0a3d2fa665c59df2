import fc from "fast-check";
import { expect, test } from "vitest";
import { tokensOf } from "../../src/traces/call-tokens.ts";
import { ChunkUsage } from "../../src/traces/chunk-usage.ts";

interface Counts {
  readonly input: number;
  readonly output: number;
}

const usage = ({ input, output }: Counts) => ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: input + output,
});

const sumOf = (chunks: readonly Counts[]): Counts => {
  const sum = { input: 0, output: 0 };
  for (const { input, output } of chunks) {
    sum.input += input;
    sum.output += output;
  }
  return sum;
};

/** What counts for an answer with these chunks, by each way in which LangChain passes them. */
function counted(chunks: readonly Counts[]) {
  const [byTokens, byEvents] = [new ChunkUsage(), new ChunkUsage()];
  for (const [index, chunk] of chunks.entries()) {
    byTokens.token({ chunk: { message: { usage_metadata: usage(chunk) } } });
    const sum = usage(sumOf(chunks.slice(0, index + 1)));
    byEvents.event(index === 0 ? { event: "message-start", usage: sum } : { event: "usage", usage: sum });
  }
  byEvents.event({ event: "message-finish", usage: usage(sumOf(chunks)) });
  return [byTokens, byEvents].map((each) => tokensOf(each.of(usage(sumOf(chunks)))));
}

const outputs = fc.array(fc.nat({ max: 9 }), { minLength: 2 });

test("counts the last running totals", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), outputs, (input, written) => {
      const chunks = written.toSorted((one, other) => one - other).map((output) => ({ input, output }));
      const last = chunks.at(-1)?.output ?? 0;
      const output = chunks[0]?.output === last ? last * chunks.length : last;
      for (const each of counted(chunks)) expect(each).toMatchObject({ input, output });
    }),
  );
});

test("counts the sum of what chunks add, if one of them has the input", () => {
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), outputs, (input, written) => {
      const chunks = written.map((output, index) => ({ input: index === 0 ? input : 0, output }));
      for (const each of counted(chunks)) expect(each).toMatchObject(sumOf(chunks));
    }),
  );
});

test("counts no less than the last chunk and no more than the sum, whatever chunks report", () => {
  const counts = fc.record({ input: fc.nat({ max: 3 }), output: fc.nat({ max: 3 }) });
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 6 }), (chunks) => {
      const sum = sumOf(chunks);
      const last = chunks.at(-1) ?? sum;
      for (const { input, output } of counted(chunks)) {
        expect(input >= last.input && output >= last.output).toBe(true);
        expect(input <= sum.input && output <= sum.output).toBe(true);
      }
    }),
  );
});
