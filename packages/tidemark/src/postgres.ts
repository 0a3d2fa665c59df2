export { postgres, postgresLocks, postgresSaver } from "@tidemark/checkpoint/postgres";
export type { PostgresSaver } from "@tidemark/checkpoint/postgres";
