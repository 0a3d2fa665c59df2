export { consoleView } from "./traces/console-view.ts";
export { traceToFile } from "./traces/trace-to-file.ts";
