import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: ["src/main.ts"],
  // A command, not a library.
  format: ["esm"],
  dts: false,
});
export default config;
