import { digest } from "@tidemark/state-manager";
import { z } from "zod";
import { isMark, withoutIncidentals } from "../comparison/incidental.ts";
import { inspectErrors } from "../errors.ts";
import { plainValue } from "../values/plain-value.ts";
import type { Difference, RunFacts } from "./difference.ts";
import { isOwn, marksOf } from "./first-difference.ts";
import type { LaneStep } from "./lane.ts";
import type { NotedCall } from "./noting-cassette.ts";

/** What a turn does: digests of its values and of the prompts of its models. It contains no value. */
const Fingerprint = z.strictObject({
  steps: z.array(z.strictObject({ nodes: z.array(z.string()), fields: z.record(z.string(), z.string()) })),
  prompts: z.array(z.strictObject({ node: z.string(), digest: z.string() })),
});

/** What a turn does, as digests. */
export type Fingerprint = z.infer<typeof Fingerprint>;

const Expectations = z.strictObject({
  format: z.literal("tidemark/replay"),
  version: z.literal(1),
  /** Turns, by their thread and number. */
  turns: z.record(z.string(), Fingerprint),
});

/** Accepted results of turns. */
export type Expectations = z.infer<typeof Expectations>;

/** Accepts nothing. */
export const NO_EXPECTATIONS: Expectations = { format: "tidemark/replay", version: 1, turns: {} };

/** Name of a turn in a file of expectations. */
export const turnKey = (threadId: string, turn: number): string => `${threadId} ${turn}`;

/** Reads a file of expectations. Throws `inspect/damaged`. */
export function readExpectations(text: string, file: string): Expectations {
  try {
    return Expectations.parse(JSON.parse(text));
  } catch (error) {
    throw inspectErrors.damaged({ database: file, problem: "it is not a file of --accept" }, { cause: error });
  }
}

/** Digests of what a turn did. */
export function fingerprintOf(steps: readonly LaneStep[], calls: readonly NotedCall[], facts: RunFacts): Fingerprint {
  const marks = marksOf(steps, facts);
  const normal = (field: string, value: unknown): string =>
    digest(JSON.stringify(withoutIncidentals(plainValue(value ?? null), marks, isOwn(field, facts))));
  return {
    steps: steps.map(({ step, values }) => ({
      nodes: step.nodes.toSorted(),
      fields: Object.fromEntries(
        step.changed
          .filter((field) => !isMark(field))
          .toSorted()
          .map((field) => [field, normal(field, values[field])]),
      ),
    })),
    prompts: calls.map(({ node, prompts: [prompt = ""] }) => ({ node: node ?? "", digest: prompt })),
  };
}

/** First difference of a turn from what was accepted. Null if it did the same. */
export function differenceFrom(expected: Fingerprint, actual: Fingerprint): Difference | null {
  const values = { stored: "(accepted)", replayed: "(another one)" };
  for (const [index, { node, digest: text }] of expected.prompts.entries()) {
    const now = actual.prompts[index];
    if (now?.node === node && now.digest === text) continue;
    const asking = now?.node ?? node;
    return {
      ...values,
      position: Math.max(
        0,
        actual.steps.findIndex(({ nodes }) => nodes.includes(asking)),
      ),
      field: `prompt of ${asking}`,
      author: [asking],
      cause: "model input",
      because: "its model was asked something else than when the result was accepted",
    };
  }
  const because = "it is not what was accepted";
  for (const [position, { nodes, fields }] of expected.steps.entries()) {
    const other = actual.steps[position];
    if (other === undefined || nodes.join() !== other.nodes.join()) {
      const shown = { stored: nodes, replayed: other?.nodes ?? [] };
      return { ...shown, position, field: "nodes that run", author: nodes, cause: "route", because };
    }
    const names = [...new Set([...Object.keys(fields), ...Object.keys(other.fields)])];
    const field = names.find((each) => fields[each] !== other.fields[each]);
    if (field !== undefined) return { ...values, position, field, author: nodes, cause: "unknown", because };
  }
  return null;
}
