export { PostgresSaver, postgresLocks, postgresSaver } from "@tidemark/checkpoint/postgres";
export type { PrunePolicy } from "@tidemark/checkpoint/postgres";
