import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.config.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: ["src/index.ts", "src/langgraph.ts", "src/testing/index.ts", "src/internal.ts"],
  outputOptions: {
    codeSplitting: {
      // A page that declares its own fields does not load the schemas of ours: a bundler leaves out whole files, not calls of Zod.
      includeDependenciesRecursively: false,
      groups: [
        {
          name: "groups",
          test: /src.(fields|schemas|events)(?!.json-value)[^?]*(?<!\.d)\.ts$/u,
        },
        { name: "core", test: /(?<!\.d)\.ts$/u, tags: ["$initial"], minShareCount: 2 },
      ],
    },
  },
});
export default config;
