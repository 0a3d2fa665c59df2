import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({ ...packageBuild, entry: ["src/index.ts", "src/internal.ts"] });
export default config;
