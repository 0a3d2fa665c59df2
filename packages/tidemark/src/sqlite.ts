export { sqliteLocks, sqliteSaver, stockThreads } from "@tidemark/checkpoint/sqlite";
export type { PrunePolicy, SqliteSaver } from "@tidemark/checkpoint/sqlite";
