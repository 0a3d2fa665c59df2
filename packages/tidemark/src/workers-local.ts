export { localEngine } from "@tidemark/workers/local";
