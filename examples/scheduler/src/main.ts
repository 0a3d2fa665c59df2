import { startProgram } from "@tidemark/terminal";
import { schedulerProgram } from "./terminal/program.ts";

await startProgram(schedulerProgram);
