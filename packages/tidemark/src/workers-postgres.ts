export { postgresEngine } from "@tidemark/workers/postgres";
