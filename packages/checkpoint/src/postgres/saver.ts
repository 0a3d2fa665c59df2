import { PostgresCheckpoints } from "./checkpoints.ts";

/** Keeps checkpoints in Postgres, each value once. Make one with `postgresSaver`. */
export class PostgresSaver extends PostgresCheckpoints {}
