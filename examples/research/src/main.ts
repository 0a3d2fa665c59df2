import { startProgram } from "@tidemark/terminal";
import { researchProgram } from "./terminal/program.ts";

await startProgram(researchProgram);
