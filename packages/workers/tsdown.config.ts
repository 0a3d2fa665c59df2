import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: [
    "src/index.ts",
    "src/local.ts",
    "src/postgres.ts",
    "src/dbos.ts",
    "src/restate.ts",
    "src/monitor.ts",
    "src/internal.ts",
    "src/testing/index.ts",
  ],
});
export default config;
