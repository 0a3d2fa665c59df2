import { randomInt } from "node:crypto";

/** How far two versions that follow the same one lie apart at most: 67 million steps fit below the largest safe number. */
const STRIDE = 2 ** 28;

/**
 * A version that grows with each write and that no other write has got: two branches that go on from one checkpoint do not share
 * versions, and so not values.
 */
export const nextVersion = (current: number | undefined): number =>
  Math.max(current === undefined ? 0 : Math.floor(current), STRIDE) + 1 + randomInt(STRIDE);

/** Whether a version was made here; those of other savers count 1, 2, 3 in every branch. */
export const isUnique = (version: unknown): boolean => typeof version === "number" && version > STRIDE;
