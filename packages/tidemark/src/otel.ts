export { traceToOtel } from "@tidemark/stream/otel";
