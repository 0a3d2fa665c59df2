import path from "node:path";
import { builtPage, startPage } from "@tidemark/web";
import { openScheduler } from "./application.ts";
import { schedulerProgram } from "./terminal/program.ts";

await startPage(schedulerProgram, async (options) => {
  const viewFolder = await builtPage({ sources: path.join(import.meta.dirname, "..", "page") });
  return openScheduler(options, process.env, { viewFolder }).application;
});
