import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: [
    "src/index.ts",
    "src/sqlite.ts",
    "src/postgres.ts",
    "src/testing/index.ts",
    "src/internal.ts",
    "src/internal.sqlite.ts",
  ],
});
export default config;
