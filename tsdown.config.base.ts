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

/**
 * Two files for what several entries of a package share: code without LangGraph, and code with it. Resolving and compiling a file costs a program
 * about as much as 30 KB of code. Not for a package of which one entry needs a peer that another one does without.
 */
export const fewFiles = {
  codeSplitting: {
    groups: [
      { name: "core", test: /(?<!\.graph|\.d)\.ts$/u, tags: ["$initial"], minShareCount: 2, priority: 2 },
      { name: "graph", test: /\.graph\.ts$/u, tags: ["$initial"], minShareCount: 2, priority: 1 },
    ],
  },
} satisfies UserConfig["outputOptions"];
