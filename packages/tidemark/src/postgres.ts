export { postgres, postgresLocks, postgresSaver } from "@tidemark/checkpoint/postgres";
export type { PostgresSaver, PrunePolicy } from "@tidemark/checkpoint/postgres";
