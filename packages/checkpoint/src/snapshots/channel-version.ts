/** Maximum distance of two versions that follow the same one. 67 million steps fit below the largest safe integer. */
const STRIDE = 2 ** 28;

/** A random whole number below {@link STRIDE}, which divides 2 ** 32. */
// oxlint-disable-next-line eslint/no-restricted-globals -- no id: two branches only have to count differently
const randomBelowStride = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % STRIDE;

/**
 * A version that grows with each write and that no other write has got: two branches that go on from one checkpoint do not share
 * versions, and so not values.
 */
export const nextVersion = (current: number | string | undefined): number => {
  // Other savers may have counted in text, as in "0002.0.31".
  const counted = Math.floor(Number.parseFloat(String(current ?? 0)));
  return Math.max(Number.isNaN(counted) ? 0 : counted, STRIDE) + 1 + randomBelowStride();
};

/** True if a version was made here; those of other savers count 1, 2, 3 in every branch. */
export const isUnique = (version: unknown): boolean => typeof version === "number" && version > STRIDE;
