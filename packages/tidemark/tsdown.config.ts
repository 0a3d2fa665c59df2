import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: [
    "src/index.ts",
    "src/agents.ts",
    "src/checkpoint.ts",
    "src/sqlite.ts",
    "src/postgres.ts",
    "src/stream.ts",
    "src/ag-ui.ts",
    "src/ai-sdk.ts",
    "src/hono.ts",
    "src/traces.ts",
    "src/otel.ts",
    "src/inspect.ts",
    "src/testing/index.ts",
    "src/seeds.ts",
    "src/workers.ts",
    "src/workers-local.ts",
    "src/workers-postgres.ts",
    "src/workers-dbos.ts",
    "src/workers-restate.ts",
    "src/testing/workers.ts",
    "src/workers-monitor.ts",
    "src/bin/tidemark.ts",
  ],
});
export default config;
