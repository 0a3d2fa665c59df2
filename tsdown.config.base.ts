import type { UserConfig } from "tsdown";

/** What every published package builds: ES modules and CommonJS with their types, nothing minified. */
export const packageBuild = {
  format: ["esm", "cjs"],
  platform: "neutral",
  target: "es2023",
  dts: true,
  sourcemap: true,
  clean: true,
  // One output file per source file: what a consumer does not import is never loaded, whatever Zod calls it makes.
  unbundle: true,
  fixedExtension: true,
  // tsdown warns that TypeScript 7 has no stable API yet; everything above a warning still fails the build.
  logLevel: "error",
} satisfies UserConfig;
