export { dbosEngine } from "@tidemark/workers/dbos";
