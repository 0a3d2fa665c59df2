import { defineConfig, type UserConfig } from "tsdown";
import { fewFiles, packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  outputOptions: fewFiles,
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
