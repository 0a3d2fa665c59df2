export type { SqliteConnection } from "./sqlite/locks/connection.ts";
export { SqliteAttempts } from "./sqlite/locks/attempts.ts";
export { hasEnded, leaseHolder } from "./sqlite/locks/lease-holder.ts";
export { sqliteLeases } from "./sqlite/locks/sqlite-locks.ts";
export { fileProblem, rememberFiles } from "./sqlite/locks/open-file.ts";
export { TidemarkSaver } from "./saver/saver.ts";
