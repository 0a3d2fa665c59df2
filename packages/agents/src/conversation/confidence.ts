const byCount = [0, 0.6, 0.8] as const;

/**
 * Says how well founded an answer is by the number of its observations: 0, 0.6, 0.8, and 0.95 from three on.
 *
 * What failed is founded on nothing: its confidence is 0, whatever was noted of the failure.
 */
export function confidenceOf(observations: readonly unknown[], failed = false): number {
  return failed ? 0 : (byCount[observations.length] ?? 0.95);
}
