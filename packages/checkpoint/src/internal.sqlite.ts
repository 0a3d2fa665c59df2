export { SqliteAttempts } from "./sqlite/locks/attempts.ts";
export { hasEnded, leaseHolder } from "./sqlite/locks/lease-holder.ts";
