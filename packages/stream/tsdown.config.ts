import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: [
    "src/index.ts",
    "src/langgraph.ts",
    "src/ag-ui.ts",
    "src/ai-sdk.ts",
    "src/agent-protocol.ts",
    "src/hono.ts",
    "src/otel.ts",
    "src/traces.ts",
    "src/testing/index.ts",
    "src/internal.ts",
    "src/internal.graph.ts",
  ],
});
export default config;
