export { sqlite, sqliteLocks, sqliteSaver, sqliteStore, stockThreads } from "@tidemark/checkpoint/sqlite";
export type { PrunePolicy, SqliteSaver } from "@tidemark/checkpoint/sqlite";
