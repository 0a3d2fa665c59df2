/** Names of the worlds. */
export const WORLD_NAMES = ["small", "users", "forks", "workers", "steering", "approvals"] as const;

/** Name of a world. */
export type WorldName = (typeof WORLD_NAMES)[number];
