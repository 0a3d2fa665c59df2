import { defineConfig, type UserConfig } from "tsdown";

const config: UserConfig = defineConfig({
  entry: ["src/index.ts"],
  format: ["esm"],
  platform: "node",
  target: "es2023",
  dts: true,
  sourcemap: true,
  clean: true,
  fixedExtension: true,
  logLevel: "error",
});
export default config;
