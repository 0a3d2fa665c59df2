import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: [
    "src/index.ts",
    "src/conversation.ts",
    "src/checkpoint.ts",
    "src/sqlite.ts",
    "src/postgres.ts",
    "src/stream.ts",
    "src/stream-ai-sdk.ts",
    "src/stream-otel.ts",
    "src/stream-traces.ts",
    "src/stream-langgraph.ts",
    "src/ag-ui.ts",
    "src/hono.ts",
    "src/inspect.ts",
    "src/errors.ts",
    "src/mcp.ts",
    "src/seeds.ts",
    "src/rules.ts",
    "src/schemas.ts",
    "src/workers.ts",
    "src/workers-local.ts",
    "src/workers-postgres.ts",
    "src/workers-dbos.ts",
    "src/workers-restate.ts",
    "src/testing/workers.ts",
    "src/workers-monitor.ts",
    "src/bin/tidemark.ts",
    "src/testing/index.ts",
    "src/testing/laws.ts",
  ],
});
export default config;
