import type { NextConfig } from "next";

export default {
  // They use modules of Node, and find their own files.
  serverExternalPackages: ["tidemark", "langchain", "@langchain/core", "@langchain/langgraph"],
  // `npm run typecheck` checks the types.
  typescript: { ignoreBuildErrors: true },
} satisfies NextConfig;
