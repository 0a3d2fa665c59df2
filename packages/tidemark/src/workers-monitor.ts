export { startMonitor } from "@tidemark/workers/monitor";
