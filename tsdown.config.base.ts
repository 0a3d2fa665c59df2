import type { UserConfig } from "tsdown";

/** What every published package builds: ES modules and CommonJS with their types, nothing minified. */
export const packageBuild = {
  format: ["esm", "cjs"],
  platform: "neutral",
  target: "es2023",
  dts: true,
  sourcemap: true,
  clean: true,
  // A few files per package: Node needs about half a millisecond for each file that it loads.
  unbundle: false,
  fixedExtension: true,
  // tsdown warns that TypeScript 7 has no stable API yet; everything above a warning still fails the build.
  logLevel: "error",
} satisfies UserConfig;
