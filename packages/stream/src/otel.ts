export { traceToOtel } from "./traces/trace-to-otel.ts";
