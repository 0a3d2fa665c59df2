/** Maximum distance of two versions that follow the same one. 67 million steps fit below the largest safe integer. */
const STRIDE = 2 ** 28;

/** Random numbers that are fetched at once: a call costs as much for one as for all of them. */
const random = new Uint32Array(256);
let used = random.length;

/** A random whole number below {@link STRIDE}, which divides 2 ** 32. */
function randomBelowStride(): number {
  if (used === random.length) {
    // oxlint-disable-next-line eslint/no-restricted-globals -- no id: two branches only have to count differently
    crypto.getRandomValues(random);
    used = 0;
  }
  const number = random[used] ?? 0;
  used += 1;
  return number % STRIDE;
}

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
