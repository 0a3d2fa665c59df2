import { defineConfig, type UserConfig } from "tsdown";
import { fewFiles, packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  outputOptions: fewFiles,
  entry: ["src/index.ts", "src/testing/index.ts", "src/internal.ts"],
});
export default config;
