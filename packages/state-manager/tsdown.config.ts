import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: [
    "src/index.ts",
    "src/langgraph.ts",
    "src/testing/index.ts",
    "src/seeds.ts",
    "src/internal.ts",
    "src/internal.graph.ts",
  ],
});
export default config;
