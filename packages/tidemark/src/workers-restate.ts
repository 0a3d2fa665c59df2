export { restateEngine } from "@tidemark/workers/restate";
