import { defineConfig, type UserConfig } from "tsdown";

const config: UserConfig = defineConfig({
  entry: ["src/index.ts", "src/view.ts"],
  format: ["esm"],
  platform: "node",
  target: "es2023",
  dts: true,
  sourcemap: true,
  clean: true,
  fixedExtension: true,
  // An application has its page built already.
  deps: { neverBundle: ["vite"] },
  logLevel: "error",
});
export default config;
