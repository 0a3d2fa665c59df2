export { consoleView, traceToFile } from "@tidemark/stream/traces";
