export { SqliteSaver, sqliteLocks, sqliteSaver, stockThreads } from "@tidemark/checkpoint/sqlite";
export type { PrunePolicy } from "@tidemark/checkpoint/sqlite";
