export { sqlite, sqliteLocks, sqliteSaver, sqliteStore, stockThreads } from "@tidemark/checkpoint/sqlite";
export type { SqliteSaver } from "@tidemark/checkpoint/sqlite";
